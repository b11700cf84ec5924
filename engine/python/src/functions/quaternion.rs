//! Rotations and poses.

use plumbline::math::{Pose, Quat, eigen, spatial};
use pyo3::prelude::*;

use super::{m3, q, register, v3};
use crate::array::{Fixed, FixedOutput};
use crate::errors::FatalError;

/// Functions that write one array.
macro_rules! writers {
    ($(
        $(#[$doc:meta])*
        $name:ident($res:ident: $length:literal $(, $argument:ident: $type:ty)*) $body:expr;
    )*) => {
        $(
            $(#[$doc])*
            #[pyfunction]
            fn $name($res: FixedOutput<$length> $(, $argument: $type)*) {
                $res.write($body);
            }
        )*
    };
}

writers! {
    /// res = 0
    mju_zero4(res: 4) [0.0; 4];
    /// res = (1, 0, 0, 0)
    mju_unit4(res: 4) Quat::IDENTITY.0;
    /// res = data
    mju_copy4(res: 4, data: Fixed<4>) data.0;
    /// Rotates a vector by a quaternion.
    mju_rotVecQuat(res: 3, vec: Fixed<3>, quat: Fixed<4>) q(&quat).rotate(&v3(&vec)).into();
    /// The conjugate of a quaternion.
    mju_negQuat(res: 4, quat: Fixed<4>) q(&quat).conjugate().0;
    /// The product of quaternions.
    mju_mulQuat(res: 4, quat1: Fixed<4>, quat2: Fixed<4>) q(&quat1).mul(&q(&quat2)).0;
    /// The product of a quaternion and an axis.
    mju_mulQuatAxis(res: 4, quat: Fixed<4>, axis: Fixed<3>) q(&quat).mul_axis(&v3(&axis)).0;
    /// The rotation about an axis by an angle.
    mju_axisAngle2Quat(res: 4, axis: Fixed<3>, angle: f64) {
        Quat::from_axis_angle(&v3(&axis), angle).0
    };
    /// The velocity that leads to a rotation in a time.
    mju_quat2Vel(res: 3, quat: Fixed<4>, dt: f64) q(&quat).to_velocity(dt).into();
    /// The velocity that leads from one orientation to another in a unit of time.
    mju_subQuat(res: 3, qa: Fixed<4>, qb: Fixed<4>) q(&qa).sub(&q(&qb)).into();
    /// A quaternion as a matrix.
    mju_quat2Mat(res: 9, quat: Fixed<4>) q(&quat).to_mat().0;
    /// A matrix as a quaternion.
    mju_mat2Quat(quat: 4, mat: Fixed<9>) Quat::from_mat(&m3(&mat)).0;
    /// Time derivative of a quaternion.
    mju_derivQuat(res: 4, quat: Fixed<4>, vel: Fixed<3>) q(&quat).derivative(&v3(&vel)).0;
    /// The shortest rotation from the z axis to a vector.
    mju_quatZ2Vec(quat: 4, vec: Fixed<3>) Quat::from_z_to(&v3(&vec)).0;
    /// Turns a quaternion by a velocity for a time.
    mju_quatIntegrate(quat: 4, vel: Fixed<3>, scale: f64) {
        Quat(quat.read()).integrate(&v3(&vel), scale).0
    };
    /// A point through a pose.
    mju_trnVecPose(res: 3, pos: Fixed<3>, quat: Fixed<4>, vec: Fixed<3>) {
        pose(&pos, &quat).transform(&v3(&vec)).into()
    };
}

fn pose(pos: &Fixed<3>, quat: &Fixed<4>) -> Pose {
    Pose {
        pos: v3(pos),
        quat: q(quat),
    }
}

/// Normalises a quaternion and returns its length.
#[pyfunction]
fn mju_normalize4(vec: FixedOutput<4>) -> f64 {
    let before = vec.read();
    vec.write(Quat(before).normalized().0);
    let [w, x, y, z] = before;
    let norm = (w * w + x * x + y * y + z * z).sqrt();
    if norm < 1e-15 { 0.0 } else { norm }
}

/// Turns a quaternion to the rotation nearest to a matrix; how many turns that took.
#[pyfunction]
fn mju_mat2Rot(quat: FixedOutput<4>, mat: Fixed<9>) -> usize {
    let (nearest, turns) = Quat(quat.read()).nearest_to(&m3(&mat));
    quat.write(nearest.0);
    turns
}

/// Angles about axes, the small letters of a sequence moving, the capital ones fixed.
#[pyfunction]
fn mju_euler2Quat(quat: FixedOutput<4>, euler: Fixed<3>, seq: &str) -> PyResult<()> {
    if seq.len() != 3 {
        let text = "mju_euler2Quat: seq must contain exactly 3 characters";
        return Err(FatalError::new_err(text));
    }
    if let Some((i, letter)) = seq.char_indices().find(|(_, c)| !"xyzXYZ".contains(*c)) {
        let text =
            format!("mju_euler2Quat: seq[{i}] is '{letter}', should be one of x, y, z, X, Y, Z");
        return Err(FatalError::new_err(text));
    }
    let made = Quat::from_euler(euler.0, seq);
    quat.write(
        made.map_err(|error| FatalError::new_err(error.to_string()))?
            .0,
    );
    Ok(())
}

/// The product of two poses.
#[pyfunction]
fn mju_mulPose(
    posres: FixedOutput<3>,
    quatres: FixedOutput<4>,
    pos1: Fixed<3>,
    quat1: Fixed<4>,
    pos2: Fixed<3>,
    quat2: Fixed<4>,
) {
    let product = pose(&pos1, &quat1).mul(&pose(&pos2, &quat2));
    posres.write(product.pos.into());
    quatres.write(product.quat.0);
}

/// The inverse of a pose.
#[pyfunction]
fn mju_negPose(posres: FixedOutput<3>, quatres: FixedOutput<4>, pos: Fixed<3>, quat: Fixed<4>) {
    let inverse = pose(&pos, &quat).inverse();
    posres.write(inverse.pos.into());
    quatres.write(inverse.quat.0);
}

/// A motion or a force as seen from another place.
#[pyfunction]
fn mju_transformSpatial(
    res: FixedOutput<6>,
    vec: Fixed<6>,
    flg_force: i32,
    newpos: Fixed<3>,
    oldpos: Fixed<3>,
    rotnew2old: Option<Fixed<9>>,
) {
    let frame = rotnew2old.map(|mat| m3(&mat));
    let (to, from) = (v3(&newpos), v3(&oldpos));
    res.write(if flg_force == 0 {
        spatial::transform_motion(&vec.0, &to, &from, frame.as_ref())
    } else {
        spatial::transform_force(&vec.0, &to, &from, frame.as_ref())
    });
}

/// Eigenvalues and eigenvectors of a symmetric matrix.
#[pyfunction]
fn mju_eig3(
    eigval: FixedOutput<3>,
    eigvec: FixedOutput<9>,
    quat: FixedOutput<4>,
    mat: Fixed<9>,
) -> i32 {
    let found = eigen::eigen3(&m3(&mat));
    eigval.write(found.values);
    eigvec.write(found.vectors.0);
    quat.write(found.quat.0);
    0
}

register! {
    mju_zero4 mju_unit4 mju_copy4 mju_rotVecQuat mju_negQuat mju_mulQuat mju_mulQuatAxis
    mju_axisAngle2Quat mju_quat2Vel mju_subQuat mju_quat2Mat mju_mat2Quat mju_derivQuat
    mju_quatZ2Vec mju_quatIntegrate mju_trnVecPose mju_normalize4 mju_mat2Rot mju_euler2Quat
    mju_mulPose mju_negPose mju_transformSpatial mju_eig3
}
