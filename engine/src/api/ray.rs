//! What rays meet, and how far geoms are apart.

use crate::math::{Mat3, Vec3};
use crate::misuse::Misuse;
use crate::model::GeomType;
use crate::pipeline::collision::{self, GeomDistance};
use crate::query::ray::{self, FlexParts, NoDirection, Ray, RayFilter, RayHit, RayVertex};
use crate::{Data, Model};

impl Ray {
    /// Where the ray meets a shape that belongs to no model, in units of the ray's vector: `pos`
    /// and `mat` place it in the world, `size` is as in `geom_size`.
    ///
    /// ```
    /// use plumbline::Ray;
    /// use plumbline::math::{Mat3, Vec3};
    /// use plumbline::model::GeomType;
    ///
    /// let ray = Ray {
    ///     point: Vec3::new(3.0, 0.0, 0.0),
    ///     vector: Vec3::new(-1.0, 0.0, 0.0),
    /// };
    /// let half = Vec3::new(1.0, 1.0, 1.0);
    /// let hit = ray.meets_shape(GeomType::Box, &Vec3::zeros(), &Mat3::IDENTITY, &half);
    /// assert_eq!(hit, Some(2.0));
    /// ```
    ///
    /// # Panics
    ///
    /// If the shape is a mesh or a height field, which `size` does not describe.
    #[doc(alias = "mju_rayGeom")]
    #[track_caller]
    pub fn meets_shape(&self, shape: GeomType, pos: &Vec3, mat: &Mat3, size: &Vec3) -> Option<f64> {
        assert!(
            !matches!(shape, GeomType::Mesh | GeomType::Hfield | GeomType::Sdf),
            "a size does not describe a {}",
            shape.name()
        );
        ray::ray_shape(shape, pos, mat, size, self)
    }

    /// Where the ray first meets a surface of triangles, such as a skin as it is drawn, and the
    /// vertex that is nearest to that place. Triangles of either orientation count.
    ///
    /// ```
    /// use plumbline::Ray;
    /// use plumbline::math::Vec3;
    ///
    /// let ray = Ray {
    ///     point: Vec3::new(0.1, 0.2, 1.0),
    ///     vector: Vec3::new(0.0, 0.0, -1.0),
    /// };
    /// let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let hit = ray.meets_triangles(&[[0, 1, 2]], &vertices).expect("a hit");
    /// assert_eq!((hit.dist, hit.vertex), (1.0, 0));
    /// ```
    ///
    /// # Panics
    ///
    /// If a triangle has an index that no vertex has.
    #[doc(alias = "mju_raySkin")]
    #[track_caller]
    pub fn meets_triangles(
        &self,
        triangles: &[[i32; 3]],
        vertices: &[[f32; 3]],
    ) -> Option<RayVertex> {
        ray::skin(triangles, vertices, self)
    }
}

impl Data {
    /// The nearest geom that a ray meets.
    ///
    /// MuJoCo also marks the nodes of meshes' trees that the ray passes in `bvh_active`; here only
    /// rangefinders do.
    ///
    /// Needs [`kinematics`](Data::kinematics).
    ///
    /// ```
    /// use plumbline::math::Vec3;
    /// use plumbline::{Data, Model, Ray, RayFilter};
    ///
    /// let model = Model::from_xml_string(
    ///     "<mujoco><worldbody>
    ///        <geom name='floor' type='plane' size='1 1 1'/>
    ///      </worldbody></mujoco>",
    /// )?;
    /// let mut data = Data::new(&model);
    /// data.forward(&model)?;
    /// let down = Ray {
    ///     point: Vec3::new(0.0, 0.0, 2.0),
    ///     vector: Vec3::new(0.0, 0.0, -1.0),
    /// };
    /// let hit = data.ray(&model, &down, &RayFilter::default())?.expect("the floor");
    /// assert_eq!((model.geom_name(hit.geom), hit.dist), (Some("floor"), 2.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoDirection`] if the ray's vector is too short.
    ///
    /// # Panics
    ///
    /// If the data does not belong to the model.
    #[doc(alias = "mj_ray")]
    #[track_caller]
    pub fn ray(
        &self,
        model: &Model,
        ray: &Ray,
        filter: &RayFilter,
    ) -> Result<Option<RayHit>, NoDirection> {
        self.require(model);
        ray::ray(model, self, ray, filter, &mut |_| {})
    }

