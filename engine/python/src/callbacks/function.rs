//! Callbacks that are functions of C, with MuJoCo's types.

use std::ffi::{c_int, c_void};
use std::mem::transmute;

/// Where a function is.
#[derive(Clone, Copy)]
pub struct Function(*const c_void);

type Model = *const c_void;
type Data = *mut c_void;

impl Function {
    /// The function at an address that is not 0.
    pub fn at(address: usize) -> Option<Function> {
        let function = std::ptr::with_exposed_provenance(address);
        (address != 0).then_some(Function(function))
    }

    /// `mjfGeneric`, or `mjfSensor` if there is a stage.
    pub fn tell(self, model: Model, data: Data, stage: Option<usize>) {
        // SAFETY: the program says that the function has this type, as it does to MuJoCo.
        unsafe {
            if let Some(stage) = stage {
                type Sensor = unsafe extern "C" fn(Model, Data, c_int);
                transmute::<*const c_void, Sensor>(self.0)(model, data, stage as c_int);
            } else {
                type Generic = unsafe extern "C" fn(Model, Data);
                transmute::<*const c_void, Generic>(self.0)(model, data);
            }
        }
    }

    /// `mjfAct`: a number for an actuator.
    pub fn number(self, model: Model, data: Data, id: usize) -> f64 {
        type Act = unsafe extern "C" fn(Model, Data, c_int) -> f64;
        // SAFETY: as above.
        unsafe { transmute::<*const c_void, Act>(self.0)(model, data, id as c_int) }
    }

    /// `mjfTime`: what a clock says.
    pub fn time(self) -> f64 {
        type Time = unsafe extern "C" fn() -> f64;
        // SAFETY: as above.
        unsafe { transmute::<*const c_void, Time>(self.0)() }
    }

    /// `mjfConFilt`: whether two geoms are not to collide.
    pub fn filter(self, model: Model, data: Data, geom1: usize, geom2: usize) -> bool {
        type Filter = unsafe extern "C" fn(Model, Data, c_int, c_int) -> c_int;
        // SAFETY: as above.
        let function = unsafe { transmute::<*const c_void, Filter>(self.0) };
        // SAFETY: as above.
        unsafe { function(model, data, geom1 as c_int, geom2 as c_int) != 0 }
    }
}
