//! Contacts with the names of what touches, and their forces.

use std::ops::Deref;

use crate::data::Contact;
use crate::math::Vec3;
use crate::misuse::Misuse;
use crate::pipeline::constraint;
use crate::{Data, Model};

/// A contact with the model and data that it belongs to. Its own fields are those of [`Contact`].
#[derive(Clone, Copy, Debug)]
pub struct ContactView<'a> {
    model: &'a Model,
    data: &'a Data,
    contact: &'a Contact,
    id: usize,
}

impl Deref for ContactView<'_> {
    type Target = Contact;

    fn deref(&self) -> &Contact {
        self.contact
    }
}

impl<'a> ContactView<'a> {
    /// Its place in [`Data::contact`].
    pub fn id(&self) -> usize {
        self.id
    }

    /// The ids of the geoms that touch; `None` for a flex.
    pub fn geoms(&self) -> [Option<usize>; 2] {
        self.contact.geom.map(|geom| usize::try_from(geom).ok())
    }

    /// The names of the geoms that touch; `None` for one that has no name.
    pub fn geom_names(&self) -> [Option<&'a str>; 2] {
        self.geoms().map(|geom| self.model.geom_name(geom?))
    }

    /// The ids of the bodies that touch; `None` for a flex.
    pub fn bodies(&self) -> [Option<usize>; 2] {
        self.geoms()
            .map(|geom| usize::try_from(*self.model.geom_bodyid.get(geom?)?).ok())
    }

    /// The names of the bodies that touch; `None` for one that has no name.
    pub fn body_names(&self) -> [Option<&'a str>; 2] {
        self.bodies().map(|body| self.model.body_name(body?))
    }

    /// Force and torque on the second geom in the contact's frame, whose first axis is the normal:
    /// normal force, two of friction, torsional and two rolling torques. Zeros where the contact
    /// is not a constraint.
    ///
    /// Needs [`forward`](Data::forward) or [`inverse`](Data::inverse).
    #[doc(alias = "mj_contactForce")]
    pub fn force(&self) -> [f64; 6] {
        constraint::contact_force(self.model, self.data, self.id)
    }

    /// The force on the second geom, in the world's axes. The first gets the opposite.
    pub fn force_world(&self) -> Vec3 {
        let [x, y, z, ..] = self.force();
        self.contact.frame.tr_mul_vec(&Vec3::new(x, y, z))
    }

    /// The torque on the second geom about the contact's point, in the world's axes.
    pub fn torque_world(&self) -> Vec3 {
        let [_, _, _, x, y, z] = self.force();
        self.contact.frame.tr_mul_vec(&Vec3::new(x, y, z))
    }
}

impl Data {
    /// The contacts of the last evaluation, with names and forces.
    ///
    /// ```
    /// use plumbline::{Data, Model};
    ///
    /// let model = Model::from_xml_string(
    ///     "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1'/>
    ///        <body pos='0 0 0.099'><freejoint/><geom name='ball' size='0.1' mass='1'/></body>
    ///      </worldbody></mujoco>",
    /// )?;
    /// let mut data = Data::new(&model);
    /// data.forward(&model)?;
    /// let contact = data.contacts(&model).next().expect("a contact");
    /// assert_eq!(contact.geom_names(), [Some("floor"), Some("ball")]);
    /// assert!(contact.dist < 0.0 && contact.force_world().z > 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contacts<'a>(
        &'a self,
        model: &'a Model,
    ) -> impl ExactSizeIterator<Item = ContactView<'a>> + use<'a> {
        let contacts = self.contact.iter().enumerate();
        contacts.map(move |(id, contact)| ContactView {
            model,
            data: self,
            contact,
            id,
        })
    }

    /// Force and torque of a contact in its own frame: see [`ContactView::force`].
    ///
    /// Needs [`forward`](Data::forward) or [`inverse`](Data::inverse).
    pub fn contact_force(&self, model: &Model, id: usize) -> Result<[f64; 6], Misuse> {
        self.check(model)?;
        Misuse::id("contact", id, self.contact.len())?;
        Ok(constraint::contact_force(model, self, id))
    }
}
