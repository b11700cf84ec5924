//! `extension`, `custom` and `keyframe`.

use super::Writer;
use super::element::Element;
use crate::spec::PluginUse;

impl Writer<'_> {
    /// An element's use of a plugin: an instance by its name, or one of its own.
    pub(super) fn plugin(&self, out: &mut Element, used: &PluginUse) {
        if !used.instance.is_empty() {
            out.text("instance", used.instance.as_str());
            return;
        }
        out.text("plugin", used.plugin.as_str());
        if let Some(own) = used.own {
            self.config(out, own);
        }
    }

    fn config(&self, out: &mut Element, instance: usize) {
        let instance = self.outline.plugins.get(instance);
        for &(key, value) in instance.iter().flat_map(|instance| &instance.config) {
            let config = out.child("config");
            config.text("key", key);
            config.text("value", value);
        }
    }

    pub(super) fn extensions(&self) -> Element {
        let mut section = Element::new("extension");
        let mut seen: Vec<&str> = Vec::new();
        let instances = self.spec.plugins.iter().zip(&self.outline.plugins);
        // The first instance without a name is an element's own, as all that follow.
        let named = instances.take_while(|(instance, _)| !instance.name.is_empty());
        let mut last = None;
        for (id, (instance, described)) in named.enumerate() {
            if last != Some(described.plugin) {
                last = Some(described.plugin);
                seen.push(described.plugin);
                section.child("plugin").text("plugin", described.plugin);
            }
            if let Some(plugin) = section.children.last_mut() {
                let out = plugin.child("instance");
                out.text("name", instance.name.as_str());
                self.config(out, id);
            }
        }
        for extension in &self.spec.extensions {
            if !seen.contains(&extension.plugin.as_str()) {
                seen.push(&extension.plugin);
                let out = section.child("plugin");
                out.text("plugin", extension.plugin.as_str());
            }
        }
        section
    }

    pub(super) fn custom(&self) -> Element {
        let m = self.model;
        let mut section = Element::new("custom");
        for (id, numeric) in self.spec.numerics.iter().enumerate() {
            let (start, count) = (m.numeric_adr[id] as usize, m.numeric_size[id] as usize);
            let out = section.child("numeric");
            out.text("name", numeric.name.as_str());
            out.text("size", count.to_string());
            out.given("data", &m.numeric_data[start..start + count]);
        }
        for text in &self.spec.texts {
            let out = section.child("text");
            out.text("name", text.name.as_str());
            out.text("data", text.data.as_str());
        }
        for (id, tuple) in self.spec.tuples.iter().enumerate() {
            let start = m.tuple_adr[id] as usize;
            let out = section.child("tuple");
            out.text("name", tuple.name.as_str());
            for (at, element) in (start..).zip(&tuple.elements) {
                let out = out.child("element");
                out.text("objtype", element.objtype.name());
                out.text("objname", element.objname.as_str());
                if m.tuple_objprm[at] != 0.0 {
                    out.given("prm", &[m.tuple_objprm[at]]);
                }
            }
        }
        section
    }

    /// Keyframes, each with what differs from the reference configuration.
    pub(super) fn keyframes(&self) -> Element {
        let m = self.model;
        let mut section = Element::new("keyframe");
        let row = |all: &'_ [f64], id: usize, count: usize| -> Vec<f64> {
            all.get(id * count..(id + 1) * count)
                .unwrap_or_default()
                .to_vec()
        };
        let (mut pos, mut quat) = (vec![0.0; 3 * m.nmocap], vec![0.0; 4 * m.nmocap]);
        for (body, &mocap) in m.body_mocapid.iter().enumerate() {
            if let Ok(mocap) = usize::try_from(mocap) {
                pos[3 * mocap..][..3].copy_from_slice(m.body_pos[body].as_slice());
                quat[4 * mocap..][..4].copy_from_slice(&m.body_quat[body].0);
            }
        }
        for id in 0..m.nkey {
            let mut out = Element::new("key");
            let name = self.spec.keyframes.get(id).map(|key| key.name.as_str());
            out.text("name", name.unwrap_or_default());
            // What is not a number differs, but cannot be written: the keyframe stays all the same.
            let mut differs = !out.is_empty() || m.key_time[id] != 0.0;
            if m.key_time[id] != 0.0 {
                out.given("time", &[m.key_time[id]]);
            }
            let mut state = |name, values: Vec<f64>, usual: &[f64]| {
                if values != usual {
                    differs = true;
                    out.given(name, &values);
                }
            };
            state("qpos", row(&m.key_qpos, id, m.nq), &m.qpos0);
            state("qvel", row(&m.key_qvel, id, m.nv), &vec![0.0; m.nv]);
            state("act", row(&m.key_act, id, m.na), &vec![0.0; m.na]);
            state("mpos", row(&m.key_mpos, id, 3 * m.nmocap), &pos);
            state("mquat", row(&m.key_mquat, id, 4 * m.nmocap), &quat);
            state("ctrl", row(&m.key_ctrl, id, m.nu), &vec![0.0; m.nu]);
            if differs {
                section.children.push(out);
            }
        }
        section
    }
}
