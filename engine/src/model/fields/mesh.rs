//! Meshes. Indices in faces count from the first vertex, normal or texture coordinate of the mesh.

macro_rules! meshes {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// The mesh's first vertex.
        mesh_vertadr: i32 [nmesh];
        /// How many vertices the mesh has.
        mesh_vertnum: i32 [nmesh];
        /// The mesh's first normal.
        mesh_normaladr: i32 [nmesh];
        /// How many normals the mesh has.
        mesh_normalnum: i32 [nmesh];
        /// The mesh's first texture coordinate; -1 for none.
        mesh_texcoordadr: i32 [nmesh];
        /// How many texture coordinates the mesh has.
        mesh_texcoordnum: i32 [nmesh];
        /// The mesh's first triangle.
        mesh_faceadr: i32 [nmesh];
        /// How many triangles the mesh has.
        mesh_facenum: i32 [nmesh];
        /// The root of the tree of volumes around the mesh's triangles; -1 for none.
        mesh_bvhadr: i32 [nmesh];
        /// How many nodes the mesh's tree of volumes has.
        mesh_bvhnum: i32 [nmesh];
        /// Where the mesh's convex hull starts in `mesh_graph`; -1 if nothing needs one.
        mesh_graphadr: i32 [nmesh];
        /// By what the vertices of the file were multiplied, axis by axis.
        mesh_scale: Vec3 [nmesh] in "1";
        /// The mesh's own frame, at its centre of mass, in the frame of the file.
        mesh_pos: Vec3 [nmesh] in "m";
        /// The mesh's principal axes of inertia, along which its vertices are stored, as a rotation
        /// in the frame of the file.
        mesh_quat: Quat [nmesh] in "1";
        /// A vertex, in the mesh's own frame.
        mesh_vert: [f32; 3] [nmeshvert] in "m";
        /// A unit normal, in the mesh's own frame.
        mesh_normal: [f32; 3] [nmeshnormal] in "1";
        /// Where in a texture a vertex is, from the lower left corner.
        mesh_texcoord: [f32; 2] [nmeshtexcoord] in "1";
        /// The three vertices of a triangle, counterclockwise seen from outside.
        mesh_face: [i32; 3] [nmeshface];
        /// The normals at the triangle's three vertices.
        mesh_facenormal: [i32; 3] [nmeshface];
        /// The texture coordinates at the triangle's three vertices.
        mesh_facetexcoord: [i32; 3] [nmeshface];
        /// Convex hulls, each as: number of vertices v, number of faces f; for each vertex where
        /// its neighbours start (v numbers) and which vertex of the mesh it is (v); lists of
        /// neighbours, each ended by -1 (v + 3 f); the faces' vertices in the mesh (3 f).
        mesh_graph: i32 [nmeshgraph];
        /// Where the path of the mesh's file starts in `paths`; -1 for none.
        mesh_pathadr: i32 [nmesh];
    } };
}
pub(super) use meshes;
