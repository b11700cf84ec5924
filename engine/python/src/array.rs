//! Numpy arrays: views of memory that the engine owns, and the arguments of functions.
//!
//! Arguments are copied in and results are copied out: a program may give the same array twice, or a
//! view of the very data that a function changes.

use numpy::npyffi::{NPY_ARRAY_WRITEABLE, PY_ARRAY_API, PyArray_Descr, PyArrayObject};
use numpy::{Element, PyArrayDescr, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use plumbline::internal::fields::Elem;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict};

/// Numpy's type for a number of a field.
pub fn dtype(py: Python<'_>, elem: Elem) -> Bound<'_, PyArrayDescr> {
    match elem {
        Elem::F64 => numpy::dtype::<f64>(py),
        Elem::F32 => numpy::dtype::<f32>(py),
        Elem::I32 => numpy::dtype::<i32>(py),
        Elem::U8 => numpy::dtype::<u8>(py),
        Elem::Char => numpy::dtype::<i8>(py),
        Elem::U64 => numpy::dtype::<u64>(py),
    }
}

/// An array that shows memory of `owner`, which it keeps alive.
///
/// # Safety
///
/// The memory must be large enough for the shape and stay where it is as long as `owner` lives.
pub unsafe fn view<'py>(
    elem: Elem,
    shape: &[usize],
    memory: *mut u8,
    owner: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = owner.py();
    let mut dims: Vec<isize> = shape.iter().map(|&n| n as isize).collect();
    // SAFETY: numpy takes the reference to the type, and another one to the owner; the caller
    // vouches for the memory.
    unsafe {
        let array = PY_ARRAY_API.PyArray_NewFromDescr(
            py,
            numpy::npyffi::get_type_object(py, numpy::npyffi::NpyTypes::PyArray_Type),
            dtype(py, elem).into_ptr().cast::<PyArray_Descr>(),
            dims.len() as i32,
            dims.as_mut_ptr(),
            std::ptr::null_mut(),
            memory.cast(),
            NPY_ARRAY_WRITEABLE,
            std::ptr::null_mut(),
        );
        let array = Bound::from_owned_ptr_or_err(py, array)?;
        let base = owner.clone().into_ptr();
        if PY_ARRAY_API.PyArray_SetBaseObject(py, array.as_ptr().cast::<PyArrayObject>(), base) < 0
        {
            return Err(PyErr::fetch(py));
        }
        Ok(array)
    }
}

/// An empty array of its own.
pub fn empty<'py>(py: Python<'py>, elem: Elem, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let zeros = numpy_function(py, "zeros")?;
    zeros.call1((shape.to_vec(), dtype(py, elem)))
}

fn numpy_function<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let numpy = NUMPY.get_or_try_init(py, || PyModule::import(py, "numpy").map(Bound::unbind))?;
    numpy.bind(py).getattr(name)
}

/// Rows and columns of an array: a list is a column; dimensions after the second count as columns.
fn rows_and_columns(shape: &[usize]) -> (usize, usize) {
    match *shape {
        [] => (1, 1),
        [n] => (n, 1),
        [rows, ref rest @ ..] => (rows, rest.iter().product()),
    }
}

/// Numbers that a function reads.
pub struct Input<T = f64> {
    pub values: Vec<T>,
    pub rows: usize,
    pub columns: usize,
}

impl<'py, T: Element + Copy> FromPyObject<'_, 'py> for Input<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Input<T>> {
        let py = object.py();
        let array = match object.cast::<PyArrayDyn<T>>() {
            Ok(array) => array.to_owned(),
            Err(_) => {
                let options = PyDict::new(py);
                options.set_item("dtype", T::get_dtype(py))?;
                let made = numpy_function(py, "asarray")?.call((object,), Some(&options));
                made.map_err(|_| PyTypeError::new_err("expected numbers"))?
                    .cast_into::<PyArrayDyn<T>>()?
            }
        };
        let (rows, columns) = rows_and_columns(array.shape());
        let array = array.readonly();
        let values = match array.as_slice() {
            Ok(values) => values.to_vec(),
            Err(_) => array.as_array().iter().copied().collect(),
        };
        Ok(Input {
            values,
            rows,
            columns,
        })
    }
}

/// So many numbers that a function reads.
pub struct Fixed<const N: usize>(pub [f64; N]);

