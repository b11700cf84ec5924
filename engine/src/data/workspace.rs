//! Working memory that a stage keeps with the data from step to step.
//!
//! Only the stage knows what it keeps. The data carries it along, so that a step never allocates
//! and a clone of the data has memory of its own.

use std::any::Any;
use std::fmt::Debug;

/// What a stage can keep from step to step.
trait Memory: Any + Debug + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn Memory>;
}

impl<T: Any + Clone + Debug + Send + Sync> Memory for T {
    fn boxed_clone(&self) -> Box<dyn Memory> {
        Box::new(self.clone())
    }
}

/// Room for one stage's memory.
#[derive(Debug, Default)]
pub(crate) struct Workspace(Option<Box<dyn Memory>>);

impl Clone for Workspace {
    fn clone(&self) -> Workspace {
        Workspace(self.0.as_deref().map(Memory::boxed_clone))
    }
}

impl Workspace {
    pub(crate) fn new<T: Any + Clone + Debug + Send + Sync>(memory: T) -> Workspace {
        Workspace(Some(Box::new(memory)))
    }

    /// Takes the memory out, so that it and the data can be changed side by side.
    /// Data that was not made for a model has none: it starts from the default.
    #[inline]
    pub(crate) fn take<T: Any + Default>(&mut self) -> Box<T> {
        let memory = self.0.take().map(|memory| memory as Box<dyn Any>);
        memory
            .and_then(|memory| memory.downcast().ok())
            .unwrap_or_default()
    }

    /// Puts back what was taken out.
    #[inline]
    pub(crate) fn put<T: Any + Clone + Debug + Send + Sync>(&mut self, memory: Box<T>) {
        self.0 = Some(memory);
    }

    #[inline]
    pub(crate) fn get_mut<T: Any>(&mut self) -> Option<&mut T> {
        (self.0.as_deref_mut()? as &mut dyn Any).downcast_mut()
    }
}
