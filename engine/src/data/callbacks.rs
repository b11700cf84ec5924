//! User callbacks, called by the pipeline.
//!
//! They belong to a [`Data`], where MuJoCo's are global; a clone of the data shares them. A
//! callback may capture what it likes, as long as it can be called from any thread.

use std::fmt;
use std::sync::Arc;

use crate::model::NeedStage;
use crate::{Data, Model};

/// Called once in each evaluation of the dynamics.
#[doc(alias = "mjfGeneric")]
pub type Callback = Arc<dyn Fn(&Model, &mut Data) + Send + Sync>;

/// Gives one number for an actuator.
#[doc(alias = "mjfAct")]
pub type ActuatorCallback = Arc<dyn Fn(&Model, &Data, usize) -> f64 + Send + Sync>;

/// Gives the rate of an actuator's activation; where there are several activation variables, it
/// writes their rates to `act_dot` itself and what it returns does not count.
pub type ActivationCallback = Arc<dyn Fn(&Model, &mut Data, usize) -> f64 + Send + Sync>;

/// Fills in the readings of user sensors of one stage.
#[doc(alias = "mjfSensor")]
pub type SensorCallback = Arc<dyn Fn(&Model, &mut Data, NeedStage) + Send + Sync>;

/// Whether two geoms are not to collide.
#[doc(alias = "mjfConFilt")]
pub type ContactFilter = Arc<dyn Fn(&Model, &Data, usize, usize) -> bool + Send + Sync>;

/// The user's callbacks; none by default.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use std::sync::Arc;
///
/// use plumbline::{Data, Model};
///
/// let model = Model::from_xml_string(
///     "<mujoco>
///        <worldbody><body><joint name='hinge'/><geom size='0.1'/></body></worldbody>
///        <actuator><motor joint='hinge'/></actuator>
///      </mujoco>",
/// )?;
/// let mut data = Data::new(&model);
/// let (gain, calls) = (-3.0, Arc::new(AtomicUsize::new(0)));
/// let counter = Arc::clone(&calls);
/// data.callbacks.set_control(move |_, data| {
///     data.ctrl[0] = gain * data.qpos[0];
///     counter.fetch_add(1, Ordering::Relaxed);
/// });
/// data.qpos[0] = 0.5;
/// data.step(&model)?;
/// assert_eq!((data.ctrl[0], calls.load(Ordering::Relaxed)), (-1.5, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Callbacks {
    /// Sets controls and applied forces, after velocities and before actuation.
    #[doc(alias = "mjcb_control")]
    pub control: Option<Callback>,
    /// Adds to `qfrc_passive`.
    #[doc(alias = "mjcb_passive")]
    pub passive: Option<Callback>,
    /// Rate of the activation of an actuator with user dynamics; 0 without it.
    #[doc(alias = "mjcb_act_dyn")]
    pub act_dyn: Option<ActivationCallback>,
    /// Gain of an actuator with a user gain; 1 without it.
    #[doc(alias = "mjcb_act_gain")]
    pub act_gain: Option<ActuatorCallback>,
    /// Bias of an actuator with a user bias; 0 without it.
    #[doc(alias = "mjcb_act_bias")]
    pub act_bias: Option<ActuatorCallback>,
    /// Readings of user sensors, once for each stage that has any.
    #[doc(alias = "mjcb_sensor")]
    pub sensor: Option<SensorCallback>,
    /// Takes the place of the comparison of `contype` and `conaffinity` of two geoms, the one of
    /// the lower type first: `true` leaves the pair out. Bodies whose masks do not match at all
    /// are never asked for, and explicit pairs collide in any case.
    #[doc(alias = "mjcb_contactfilter")]
    pub contact_filter: Option<ContactFilter>,
    /// A clock for [`Data::timer`], asked before and after each part of the pipeline.
    #[doc(alias = "mjcb_time")]
    pub time: Option<fn() -> f64>,
}

impl Callbacks {
    /// Whether there is none.
    pub(crate) fn are_none(&self) -> bool {
        let Callbacks {
            control,
            passive,
            act_dyn,
            act_gain,
            act_bias,
            sensor,
            contact_filter,
            time,
        } = self;
        control.is_none()
            && passive.is_none()
            && act_dyn.is_none()
            && act_gain.is_none()
            && act_bias.is_none()
            && sensor.is_none()
            && contact_filter.is_none()
            && time.is_none()
    }
}

/// Setters: a closure given to them needs no types.
macro_rules! setters {
    ($($set:ident $name:ident($($argument:ty),*) $(-> $result:ty)?;)*) => {
        impl Callbacks {
            $(
                #[doc = concat!(
                    "Sets [`", stringify!($name), "`](Callbacks::", stringify!($name), ")."
                )]
                pub fn $set(
                    &mut self,
                    callback: impl Fn($($argument),*) $(-> $result)? + Send + Sync + 'static,
                ) {
                    self.$name = Some(Arc::new(callback));
                }
            )*
        }

        impl fmt::Debug for Callbacks {
            /// Names those that are set.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut set = f.debug_set();
                $(if self.$name.is_some() {
                    set.entry(&format_args!(stringify!($name)));
                })*
                if self.time.is_some() {
                    set.entry(&format_args!("time"));
                }
                set.finish()
            }
        }
    };
}

setters! {
    set_control control(&Model, &mut Data);
    set_passive passive(&Model, &mut Data);
    set_act_dyn act_dyn(&Model, &mut Data, usize) -> f64;
    set_act_gain act_gain(&Model, &Data, usize) -> f64;
    set_act_bias act_bias(&Model, &Data, usize) -> f64;
    set_sensor sensor(&Model, &mut Data, NeedStage);
    set_contact_filter contact_filter(&Model, &Data, usize, usize) -> bool;
}
