//! Files in memory beside the file system, found as MuJoCo 3.2.6 finds them.

use plumbline::Files;

fn files() -> Files {
    let mut files = Files::default();
    files.add("ball.stl", b"one".as_slice()).unwrap();
    files.add("parts/Arm.STL", b"two".as_slice()).unwrap();
    files
}

#[test]
fn a_file_is_found_by_its_name_without_directories_in_lower_case() {
    assert_eq!(
        &*files().read("anywhere", "meshes/Ball.stl").unwrap(),
        b"one"
    );
}

#[test]
fn a_file_is_found_by_its_path_with_dots_resolved() {
    assert_eq!(&*files().read("", "x/../parts/./Arm.STL").unwrap(), b"two");
    assert!(files().read("", "parts/arm.stl").is_err());
}

#[test]
fn a_name_is_taken_once() {
    assert!(files().add("./ball.stl", b"three".as_slice()).is_err());
}

#[test]
fn a_missing_file_is_named_with_its_path() {
    let message = files()
        .read("some/where", "none.stl")
        .unwrap_err()
        .to_string();
    assert!(message.starts_with("some/where/none.stl: "), "{message}");
}
