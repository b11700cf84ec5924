//! How many there are of each kind of thing in a model.

macro_rules! sizes {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// Numbers in `qpos`: 7 for each free joint, 4 for a ball, 1 for a slide or hinge.
        nq: usize;
        /// Degrees of freedom, numbers in `qvel`: 6 for each free joint, 3 for a ball, 1 for a
        /// slide or hinge.
        nv: usize;
        /// Actuators, and so numbers in `ctrl`.
        nu: usize;
        /// Activations of actuators that have a state of their own, numbers in `act`.
        na: usize;
        /// Bodies, the world (body 0) included.
        nbody: usize;
        /// Nodes of all bounding volume hierarchies: of bodies, meshes and flexes.
        nbvh: usize;
        /// Nodes whose box is fixed in the frame of its body or mesh.
        nbvhstatic: usize;
        /// Nodes whose box changes with the state: those of flexes.
        nbvhdynamic: usize;
        /// Joints of all bodies.
        njnt: usize;
        /// Geoms of all bodies, those of the world included.
        ngeom: usize;
        /// Sites of all bodies, those of the world included.
        nsite: usize;
        /// Cameras fixed in the model.
        ncam: usize;
        /// Lights fixed in the model.
        nlight: usize;
        /// Flexes: deformable lines, sheets and solids.
        nflex: usize;
        /// Vertices of all flexes.
        nflexvert: usize;
        /// Edges of all flexes.
        nflexedge: usize;
        /// Elements (segments, triangles or tetrahedra) of all flexes.
        nflexelem: usize;
        /// Vertex ids that the elements of all flexes are made of.
        nflexelemdata: usize;
        /// Edge ids that the elements of all flexes are made of.
        nflexelemedge: usize;
        /// Vertex ids that the outer surfaces of all flexes are made of.
        nflexshelldata: usize;
        /// Pairs of an element and a vertex that are tested for contact within a flex.
        nflexevpair: usize;
        /// Texture coordinates of flex vertices.
        nflextexcoord: usize;
        /// Meshes, of which a geom has the convex hull.
        nmesh: usize;
        /// Vertices of all meshes.
        nmeshvert: usize;
        /// Normals of all meshes.
        nmeshnormal: usize;
        /// Texture coordinates of all meshes.
        nmeshtexcoord: usize;
        /// Triangles of all meshes.
        nmeshface: usize;
        /// Integers that describe the convex hulls of all meshes.
        nmeshgraph: usize;
        /// Skins: surfaces that are drawn over bodies.
        nskin: usize;
        /// Vertices of all skins.
        nskinvert: usize;
        /// Texture coordinates of all skins.
        nskintexvert: usize;
        /// Triangles of all skins.
        nskinface: usize;
        /// Bones of all skins.
        nskinbone: usize;
        /// Pairs of a bone and a vertex that it moves, in all skins.
        nskinbonevert: usize;
        /// Height fields, the shape of uneven ground.
        nhfield: usize;
        /// Heights in the grids of all height fields.
        nhfielddata: usize;
        /// Textures that materials can have.
        ntex: usize;
        /// Bytes of all textures' images.
        ntexdata: usize;
        /// Materials that geoms and others are drawn with.
        nmat: usize;
        /// Pairs of geoms whose contacts the author parameterised by hand.
        npair: usize;
        /// Pairs of bodies that never touch.
        nexclude: usize;
        /// Equality constraints, active or not.
        neq: usize;
        /// Tendons, fixed and spatial.
        ntendon: usize;
        /// Elements of all tendons' paths: sites, wrapping geoms, pulleys and joints.
        nwrap: usize;
        /// Sensors; each has one or more numbers in `sensordata`.
        nsensor: usize;
        /// Named lists of numbers that the author added.
        nnumeric: usize;
        /// Numbers in all those lists.
        nnumericdata: usize;
        /// Named texts that the author added.
        ntext: usize;
        /// Bytes of all those texts, each with a zero at its end.
        ntextdata: usize;
        /// Named lists of elements that the author added.
        ntuple: usize;
        /// Elements in all those lists.
        ntupledata: usize;
        /// Keyframes: states that the author wrote down.
        nkey: usize;
        /// Bodies that the user places (motion capture).
        nmocap: usize;
        /// Instances of plugins in the model.
        nplugin: usize;
        /// Bytes of all plugins' configurations.
        npluginattr: usize;
        /// Numbers of the user per body.
        nuser_body: usize;
        /// Numbers of the user per joint.
        nuser_jnt: usize;
        /// Numbers of the user per geom.
        nuser_geom: usize;
        /// Numbers of the user per site.
        nuser_site: usize;
        /// Numbers of the user per camera.
        nuser_cam: usize;
        /// Numbers of the user per tendon.
        nuser_tendon: usize;
        /// Numbers of the user per actuator.
        nuser_actuator: usize;
        /// Numbers of the user per sensor.
        nuser_sensor: usize;
        /// Bytes of all names, each with a zero at its end.
        nnames: usize;
        /// Bytes of all paths of files, each with a zero at its end.
        npaths: usize;
        /// Slots of the hash tables by which MuJoCo finds names.
        nnames_map: usize;
        /// Elements of the joint-space inertia matrix that can be nonzero, lower triangle only:
        /// those of a dof with itself and with its ancestors.
        nM: usize;
        /// Pairs of a body and a dof that moves it or hangs below it.
        nB: usize;
        /// Elements of a matrix over dofs, both triangles, in which simple dofs have only their
        /// diagonal.
        nC: usize;
        /// Elements of a matrix over dofs, both triangles, that couple dofs on one chain.
        nD: usize;
        /// Elements of the actuators' moment arms that can be nonzero.
        nJmom: usize;
        /// Kinematic trees: branches below the world that can move.
        ntree: usize;
        /// Bodies with gravity compensation.
        ngravcomp: usize;
        /// Constraint rows that the equality constraints can have at most.
        nemax: i32;
        /// Constraint rows that the author asked memory for; -1 leaves it to the engine.
        njmax: i32;
        /// Contacts that the author asked memory for; -1 leaves it to the engine, 0 switches
        /// contacts off.
        nconmax: i32;
        /// Numbers in `userdata`, which the engine never touches.
        nuserdata: usize;
        /// Numbers in `sensordata`: the readings of all sensors.
        nsensordata: usize;
        /// Numbers in the state of all plugins.
        npluginstate: usize;
        /// Bytes of the arena that MuJoCo has for contacts, constraints and working memory. The
        /// engine needs none, but leaves out what would not fit.
        narena: usize;
        /// Bytes of the buffer in which MuJoCo keeps the model's arrays.
        nbuffer: usize;
    } };
}
pub(super) use sizes;
