//! One attribute of an element between Rust and Python: how it is shown, and how it is read back.

use numpy::{Element, PyArray1, PyArrayMethods};
use plumbline::math::{Quat, Vec3};
use plumbline::spec::{
    Auto, BiasType, Builtin, DataType, DynType, EqualityType, FlexSelf, GainType, GeomType,
    JointType, Mark, MeshInertia, NeedStage, ObjectType, SensorType, TextureType, Tracking,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What an attribute of a spec can be.
pub trait Attribute {
    /// What Python calls it: `double`, `int`, `byte`, `string`, the name of an enum; with a star for
    /// an array of fixed length, with `vec` for one that may grow.
    const KIND: &'static str;
    /// How many numbers an array of fixed length has.
    const COUNT: usize = 1;

    /// The value for Python.
    fn get<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;

    /// Takes a value from Python.
    fn set(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()>;
}

/// Numbers and texts that Python has as such.
macro_rules! plain {
    ($($type:ty, $kind:literal;)*) => {$(
        impl Attribute for $type {
            const KIND: &'static str = $kind;

            fn get<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                Ok(self.into_pyobject(py)?.into_any())
            }

            fn set(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                *self = value.extract()?;
                Ok(())
            }
        }
    )*};
}

plain! {
    f64, "double";
    f32, "float";
    i32, "int";
    u64, "int";
    String, "string";
    Vec<u8>, "byte vec";
    Vec<String>, "string vec";
    Vec<Vec<i32>>, "int vec vec";
    Vec<Vec<f32>>, "float vec vec";
}

/// A value of Rust that is another one in Python.
macro_rules! converted {
    ($($type:ty, $kind:literal, $count:expr, $as:ty, |$value:ident| $get:expr, |$given:ident| $set:expr;)*) => {$(
        impl Attribute for $type {
            const KIND: &'static str = $kind;
            const COUNT: usize = $count;

            fn get<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                let $value = self;
                let shown: $as = $get;
                shown.get(py)
            }

            fn set(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let mut $given = <$as>::default();
                $given.set(value)?;
                *self = $set;
                Ok(())
            }
        }
    )*};
}

converted! {
    bool, "byte", 1, i32, |value| i32::from(*value), |given| given != 0;
    Option<String>, "string", 1, String, |value| value.clone().unwrap_or_default(),
        |given| (!given.is_empty()).then_some(given);
    Option<f64>, "double", 1, f64, |value| value.unwrap_or(f64::NAN),
        |given| (!given.is_nan()).then_some(given);
    Option<i32>, "int", 1, i32, |value| value.unwrap_or(-1), |given| (given >= 0).then_some(given);
    Vec3, "double*", 3, [f64; 3], |value| (*value).into(), |given| given.into();
    Quat, "double*", 4, [f64; 4], |value| value.0, |given| Quat(given);
    Option<[f64; 6]>, "double*", 6, [f64; 6],
        |value| value.unwrap_or([f64::NAN, 0.0, 0.0, 0.0, 0.0, 0.0]),
        |given| (!given[0].is_nan()).then_some(given);
    Option<Vec3>, "double*", 3, [f64; 3],
        |value| value.map_or([f64::NAN, 0.0, 0.0], Into::into),
        |given| (!given[0].is_nan()).then(|| given.into());
    Auto, "int", 1, i32, |value| *value as i32,
        |given| match given { 0 => Auto::False, 1 => Auto::True, _ => Auto::Auto };
    Builtin, "int", 1, i32, |value| *value as i32, |given| match given {
        1 => Builtin::Gradient, 2 => Builtin::Checker, 3 => Builtin::Flat, _ => Builtin::None
    };
    Mark, "int", 1, i32, |value| *value as i32, |given| match given {
        1 => Mark::Edge, 2 => Mark::Cross, 3 => Mark::Random, _ => Mark::None
    };
    MeshInertia, "mjtMeshInertia", 1, i32, |value| *value as i32, |given| match given {
        0 => MeshInertia::Convex, 1 => MeshInertia::Exact, _ => MeshInertia::Legacy
    };
}

/// Kinds with MuJoCo's numbers.
macro_rules! codes {
    ($($type:ty, $kind:literal;)*) => {$(
        impl Attribute for $type {
            const KIND: &'static str = $kind;

            fn get<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                self.code().get(py)
            }

            fn set(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let number: i32 = value.extract()?;
                let found = <$type>::from_code(number);
                *self = found.ok_or_else(|| {
                    PyValueError::new_err(format!("{} {number} cannot be compiled", $kind))
                })?;
                Ok(())
            }
        }
    )*};
}

codes! {
    GeomType, "mjtGeom";
    JointType, "mjtJoint";
    Tracking, "mjtCamLight";
    TextureType, "mjtTexture";
    EqualityType, "mjtEq";
    GainType, "mjtGain";
    BiasType, "mjtBias";
    DynType, "mjtDyn";
    SensorType, "mjtSensor";
    ObjectType, "mjtObj";
    DataType, "mjtDataType";
    NeedStage, "mjtStage";
    FlexSelf, "int";
}

fn numbers<T>(value: &Bound<'_, PyAny>) -> PyResult<Vec<T>>
where
    T: Element + Copy,
    for<'a, 'py> T: FromPyObject<'a, 'py>,
    for<'a, 'py> PyErr: From<<T as FromPyObject<'a, 'py>>::Error>,
{
    if let Ok(array) = value.cast::<PyArray1<T>>() {
        return Ok(array.try_readonly()?.as_array().to_vec());
    }
    let list: PyResult<Vec<T>> = value.try_iter()?.map(|item| Ok(item?.extract()?)).collect();
    list
}

/// Arrays of numpy.
macro_rules! arrays {
    ($($type:ty, $fixed:literal, $growing:literal;)*) => {$(
        impl<const N: usize> Attribute for [$type; N] {
            const KIND: &'static str = $fixed;
            const COUNT: usize = N;

            fn get<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                Ok(PyArray1::from_slice(py, self).into_any())
            }

            fn set(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let given = numbers::<$type>(value)?;
                let count = given.len();
                *self = given.try_into().map_err(|_| {
                    PyValueError::new_err(format!("{count} numbers instead of {N}"))
                })?;
                Ok(())
            }
        }

        impl Attribute for Vec<$type> {
            const KIND: &'static str = $growing;

            fn get<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                Ok(PyArray1::from_slice(py, self).into_any())
            }

            fn set(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                *self = numbers::<$type>(value)?;
                Ok(())
            }
        }
    )*};
}

arrays! {
    f64, "double*", "double vec";
    f32, "float*", "float vec";
    i32, "int*", "int vec";
}

impl<const N: usize> Attribute for [String; N] {
    const KIND: &'static str = "string vec";
    const COUNT: usize = N;

    fn get<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_vec().get(py)
    }

    fn set(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let given: Vec<String> = value.extract()?;
        if given.len() > N {
            let text = format!("{} names, at most {N}", given.len());
            return Err(PyValueError::new_err(text));
        }
        let mut given = given.into_iter();
        *self = std::array::from_fn(|_| given.next().unwrap_or_default());
        Ok(())
    }
}
