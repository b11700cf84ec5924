//! Meshes from every source. The expected sizes and CRC-32 sums are of the arrays that MuJoCo 3.2.6
//! compiled.

use plumbline::AssetError;
use plumbline::internal::asset::mesh::{MeshData, compile};
use plumbline::math::{Quat, Vec3};
use plumbline::spec::{Mesh, MeshInertia};

use crate::{file, in_memory};

const TETRAHEDRON: [[f32; 3]; 4] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const FACES: [[i32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

/// Vertices, normals, texture coordinates, faces and numbers of the graph; sums of surface, graph,
/// frame and tree.
type Expected = ([usize; 5], [u32; 4]);

fn stl() -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend(4i32.to_le_bytes());
    for face in FACES {
        bytes.extend([0; 12]);
        let corners = face.map(|corner| TETRAHEDRON[corner as usize]);
        bytes.extend(corners.iter().flatten().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn msh() -> Vec<u8> {
    let normals = [[0.5f32, 0.25, 1.0]; 4];
    let texcoords = [[0.0f32, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    let floats = TETRAHEDRON.iter().chain(&normals).flatten();
    let mut body: Vec<u8> = floats.flat_map(|x| x.to_le_bytes()).collect();
    body.extend(texcoords.iter().flatten().flat_map(|x| x.to_le_bytes()));
    body.extend(FACES.iter().flatten().flat_map(|x| x.to_le_bytes()));
    file(&[4, 4, 4, 4], &body)
}

pub(crate) fn files() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("a.stl", stl()),
        ("a.obj", include_bytes!("prism.obj").to_vec()),
        ("a.msh", msh()),
    ]
}

fn from_file(file: &str) -> Mesh {
    Mesh {
        file: file.to_owned(),
        ..Mesh::default()
    }
}

/// A box with one corner pulled up and a vertex inside.
#[rustfmt::skip]
fn given() -> Mesh {
    Mesh {
        vertex: vec![
            0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.0, 2.0, 0.0,
            0.0, 0.0, 0.5, 1.0, 0.0, 0.5, 0.0, 2.0, 0.5, 1.0, 2.0, 0.75,
            0.5, 0.5, 0.25,
        ],
        ..Mesh::default()
    }
}

fn made(mesh: &Mesh) -> MeshData {
    compile(mesh, true, in_memory(&files())).unwrap()
}

fn refused(mesh: &Mesh, files: &[(&str, Vec<u8>)]) -> AssetError {
    compile(mesh, true, in_memory(files)).unwrap_err()
}

fn check(mesh: &Mesh, shell: bool, (sizes, sums): Expected) {
    let data = made(mesh);
    let found = [
        data.vertices.len(),
        data.normals.len(),
        data.texcoords.len(),
        data.faces.len(),
        data.graph.len(),
    ];
    assert_eq!(found, sizes);
    let mut surface: Vec<u8> = Vec::new();
    let floats = data.vertices.iter().chain(&data.normals).flatten();
    surface.extend(floats.flat_map(|x| x.to_le_bytes()));
    surface.extend(
        data.texcoords
            .iter()
            .flatten()
            .flat_map(|x| x.to_le_bytes()),
    );
    let faces = data.faces.iter().chain(data.face_normals()).flatten();
    surface.extend(faces.flat_map(|x| x.to_le_bytes()));
    let (pos, quat) = data.frame(shell);
    let frame: Vec<u8> = pos
        .iter()
        .chain(&quat.0)
        .flat_map(|x| x.to_le_bytes())
        .collect();
    let graph: Vec<u8> = data.graph.iter().flat_map(|x| x.to_le_bytes()).collect();
    let boxes = data.tree();
    let mut tree: Vec<u8> = Vec::new();
    tree.extend(boxes.aabb.iter().flatten().flat_map(|x| x.to_le_bytes()));
    let links = boxes.child.iter().flatten().chain(&boxes.face);
    tree.extend(links.flat_map(|x| x.to_le_bytes()));
    let found = [surface, graph, frame, tree].map(|bytes| crc32fast::hash(&bytes));
    assert_eq!(found, sums);
}

#[test]
fn a_binary_stl_file_is_welded() {
    let sums = [0xa3070108, 0x102e8517, 0x527f2ea7, 0x9cbc158d];
    check(&from_file("a.stl"), false, ([4, 4, 0, 4, 38], sums));
}

#[test]
fn a_scale_that_mirrors_turns_the_faces_over() {
    let mirrored = Mesh {
        scale: Vec3::new(1.0, -2.0, 1.0),
        ..from_file("a.stl")
    };
    let sums = [0xf39dc004, 0x102e8517, 0xc137d633, 0x2ca1d55a];
    check(&mirrored, false, ([4, 4, 0, 4, 38], sums));
    let mirrored = Mesh {
        scale: Vec3::new(-1.0, 1.0, 1.0),
        ..from_file("a.msh")
    };
    let sums = [0x52e308d1, 0x728f8942, 0xec911f4f, 0x95241f52];
    check(&mirrored, false, ([4, 4, 4, 4, 38], sums));
}

#[test]
fn an_msh_file_keeps_its_normals_and_texture_coordinates() {
    let sums = [0x28b18f5e, 0x728f8942, 0x527f2ea7, 0x9cbc158d];
    check(&from_file("a.msh"), false, ([4, 4, 4, 4, 38], sums));
}

#[test]
fn an_obj_file_is_cut_into_triangles_and_ends_with_its_first_object() {
    let sums = [0x7111ee58, 0x1b6b9e6d, 0x725a303d, 0x809870fa];
    check(&from_file("a.obj"), false, ([10, 2, 3, 16, 98], sums));
}

#[test]
fn an_exact_volume_has_its_own_frame() {
    let exact = Mesh {
        inertia: MeshInertia::Exact,
        smoothnormal: true,
        ..from_file("a.obj")
    };
    let sums = [0x7dad2993, 0x1b6b9e6d, 0xd70ad4dc, 0xfe59a9c9];
    check(&exact, false, ([10, 2, 3, 16, 98], sums));
}

#[test]
fn vertices_alone_get_the_faces_of_their_hull() {
    let sums = [0x4d605970, 0x86bb7616, 0xfe83d6f8, 0xe5665f06];
    check(&given(), false, ([9, 9, 0, 12, 98], sums));
    let convex = Mesh {
        inertia: MeshInertia::Convex,
        ..given()
    };
    check(&convex, false, ([9, 9, 0, 12, 98], sums));
}

#[test]
fn a_shell_has_its_own_centre() {
    let sums = [0x4d605970, 0x86bb7616, 0x5305ed5f, 0xe5665f06];
    check(&given(), true, ([9, 9, 0, 12, 98], sums));
}

#[test]
fn a_mesh_is_moved_turned_and_scaled() {
    let moved = Mesh {
        refpos: Vec3::new(0.1, 0.2, 0.3),
        refquat: Quat([1.0, 2.0, 0.0, 1.0]),
        scale: Vec3::new(0.5, 1.0, 2.0),
        ..given()
    };
    let sums = [0x897282f9, 0x86bb7616, 0xcd5b8b0b, 0x0953ef01];
    check(&moved, false, ([9, 9, 0, 12, 98], sums));
}

#[test]
fn a_hull_can_be_limited() {
    let limited = Mesh {
        maxhullvert: 5,
        ..given()
    };
    let sums = [0xbd76546e, 0x5994e4c2, 0xaee5c4cd, 0x31751ebb];
    check(&limited, false, ([9, 9, 0, 6, 53], sums));
    for limit in 0..4 {
        let impossible = Mesh {
            maxhullvert: limit,
            ..given()
        };
        refused(&impossible, &[]);
    }
}

#[test]
fn volumes_are_those_of_the_reference() {
    let volume = |mesh: &Mesh| made(mesh).solid(false).unwrap().measure;
    assert_eq!(volume(&from_file("a.stl")) * 1000.0, 166.6666679084301);
    assert_eq!(volume(&from_file("a.obj")) * 1000.0, 2760.0514714916553);
    let area = made(&given()).solid(true).unwrap().measure;
    assert_eq!(area * 1000.0, 7413.558319495147);
}

#[test]
fn an_stl_file_whose_count_lies_is_refused_with_its_place() {
    for count in [0, 3, 5, -1, 1_000_000_000] {
        let mut lying = stl();
        lying[80..84].copy_from_slice(&i32::to_le_bytes(count));
        let message = refused(&from_file("a.stl"), &[("a.stl", lying)]).to_string();
        assert!(message.starts_with("a.stl, byte 80: "), "{message}");
    }
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    for (name, whole) in [("a.stl", stl()), ("a.msh", msh())] {
        for length in 0..whole.len() {
            let cut = [(name, whole[..length].to_vec())];
            assert_eq!(refused(&from_file(name), &cut).file.as_deref(), Some(name));
        }
    }
}

#[test]
fn an_ascii_stl_file_is_refused() {
    let text = b"solid ball\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1 0\n";
    let message = refused(&from_file("a.stl"), &[("a.stl", text.to_vec())]).to_string();
    assert!(message.contains("binary"), "{message}");
}

#[test]
fn vertices_that_are_not_numbers_are_refused_with_their_place() {
    let mut broken = stl();
    broken[84 + 12 + 4..][..4].copy_from_slice(&f32::NAN.to_le_bytes());
    let message = refused(&from_file("a.stl"), &[("a.stl", broken)]).to_string();
    assert!(message.starts_with("a.stl, byte 96: "), "{message}");
}

#[test]
fn an_index_of_zero_is_refused_with_its_line() {
    let text = b"v 0 0 0\nv 1 0 0\n\nf 1 2 0\n".to_vec();
    let message = refused(&from_file("a.obj"), &[("a.obj", text)]).to_string();
    assert!(message.starts_with("a.obj, line 4: "), "{message}");
}

#[test]
fn indices_beyond_the_vertices_are_refused() {
    for index in ["9", "-9"] {
        let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 {index}\n");
        refused(&from_file("a.obj"), &[("a.obj", text.into_bytes())]);
    }
}

#[test]
fn flat_and_tiny_meshes_have_no_hull() {
    let flat = Mesh {
        vertex: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0],
        ..Mesh::default()
    };
    assert!(refused(&flat, &[]).to_string().contains("flat"));
    let triangle = Mesh {
        vertex: vec![0.0; 9],
        face: vec![0, 1, 2],
        ..Mesh::default()
    };
    assert!(refused(&triangle, &[]).to_string().contains("at least 4"));
}

#[test]
fn faces_that_look_different_ways_have_no_exact_volume() {
    let twisted = Mesh {
        inertia: MeshInertia::Exact,
        vertex: TETRAHEDRON.iter().flatten().copied().collect(),
        face: vec![0, 1, 2, 0, 1, 3, 0, 3, 2, 1, 2, 3],
        ..Mesh::default()
    };
    assert!(made(&twisted).solid(false).is_err());
    let tolerant = Mesh {
        inertia: MeshInertia::Legacy,
        ..twisted
    };
    assert!(made(&tolerant).solid(false).is_ok());
}

#[test]
fn data_in_the_file_and_in_the_description_is_refused() {
    let twice = Mesh {
        vertex: vec![0.0; 12],
        ..from_file("a.stl")
    };
    assert!(refused(&twice, &files()).to_string().contains("vertices"));
}

#[test]
fn hexadecimal_numbers_in_an_obj_are_those_of_c() {
    let first = |number: &str| {
        let text = format!("v {number} 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 2 3 4\n");
        let description = Mesh {
            file: "a.obj".to_owned(),
            inertia: MeshInertia::Legacy,
            ..Mesh::default()
        };
        compile(
            &description,
            false,
            in_memory(&[("a.obj", text.into_bytes())]),
        )
        .unwrap()
    };
    // MuJoCo 3.2.6 takes each for the same as its decimal form
    let pairs = [
        ("0x10", "16"),
        ("-0X1F", "-31"),
        ("0x.8", "0.5"),
        ("0x1.8p1", "3"),
        ("0x1p3", "8"),
        ("0x", "0"),
        ("0xg", "0"),
        ("0x1p", "1"),
        ("0x1p-2000", "0"),
    ];
    for (hexadecimal, decimal) in pairs {
        assert_eq!(first(hexadecimal), first(decimal), "{hexadecimal}");
    }
}
