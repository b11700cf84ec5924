//! Simulators that wrap another one: what they do not change they pass on, in one way.

/// The given methods of [`Simulator`](crate::simulator::Simulator), passed on to the field `inner`.
#[macro_export]
macro_rules! delegate {
    ($($method:ident),+) => {
        $($crate::delegate!(@$method);)+
    };
    (@identity) => {
        fn identity(&self) -> &$crate::simulator::Identity {
            self.inner.identity()
        }
    };
    (@load) => {
        fn load(
            &mut self,
            source: &$crate::simulator::ModelSource,
        ) -> Result<$crate::simulator::Loaded, $crate::simulator::Failure> {
            self.inner.load(source)
        }
    };
    (@reset) => {
        fn reset(&mut self, keyframe: Option<usize>) -> Result<(), $crate::simulator::Failure> {
            self.inner.reset(keyframe)
        }
    };
    (@poison) => {
        fn poison(&mut self, fields: &[String]) -> Result<(), $crate::simulator::Failure> {
            self.inner.poison(fields)
        }
    };
    (@set) => {
        fn set(
            &mut self,
            values: &[$crate::snapshot::Assignment],
        ) -> Result<(), $crate::simulator::Failure> {
            self.inner.set(values)
        }
    };
    (@run) => {
        fn run(
            &mut self,
            action: $crate::simulator::Action,
        ) -> Result<Vec<String>, $crate::simulator::Failure> {
            self.inner.run(action)
        }
    };
    (@call) => {
        fn call(
            &mut self,
            call: &$crate::simulator::call::Call,
        ) -> $crate::simulator::call::Called {
            self.inner.call(call)
        }
    };
}
