//! Models of many sizes for timing loads: chains of hinges, figures of 27 degrees of freedom side
//! by side, an arm whose muscles' length ranges are found by simulation, and free bodies. MuJoCo's
//! time grows with the square of their number: 20,000, for which it takes minutes, are left out.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// Writes the models into a directory; their names and where they are.
pub(super) fn models(directory: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let chains = [3, 30, 300].map(|n| (format!("chain of {n}, {n} dofs"), chain(n)));
    let crowds = [1, 10, 100].map(|n| (format!("figures {n}, {} dofs", 27 * n), crowd(n)));
    let arm = [("arm of 6 muscles, 2 dofs".to_owned(), arm())];
    let clouds = [100, 1000].map(|n| (format!("free bodies {n}, {} dofs", 6 * n), cloud(n)));
    let sizes = chains.into_iter().chain(crowds).chain(arm);
    let all = sizes.chain(clouds).enumerate();
    all.map(|(number, (name, text))| {
        let path = directory.join(format!("{number}.xml"));
        std::fs::write(&path, text)?;
        Ok((name, path))
    })
    .collect()
}

fn model(worldbody: &str, actuators: &str) -> String {
    format!(
        "<mujoco>\n<worldbody>\n<geom type=\"plane\" size=\"50 50 1\"/>\n{worldbody}</worldbody>\n\
         <actuator>\n{actuators}</actuator>\n</mujoco>\n"
    )
}

/// The arm of the built-in set without the length ranges that it gives.
fn arm() -> String {
    let mut parts = include_str!("../../../models/arm26.xml").split(" lengthrange=\"");
    let start = parts.next().unwrap_or_default().to_owned();
    parts.fold(start, |text, part| {
        let (_, rest) = part.split_once('"').unwrap_or_default();
        text + rest
    })
}

fn chain(length: usize) -> String {
    let (mut bodies, mut motors) = (String::new(), String::new());
    for link in 0..length {
        // Writing to a string cannot fail.
        let _ = writeln!(
            bodies,
            "<body pos=\"0 0 0.1\"><joint name=\"j{link}\" axis=\"0 1 0\" range=\"-90 90\"/>\
             <geom type=\"capsule\" size=\"0.02\" fromto=\"0 0 0 0 0 0.1\"/>"
        );
        let _ = writeln!(motors, "<motor joint=\"j{link}\" ctrlrange=\"-1 1\"/>");
    }
    model(&format!("{bodies}{}\n", "</body>".repeat(length)), &motors)
}

/// A torso with a free joint and seven limbs of three hinges.
fn crowd(figures: usize) -> String {
    let (mut bodies, mut motors) = (String::new(), String::new());
    for figure in 0..figures {
        let (x, y) = (figure % 10 * 3, figure / 10 * 3);
        let _ = writeln!(
            bodies,
            "<body name=\"f{figure}\" pos=\"{x} {y} 2\"><freejoint/><geom size=\"0.2\"/>"
        );
        for limb in 0..7 {
            let angle = f64::from(limb) * 0.9;
            let (sin, cos) = angle.sin_cos();
            let _ = writeln!(bodies, "<body pos=\"{:.3} {:.3} 0\">", 0.3 * cos, 0.3 * sin);
            for (axis, direction) in ["1 0 0", "0 1 0", "0 0 1"].iter().enumerate() {
                let joint = format!("f{figure}_{limb}_{axis}");
                let _ = writeln!(
                    bodies,
                    "<joint name=\"{joint}\" axis=\"{direction}\" range=\"-60 60\" damping=\"1\"/>"
                );
                let _ = writeln!(
                    motors,
                    "<motor joint=\"{joint}\" gear=\"20\" ctrlrange=\"-1 1\"/>"
                );
            }
            bodies += "<geom type=\"capsule\" size=\"0.05\" fromto=\"0 0 0 0 0 -0.4\"/></body>\n";
        }
        bodies += "</body>\n";
    }
    model(&bodies, &motors)
}

fn cloud(bodies: usize) -> String {
    let mut text = String::new();
    for body in 0..bodies {
        let (x, y, z) = (body % 10, body / 10 % 10, 1 + body / 100);
        let _ = writeln!(
            text,
            "<body pos=\"{x} {y} {z}\"><freejoint/><geom size=\"0.2\"/></body>"
        );
    }
    model(&text, "")
}
