//! Numpy arrays: views of memory that the engine owns, and the arguments of functions.
//!
//! Arguments are copied in and results are copied out: a program may give the same array twice, or a
//! view of the very data that a function changes. What numpy knows of an array is read from its
//! struct: a function of a few numbers would else spend its time on asking.

mod values;

use std::ffi::c_int;

use numpy::npyffi::{
    NPY_ARRAY_ALIGNED, NPY_ARRAY_C_CONTIGUOUS, NPY_ARRAY_WRITEABLE, NpyTypes, PY_ARRAY_API,
    PyArray_Descr, PyArrayObject, get_type_object,
};
use numpy::{Element, PyArrayDescr, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use plumbline::internal::fields::Elem;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;

pub use values::Values;

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
            get_type_object(py, NpyTypes::PyArray_Type),
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

/// An array of numpy's own class, with numbers of the machine's own kind that lie side by side.
struct Plain<'a, T> {
    memory: *mut T,
    shape: &'a [usize],
    is_writeable: bool,
}

impl<'a, T: Element> Plain<'a, T> {
    /// What an object is, if it is such an array. Others may still be read, or converted.
    #[inline]
    fn of(object: Borrowed<'a, '_, PyAny>) -> Option<Plain<'a, T>> {
        const READABLE: c_int = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED;
        let py = object.py();
        // SAFETY: an object of exactly this class begins with numpy's public struct, whose shape has
        // as many numbers as it has dimensions and lasts as long as the object is not reshaped,
        // which needs Python's lock.
        unsafe {
            if pyo3::ffi::Py_TYPE(object.as_ptr()) != get_type_object(py, NpyTypes::PyArray_Type) {
                return None;
            }
            let array = &(*object.as_ptr().cast::<PyArrayObject>()).fields;
            // Numpy has one object for the machine's own kind of each number.
            let is_native = array.descr.cast() == T::get_dtype(py).as_ptr();
            if !is_native || array.flags & READABLE != READABLE {
                return None;
            }
            let count = array.nd.max(0) as usize;
            let shape = match count {
                0 => &[],
                _ => std::slice::from_raw_parts(array.dimensions.cast::<usize>(), count),
            };
            Some(Plain {
                memory: array.data.cast::<T>(),
                shape,
                is_writeable: array.flags & NPY_ARRAY_WRITEABLE != 0,
            })
        }
    }

    fn len(&self) -> usize {
        self.shape.iter().product()
    }
}

/// Numbers that a function reads.
pub struct Input<T = f64> {
    pub values: Values<T>,
    pub rows: usize,
    pub columns: usize,
}

impl<'py, T: Element + Copy + Default> FromPyObject<'_, 'py> for Input<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Input<T>> {
        let array = match Plain::<T>::of(object) {
            Some(array) if !array.shape.is_empty() => array,
            _ => return converted(object),
        };
        let (rows, columns) = rows_and_columns(array.shape);
        // SAFETY: the array has this many numbers.
        let values = unsafe { Values::copy_of(array.memory, array.len()) };
        Ok(Input {
            values,
            rows,
            columns,
        })
    }
}

/// What is no plain array, as numpy understands it: lists, other kinds of numbers, parts of arrays.
#[cold]
fn converted<T: Element + Copy + Default>(object: Borrowed<'_, '_, PyAny>) -> PyResult<Input<T>> {
    let py = object.py();
    let complaint = || PyTypeError::new_err("expected numbers");
    // Aligned, because Rust reads nothing else.
    let made = numpy_function(py, "require")?.call1((object, T::get_dtype(py), "A"));
    let array = made
        .map_err(|_| complaint())?
        .cast_into::<PyArrayDyn<T>>()?;
    // A single number is no vector, and None would be one that is not a number.
    if array.shape().is_empty() {
        return Err(complaint());
    }
    let (rows, columns) = rows_and_columns(array.shape());
    let array = array.readonly();
    let values = match array.as_slice() {
        Ok(values) => values.to_vec(),
        Err(_) => array.as_array().iter().copied().collect(),
    };
    Ok(Input {
        values: values.into(),
        rows,
        columns,
    })
}

