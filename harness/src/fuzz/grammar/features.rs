//! What a generated model may have, so that a campaign can ask for it and count pairs of it.

use crate::case::random::Random;
use crate::named_enum::named_enum;

named_enum! {
    /// A part of MJCF that a model has or has not.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Feature {
        Actuator = "actuator",
        Attach = "attach",
        Camera = "camera",
        Class = "class",
        Compiler = "compiler",
        Composite = "composite",
        Contact = "contact",
        Custom = "custom",
        Equality = "equality",
        Exotic = "exotic",
        Fit = "fit",
        Flag = "flag",
        Flex = "flex",
        Fluid = "fluid",
        Frame = "frame",
        Height = "hfield",
        Inertial = "inertial",
        Keyframe = "keyframe",
        Many = "many",
        Memory = "memory",
        Mesh = "mesh",
        Mocap = "mocap",
        Muscle = "muscle",
        Option = "option",
        Pair = "pair",
        Plugin = "plugin",
        Replicate = "replicate",
        Sensor = "sensor",
        Skin = "skin",
        Tendon = "tendon",
        Texture = "texture",
        User = "user",
        Visual = "visual",
        Wrap = "wrap",
    }
}

impl Feature {
    /// Those that are asked for, and some more by chance: few in most models, so that a difference
    /// has few causes.
    pub fn choose(random: &mut Random, wanted: &[Feature]) -> Vec<Feature> {
        let share = *random.pick(&[0.08, 0.2, 0.4]).unwrap_or(&0.2);
        let mut chosen = Vec::new();
        for &feature in Feature::ALL {
            // Drawn for every feature, so that those that are asked for do not change the others.
            let by_chance = random.chance(share * feature.weight());
            if by_chance || wanted.contains(&feature) {
                chosen.push(feature);
            }
        }
        if chosen.contains(&Feature::Wrap) && !chosen.contains(&Feature::Tendon) {
            chosen.push(Feature::Tendon);
        }
        chosen
    }

    /// How often a feature is wanted beside the others.
    fn weight(self) -> f64 {
        match self {
            Feature::Actuator | Feature::Sensor | Feature::Option | Feature::Tendon => 2.0,
            Feature::Visual | Feature::Texture | Feature::Skin | Feature::Custom => 0.4,
            // These make many models fail in the same, agreed way.
            Feature::Exotic | Feature::Memory => 0.5,
            _ => 1.0,
        }
    }
}
