//! Elements by name.
//!
//! A model keeps all names in one text, and for each kind of element a hash map with open
//! addressing: a slot is found from the name's hash and, if taken, by walking on to the next one.

use super::ObjectType;
use crate::Model;
use crate::nearest::nearest;

/// Slots of the hash map for each name.
pub(crate) const SLOTS_PER_NAME: usize = 2;

/// A name that no element of its kind has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {} is named `{name}`{}", kind.noun(), self.hint())]
#[non_exhaustive]
pub struct UnknownName {
    /// The kind of element that was looked for.
    pub kind: ObjectType,
    /// The name that was looked for.
    pub name: String,
    /// The name of this kind that was probably meant.
    pub nearest: Option<String>,
    /// All names of this kind, in the order of their ids.
    pub known: Vec<String>,
}

impl UnknownName {
    /// What to write instead: the nearest name, or all of them if they are few.
    fn hint(&self) -> String {
        const FEW: usize = 8;
        match (&self.nearest, &self.known[..]) {
            (Some(near), _) => format!("; did you mean `{near}`?"),
            (None, []) => format!("; the model names no {}", self.kind.noun()),
            (None, names) if names.len() <= FEW => format!("; there are `{}`", names.join("`, `")),
            (None, names) => format!("; none of its {} names is near", names.len()),
        }
    }
}

/// Writes the lookups of every kind of element that can have a name.
macro_rules! named {
    ($($kind:ident $noun:literal $find:ident $name_of:ident $addresses:ident;)*) => {
        impl ObjectType {
            /// The kinds of element that can have a name, in the order of their hash maps.
            pub const NAMED: &[ObjectType] = &[$(ObjectType::$kind),*];

            /// What messages call an element of this kind.
            pub fn noun(self) -> &'static str {
                match self {
                    $(ObjectType::$kind => $noun,)*
                    ObjectType::XBody => "body",
                    ObjectType::Dof => "dof",
                    ObjectType::Unknown => "element",
                }
            }
        }

        impl Model {
            /// Where the names of a kind begin in the text of all names.
            fn name_addresses(&self, kind: ObjectType) -> &[i32] {
                match kind {
                    $(ObjectType::$kind => &self.$addresses,)*
                    ObjectType::XBody => &self.name_bodyadr,
                    ObjectType::Dof | ObjectType::Unknown => &[],
                }
            }

            $(
                #[doc = concat!("The id of the ", $noun, " of that name.")]
                pub fn $find(&self, name: &str) -> Result<usize, UnknownName> {
                    self.id(ObjectType::$kind, name)
                }

                #[doc = concat!("The name of a ", $noun, "; `None` if it has none or does not exist.")]
                pub fn $name_of(&self, id: usize) -> Option<&str> {
                    self.name(ObjectType::$kind, id)
                }
            )*
        }
    };
}

named! {
    Body "body" body body_name name_bodyadr;
    Joint "joint" joint joint_name name_jntadr;
    Geom "geom" geom geom_name name_geomadr;
    Site "site" site site_name name_siteadr;
    Camera "camera" camera camera_name name_camadr;
    Light "light" light light_name name_lightadr;
    Flex "flex" flex flex_name name_flexadr;
    Mesh "mesh" mesh mesh_name name_meshadr;
    Skin "skin" skin skin_name name_skinadr;
    Hfield "height field" hfield hfield_name name_hfieldadr;
    Texture "texture" texture texture_name name_texadr;
    Material "material" material material_name name_matadr;
    Pair "pair" pair pair_name name_pairadr;
    Exclude "exclude" exclude exclude_name name_excludeadr;
    Equality "equality" equality equality_name name_eqadr;
    Tendon "tendon" tendon tendon_name name_tendonadr;
    Actuator "actuator" actuator actuator_name name_actuatoradr;
    Sensor "sensor" sensor sensor_name name_sensoradr;
    Numeric "numeric" numeric numeric_name name_numericadr;
    Text "text" text text_name name_textadr;
    Tuple "tuple" tuple tuple_name name_tupleadr;
    Key "keyframe" key key_name name_keyadr;
    Plugin "plugin" plugin plugin_name name_pluginadr;
}

impl Model {
    /// The id of the element of that kind and name, which indexes its arrays.
    ///
    /// ```
    /// let model = plumbline::Model::from_xml_string(
    ///     "<mujoco><worldbody><body name='head'><geom size='1'/></body></worldbody></mujoco>",
    /// )?;
    /// assert_eq!(model.body("head")?, 1);
    /// let error = model.body("hed").unwrap_err();
    /// assert_eq!(error.to_string(), "no body is named `hed`; did you mean `head`?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "mj_name2id")]
    pub fn id(&self, kind: ObjectType, name: &str) -> Result<usize, UnknownName> {
        self.search(kind, name).ok_or_else(|| {
            let ids = 0..self.name_addresses(kind).len();
            let known: Vec<String> = ids
                .filter_map(|id| self.name(kind, id).map(str::to_owned))
                .collect();
            UnknownName {
                kind,
                name: name.to_owned(),
                nearest: nearest(name, known.iter().map(String::as_str)).map(str::to_owned),
                known,
            }
        })
    }

    /// The name of an element; `None` if it has none or does not exist.
    #[doc(alias = "mj_id2name")]
    pub fn name(&self, kind: ObjectType, id: usize) -> Option<&str> {
        let start = *self.name_addresses(kind).get(id)?;
        let text = self.names.get(usize::try_from(start).ok()?..)?;
        let text: &[u8] = bytemuck::cast_slice(text);
        let end = text.iter().position(|&byte| byte == 0)?;
        let name = std::str::from_utf8(&text[..end]).ok()?;
        (!name.is_empty()).then_some(name)
    }

    /// Walks the slots of the kind's hash map from where the name's hash points to.
    fn search(&self, kind: ObjectType, name: &str) -> Option<usize> {
        let kind = if kind == ObjectType::XBody {
            ObjectType::Body
        } else {
            kind
        };
        let before = ObjectType::NAMED.iter().take_while(|&&other| other != kind);
        let start: usize = before.map(|&other| self.slots(other)).sum();
        let slots = self.names_map.get(start..start + self.slots(kind))?;
        let first = usize::try_from(hash(name).checked_rem(slots.len() as u64)?).ok()?;
        let (after, wrapped) = slots.split_at(first);
        wrapped
            .iter()
            .chain(after)
            .map_while(|&id| usize::try_from(id).ok())
            .find(|&id| self.name(kind, id) == Some(name))
    }

    fn slots(&self, kind: ObjectType) -> usize {
        SLOTS_PER_NAME * self.name_addresses(kind).len()
    }
}

/// Bernstein's hash in its exclusive-or form, over signed bytes.
#[doc(alias = "mj_hashString")]
pub(crate) fn hash(name: &str) -> u64 {
    name.bytes().fold(5381, |hash: u64, byte| {
        hash.wrapping_mul(33) ^ (byte as i8 as i64 as u64)
    })
}