/// So many numbers that a function reads.
pub struct Fixed<const N: usize>(pub [f64; N]);

impl<'py, const N: usize> FromPyObject<'_, 'py> for Fixed<N> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Fixed<N>> {
        if let Some(array) = Plain::<f64>::of(object)
            && array.len() == N
        {
            // SAFETY: the array has N numbers.
            return Ok(Fixed(unsafe { array.memory.cast::<[f64; N]>().read() }));
        }
        let input: Input = object.extract()?;
        let found = input.values.len();
        let values = <[f64; N]>::try_from(&*input.values);
        values
            .map(Fixed)
            .map_err(|_| PyTypeError::new_err(format!("expected {N} numbers, not {found}")))
    }
}

/// An array that a function writes: contiguous, writeable and of the right type, because nothing is
/// converted.
pub struct Output<T = f64> {
    /// Keeps the numbers alive.
    _array: Py<PyAny>,
    memory: *mut T,
    pub len: usize,
    pub rows: usize,
    pub columns: usize,
}

impl<'py, T: Element + Copy> FromPyObject<'_, 'py> for Output<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Output<T>> {
        let (array, shape) = match Plain::<T>::of(object) {
            Some(array) if array.is_writeable => (array.memory, array.shape),
            _ => writeable(object)?,
        };
        let (rows, columns) = rows_and_columns(shape);
        Ok(Output {
            memory: array,
            len: rows * columns,
            rows,
            columns,
            _array: object.to_owned().unbind(),
        })
    }
}

/// Memory and shape of an array of another class than numpy's own, or a complaint.
#[cold]
fn writeable<'a, T: Element>(object: Borrowed<'a, '_, PyAny>) -> PyResult<(*mut T, &'a [usize])> {
    let Ok(array) = object.cast::<PyArrayDyn<T>>() else {
        let wanted = T::get_dtype(object.py());
        return Err(PyTypeError::new_err(format!(
            "expected a numpy array of {wanted} to write to"
        )));
    };
    if !array.is_c_contiguous() {
        return Err(PyTypeError::new_err("expected a contiguous array"));
    }
    // SAFETY: it is an array.
    let flags = unsafe { (*array.as_array_ptr()).fields.flags };
    if flags & NPY_ARRAY_WRITEABLE == 0 {
        return Err(PyTypeError::new_err("expected a writeable array"));
    }
    if flags & NPY_ARRAY_ALIGNED == 0 {
        return Err(PyTypeError::new_err("expected an aligned array"));
    }
    let (memory, shape) = (array.data(), array.shape());
    // SAFETY: the shape lasts as long as the object is not reshaped, which needs Python's lock.
    let shape = unsafe { std::slice::from_raw_parts(shape.as_ptr(), shape.len()) };
    Ok((memory, shape))
}

impl<T: Element + Copy + Default> Output<T> {
    /// What is in the array.
    pub fn read(&self) -> Values<T> {
        // SAFETY: the array is contiguous, has this many numbers and is kept alive.
        unsafe { Values::copy_of(self.memory, self.len) }
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
        // SAFETY: as above; no reference into the array exists, and `values` is not a part of it.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), self.memory, self.len) };
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
        unsafe { self.0.memory.cast::<[f64; N]>().read() }
    }

    /// Fills the array.
    pub fn write(&self, values: [f64; N]) {
        // SAFETY: as above; no reference into the array exists.
        unsafe { self.0.memory.cast::<[f64; N]>().write(values) };
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

/// A complaint unless a condition holds; only then is it put into words.
pub fn require(condition: bool, complaint: impl std::fmt::Display) -> PyResult<()> {
    if condition {
        Ok(())
    } else {
        Err(PyTypeError::new_err(complaint.to_string()))
    }
}