    /// Where a ray meets one geom, whether or not it is visible, in units of the ray's vector.
    ///
    /// Needs [`kinematics`](Data::kinematics).
    ///
    /// # Panics
    ///
    /// If there is no such geom, or the data does not belong to the model.
    #[doc(alias("mj_rayMesh", "mj_rayHfield"))]
    #[track_caller]
    pub fn ray_geom(&self, model: &Model, geom: usize, ray: &Ray) -> Option<f64> {
        self.require(model);
        super::or_panic(Misuse::id("geom", geom, model.ngeom));
        ray::ray_geom(model, self, geom, ray, &mut |_| {})
    }

    /// Where a ray first meets the parts of a flex that are shown, and the nearest of the vertices
    /// there, counted within the flex.
    ///
    /// Needs [`flex`](Data::flex).
    ///
    /// ```
    /// use plumbline::math::Vec3;
    /// use plumbline::{Data, FlexParts, Model, Ray};
    ///
    /// let model = Model::from_xml_string(
    ///     "<mujoco><worldbody><body name='b'>
    ///        <flexcomp name='cloth' count='3 3 1' spacing='1 1 1' radius='0.01'/>
    ///      </body></worldbody></mujoco>",
    /// )?;
    /// let mut data = Data::new(&model);
    /// data.forward(&model)?;
    /// let down = Ray {
    ///     point: Vec3::new(0.9, 0.9, 2.0),
    ///     vector: Vec3::new(0.0, 0.0, -1.0),
    /// };
    /// let faces = FlexParts {
    ///     faces: true,
    ///     ..FlexParts::default()
    /// };
    /// let hit = data.ray_flex(&model, 0, &down, &faces).expect("the cloth");
    /// assert_eq!((hit.dist, hit.vertex), (2.0, 8));
    /// assert_eq!(data.ray_flex(&model, 0, &down, &FlexParts::default()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such flex, or the data does not belong to the model.
    #[doc(alias = "mju_rayFlex")]
    #[track_caller]
    pub fn ray_flex(
        &self,
        model: &Model,
        flex: usize,
        ray: &Ray,
        parts: &FlexParts,
    ) -> Option<RayVertex> {
        self.require(model);
        super::or_panic(Misuse::id("flex", flex, model.nflex));
        ray::flex(model, self, flex, ray, parts)
    }

    /// The nearest geom that each of several rays from one point meets. Geoms farther away than
    /// `cutoff` do not count.
    ///
    /// MuJoCo places a body's bounding sphere without turning it and may so miss a geom that a
    /// single ray meets; this is kept.
    ///
    /// Needs [`kinematics`](Data::kinematics).
    ///
    /// # Errors
    ///
    /// [`NoDirection`] if a ray's vector is too short.
    ///
    /// # Panics
    ///
    /// If the data does not belong to the model.
    #[doc(alias = "mj_multiRay")]
    #[track_caller]
    pub fn multi_ray(
        &self,
        model: &Model,
        point: &Vec3,
        vectors: &[Vec3],
        filter: &RayFilter,
        cutoff: f64,
    ) -> Result<Vec<Option<RayHit>>, NoDirection> {
        self.require(model);
        ray::multi_ray(model, self, point, vectors, filter, cutoff)
    }

    /// The smallest distance between two geoms, when it is below `distmax`; else `distmax`, or
    /// MuJoCo's largest number with the native back end. Nothing but working memory is changed.
    ///
    /// Needs [`kinematics`](Data::kinematics).
    ///
    /// # Panics
    ///
    /// If there is no such geom, or the data does not belong to the model.
    #[doc(alias = "mj_geomDistance")]
    #[track_caller]
    pub fn geom_distance(
        &mut self,
        model: &Model,
        geom1: usize,
        geom2: usize,
        distmax: f64,
    ) -> GeomDistance {
        self.require(model);
        for geom in [geom1, geom2] {
            super::or_panic(Misuse::id("geom", geom, model.ngeom));
        }
        collision::geom_distance(model, self, geom1, geom2, distmax)
    }
}