impl<'py, const N: usize> FromPyObject<'_, 'py> for Fixed<N> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Fixed<N>> {
        let input: Input = object.extract()?;
        let found = input.values.len();
        let values = input.values.try_into();
        values
            .map(Fixed)
            .map_err(|_| PyTypeError::new_err(format!("expected {N} numbers, not {found}")))
    }
}

/// An array that a function writes: contiguous, writeable and of the right type, because nothing is
/// converted.
pub struct Output<T = f64> {
    array: Py<PyArrayDyn<T>>,
    memory: *mut T,
    pub len: usize,
    pub rows: usize,
    pub columns: usize,
}

impl<'py, T: Element + Copy> FromPyObject<'_, 'py> for Output<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Output<T>> {
        let Ok(array) = object.cast::<PyArrayDyn<T>>() else {
            let wanted = T::get_dtype(object.py());
            return Err(PyTypeError::new_err(format!(
                "expected a numpy array of {wanted} to write to"
            )));
        };
        if !array.is_c_contiguous() {
            return Err(PyTypeError::new_err("expected a contiguous array"));
        }
        let writeable: bool = array.getattr("flags")?.getattr("writeable")?.extract()?;
        if !writeable {
            return Err(PyTypeError::new_err("expected a writeable array"));
        }
        let (rows, columns) = rows_and_columns(array.shape());
        Ok(Output {
            memory: array.data(),
            len: array.len(),
            rows,
            columns,
            array: array.to_owned().unbind(),
        })
    }
}

impl<T: Element + Copy> Output<T> {
    /// What is in the array.
    pub fn read(&self) -> Vec<T> {
        // SAFETY: the array is contiguous, has this many numbers and is kept alive.
        (0..self.len)
            .map(|i| unsafe { self.memory.add(i).read() })
            .collect()
    }

    /// Where the numbers are.
    pub fn memory(&self) -> *mut T {
        self.memory
    }

    /// Puts as many numbers into the array as it has.
    pub fn write(&self, values: &[T]) -> PyResult<()> {
        if values.len() != self.len {
            let (len, given) = (self.len, values.len());
            return Err(PyTypeError::new_err(format!(
                "expected an array of {given} numbers, not {len}"
            )));
        }
        for (i, &value) in values.iter().enumerate() {
            // SAFETY: as above; no reference into the array exists.
            unsafe { self.memory.add(i).write(value) };
        }
        let _keep = &self.array;
        Ok(())
    }

    /// Changes the numbers in place.
    pub fn change<R>(&self, work: impl FnOnce(&mut [T]) -> R) -> PyResult<R> {
        let mut values = self.read();
        let result = work(&mut values);
        self.write(&values)?;
        Ok(result)
    }
}

/// An array of so many numbers that a function writes.
pub struct FixedOutput<const N: usize>(Output);

impl<'py, const N: usize> FromPyObject<'_, 'py> for FixedOutput<N> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<FixedOutput<N>> {
        let output: Output = object.extract()?;
        if output.len != N {
            let found = output.len;
            return Err(PyTypeError::new_err(format!(
                "expected an array of {N} numbers, not {found}"
            )));
        }
        Ok(FixedOutput(output))
    }
}

impl<const N: usize> FixedOutput<N> {
    /// What is in the array.
    pub fn read(&self) -> [f64; N] {
        // SAFETY: the array has N numbers and is kept alive.
        std::array::from_fn(|i| unsafe { self.0.memory.add(i).read() })
    }

    /// Fills the array.
    pub fn write(&self, values: [f64; N]) {
        for (i, value) in values.into_iter().enumerate() {
            // SAFETY: as above; no reference into the array exists.
            unsafe { self.0.memory.add(i).write(value) };
        }
    }
}

/// Text, or the bytes of some.
pub struct Text(pub String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Text> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            let text = std::str::from_utf8(bytes.as_bytes());
            let text = text.map_err(|error| PyValueError::new_err(error.to_string()))?;
            return Ok(Text(text.to_owned()));
        }
        object.extract().map(Text)
    }
}

/// A complaint unless a condition holds.
pub fn require(condition: bool, complaint: &str) -> PyResult<()> {
    if condition {
        Ok(())
    } else {
        Err(PyTypeError::new_err(complaint.to_owned()))
    }
}
