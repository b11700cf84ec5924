//! The plugins that the program has: those of MuJoCo's wheel, and what a program adds.
//!
//! As in MuJoCo, a plugin has a slot for as long as the program runs, and models have the numbers
//! of slots. Those of the wheel come first, in the order of its libraries' names.

mod cable;
mod number;
mod pid;
mod sampled;
mod shape;
mod shell;
mod touch_grid;

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use crate::data::plugin::Plugin;
use crate::{Data, Model};

/// What is in a slot.
type Slot = Arc<dyn Plugin>;

static SLOTS: LazyLock<RwLock<Vec<Slot>>> = LazyLock::new(|| {
    let mut slots: Vec<Slot> = vec![
        Arc::new(pid::PidPlugin),
        Arc::new(cable::CablePlugin),
        Arc::new(shell::ShellPlugin),
    ];
    slots.extend(shape::SHAPES.map(|shape| Arc::new(shape) as Slot));
    slots.push(Arc::new(sampled::SampledPlugin));
    slots.push(Arc::new(touch_grid::TouchGridPlugin));
    RwLock::new(slots)
});

/// Makes a plugin known to the program, so that models can ask for it by its name. Returns its
/// slot, or none if there is another plugin of that name or it has none.
///
/// ```
/// use plumbline::data::plugin::{Capability, Plugin, PluginInstance};
/// use plumbline::{Data, Model};
///
/// /// Pushes every dof with the same force.
/// #[derive(Clone, Debug)]
/// struct Push(f64);
///
/// impl Plugin for Push {
///     fn name(&self) -> &str {
///         "example.push"
///     }
///     fn attributes(&self) -> &[&str] {
///         &["force"]
///     }
///     fn capabilities(&self) -> &[Capability] {
///         &[Capability::Passive]
///     }
///     fn start(&self, model: &Model, _: &mut Data, id: usize) -> Result<Box<dyn PluginInstance>, String> {
///         let force = model.plugin_config(self, id).get("force").parse();
///         Ok(Box::new(Push(force.map_err(|_| "`force` is no number")?)))
///     }
/// }
///
/// impl PluginInstance for Push {
///     fn boxed_clone(&self) -> Box<dyn PluginInstance> {
///         Box::new(self.clone())
///     }
///     fn compute(&mut self, _: &Model, data: &mut Data, _: Capability) {
///         data.qfrc_passive.iter_mut().for_each(|force| *force += self.0);
///     }
/// }
///
/// plumbline::register_plugin(Push(0.0));
/// let model = Model::from_xml_string(
///     "<mujoco>
///        <extension><plugin plugin='example.push'/></extension>
///        <worldbody>
///          <body>
///            <joint type='slide'/>
///            <geom size='0.1' mass='2'/>
///            <plugin plugin='example.push'><config key='force' value='19.62'/></plugin>
///          </body>
///        </worldbody>
///      </mujoco>",
/// )?;
/// let mut data = Data::new(&model);
/// data.forward(&model)?;
/// assert_eq!(data.qacc[0], 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "mjp_registerPlugin")]
pub fn register_plugin(plugin: impl Plugin + 'static) -> Option<usize> {
    let mut slots = SLOTS.write().unwrap_or_else(PoisonError::into_inner);
    let taken = slots.iter().any(|slot| slot.name() == plugin.name());
    if taken || plugin.name().is_empty() {
        return None;
    }
    slots.push(Arc::new(plugin));
    Some(slots.len() - 1)
}

/// The slot of a plugin by its name, and what is in it.
#[doc(alias = "mjp_getPlugin")]
pub(crate) fn find(name: &str) -> Option<(usize, Arc<dyn Plugin>)> {
    let slots = SLOTS.read().unwrap_or_else(PoisonError::into_inner);
    let slot = slots.iter().position(|slot| slot.name() == name)?;
    Some((slot, slots[slot].clone()))
}

/// The plugin in a slot.
#[doc(alias = "mjp_getPluginAtSlot")]
pub(crate) fn at(slot: i32) -> Option<Arc<dyn Plugin>> {
    let slots = SLOTS.read().unwrap_or_else(PoisonError::into_inner);
    slots.get(usize::try_from(slot).ok()?).cloned()
}

/// Starts an instance of every plugin of the model. Says which one cannot be started, and why.
#[doc(alias = "mj_initPlugin")]
pub(crate) fn start(model: &Model, data: &mut Data) -> Result<(), (usize, String)> {
    for (id, &slot) in model.plugin.iter().enumerate() {
        let plugin = at(slot).ok_or_else(|| (id, format!("there is no plugin in slot {slot}")))?;
        let instance = plugin.start(model, data, id).map_err(|wrong| (id, wrong))?;
        data.plugins.push(&*plugin, instance);
    }
    Ok(())
}
