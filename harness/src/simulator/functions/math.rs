//! Utilities that need no model, each called for many samples at once.

use plumbline::math::muscle::{Muscle, activation_rate};
use plumbline::math::{
    Mat3, Pose, Quat, Vec3, eigen, halton, round, scalar, sigmoid, spatial, spring_damper,
    standard_normal, vec3,
};

use plumbline::Ray;
use plumbline::model::GeomType;
use plumbline::spec::{Compiler, Orientation};

use super::{Frame, Function};
use crate::simulator::Failure;

/// Shapes that a size describes, as in the shim.
const SHAPES: [GeomType; 6] = [
    GeomType::Plane,
    GeomType::Sphere,
    GeomType::Capsule,
    GeomType::Ellipsoid,
    GeomType::Cylinder,
    GeomType::Box,
];

fn ray(point: &[f64], vector: &[f64]) -> Ray {
    Ray {
        point: v3(point),
        vector: v3(vector),
    }
}

/// One sample: its arguments.
type Sample<'a> = &'a [&'a [f64]];
/// One sample: its results.
type Results<'a> = &'a mut [&'a mut [f64]];

pub(super) const FUNCTIONS: &[Function] = &[
    ("mju_min", |f| {
        f.number([1, 1], |a| scalar::min(a[0][0], a[1][0]))
    }),
    ("mju_max", |f| {
        f.number([1, 1], |a| scalar::max(a[0][0], a[1][0]))
    }),
    ("mju_clip", |f| {
        f.number([1, 1, 1], |a| scalar::clip(a[0][0], a[1][0], a[2][0]))
    }),
    ("mju_sign", |f| f.number([1], |a| scalar::sign(a[0][0]))),
    ("mju_round", |f| f.number([1], |a| round(a[0][0]).into())),
    ("mju_isBad", |f| {
        f.number([1], |a| f64::from(u8::from(scalar::is_bad(a[0][0]))))
    }),
    ("mju_sigmoid", |f| f.number([1], |a| sigmoid(a[0][0]))),
    ("mju_Halton", |f| {
        f.number([1, 1], |a| halton(a[0][0] as u32, a[1][0] as u32))
    }),
    ("mju_springDamper", |f| {
        f.number([1; 5], |a| {
            spring_damper(a[0][0], a[1][0], a[2][0], a[3][0], a[4][0])
        })
    }),
    ("mju_muscleGain", |f| {
        f.number([1, 1, 2, 1, 9], |a| {
            Muscle::new([a[2][0], a[2][1]], a[3][0], a[4]).gain(a[0][0], a[1][0])
        })
    }),
    ("mju_muscleBias", |f| {
        f.number([1, 2, 1, 9], |a| {
            Muscle::new([a[1][0], a[1][1]], a[2][0], a[3]).bias(a[0][0])
        })
    }),
    ("mju_muscleDynamics", |f| {
        f.number([1, 1, 3], |a| activation_rate(a[0][0], a[1][0], a[2]))
    }),
    // The second argument has what `rand` gives.
    ("mju_standardNormal", |f| {
        f.rows([1, 64], [("value", 1), ("second", 1)], |a, out| {
            let mut drawn = a[1].iter().map(|&x| x as i32);
            let pair = standard_normal(|| drawn.next().unwrap_or(1));
            out[0][0] = pair[0];
            out[1][0] = pair[1];
        })
    }),
    ("mju_normalize3", |f| {
        f.rows([3], [("value", 1), ("vec", 3)], |a, out| {
            let mut v = v3(a[0]);
            out[0][0] = vec3::normalize(&mut v);
            out[1].copy_from_slice(v.as_slice());
        })
    }),
    ("mju_norm3", |f| f.number([3], |a| vec3::norm(&v3(a[0])))),
    ("mju_dist3", |f| {
        f.number([3, 3], |a| vec3::distance(&v3(a[0]), &v3(a[1])))
    }),
    ("mju_dot3", |f| {
        f.number([3, 3], |a| v3(a[0]).dot(&v3(a[1])))
    }),
    ("mju_cross", |f| {
        f.array([3, 3], "res", |a| v3(a[0]).cross(&v3(a[1])).into())
    }),
    ("mju_addScl3", |f| {
        f.array([3, 3, 1], "res", |a| (v3(a[0]) + v3(a[1]) * a[2][0]).into())
    }),
    ("mju_mulMatVec3", |f| {
        f.array([9, 3], "res", |a| m3(a[0]).mul_vec(&v3(a[1])).into())
    }),
    ("mju_mulMatTVec3", |f| {
        f.array([9, 3], "res", |a| m3(a[0]).tr_mul_vec(&v3(a[1])).into())
    }),
    ("mju_normalize4", |f| {
        f.array([4], "vec", |a| q(a[0]).normalized().0)
    }),
    ("mju_rotVecQuat", |f| {
        f.array([3, 4], "res", |a| q(a[1]).rotate(&v3(a[0])).into())
    }),
    ("mju_negQuat", |f| {
        f.array([4], "res", |a| q(a[0]).conjugate().0)
    }),
    ("mju_mulQuat", |f| {
        f.array([4, 4], "res", |a| q(a[0]).mul(&q(a[1])).0)
    }),
    ("mju_mulQuatAxis", |f| {
        f.array([4, 3], "res", |a| q(a[0]).mul_axis(&v3(a[1])).0)
    }),
    ("mju_axisAngle2Quat", |f| {
        f.array([3, 1], "res", |a| {
            Quat::from_axis_angle(&v3(a[0]), a[1][0]).0
        })
    }),
    ("mju_quat2Vel", |f| {
        f.array([4, 1], "res", |a| q(a[0]).to_velocity(a[1][0]).into())
    }),
    ("mju_subQuat", |f| {
        f.array([4, 4], "res", |a| q(a[0]).sub(&q(a[1])).into())
    }),
    ("mju_quat2Mat", |f| {
        f.array([4], "res", |a| q(a[0]).to_mat().0)
    }),
    ("mju_mat2Quat", |f| {
        f.array([9], "res", |a| Quat::from_mat(&m3(a[0])).0)
    }),
    ("mju_derivQuat", |f| {
        f.array([4, 3], "res", |a| q(a[0]).derivative(&v3(a[1])).0)
    }),
    ("mju_quatIntegrate", |f| {
        f.array([4, 3, 1], "quat", |a| {
            q(a[0]).integrate(&v3(a[1]), a[2][0]).0
        })
    }),
    ("mjd_subQuat", |f| {
        f.rows([4, 4], [("Da", 9), ("Db", 9)], |a, out| {
            let [by_first, by_second] = q(a[0]).sub_derivative(&q(a[1]));
            out[0].copy_from_slice(&by_first.0);
            out[1].copy_from_slice(&by_second.0);
        })
    }),
    ("mjd_quatIntegrate", |f| {
        let outputs = [("Dquat", 9), ("Dvel", 9), ("Dscale", 3)];
        f.rows([3, 1], outputs, |a, out| {
            let derivative = Quat::integrate_derivative(&v3(a[0]), a[1][0]);
            out[0].copy_from_slice(&derivative.by_quat.0);
            out[1].copy_from_slice(&derivative.by_velocity.0);
            out[2].copy_from_slice(derivative.by_time.as_slice());
        })
    }),
    ("mju_quatZ2Vec", |f| {
        f.array([3], "quat", |a| Quat::from_z_to(&v3(a[0])).0)
    }),
    ("mju_mat2Rot", |f| {
        f.rows([4, 9], [("value", 1), ("quat", 4)], |a, out| {
            let (quat, turns) = q(a[0]).nearest_to(&m3(a[1]));
            out[0][0] = turns as f64;
            out[1].copy_from_slice(&quat.0);
        })
    }),
    ("mju_euler2Quat", |f| {
        f.array([3, 1, 1, 1], "quat", |a| {
            let letter = |i: usize| char::from(b"xyzXYZ"[a[i][0] as usize]);
            let sequence: String = [letter(1), letter(2), letter(3)].iter().collect();
            let rotation = Quat::from_euler([a[0][0], a[0][1], a[0][2]], &sequence);
            rotation.map_or([f64::NAN; 4], |rotation| rotation.0)
        })
    }),
    ("mju_mulPose", |f| {
        f.rows([3, 4, 3, 4], [("pos", 3), ("quat", 4)], |a, out| {
            write_pose(out, &pose(a[0], a[1]).mul(&pose(a[2], a[3])));
        })
    }),
    ("mju_negPose", |f| {
        f.rows([3, 4], [("pos", 3), ("quat", 4)], |a, out| {
            write_pose(out, &pose(a[0], a[1]).inverse());
        })
    }),
    ("mju_trnVecPose", |f| {
        f.array([3, 4, 3], "res", |a| {
            pose(a[0], a[1]).transform(&v3(a[2])).into()
        })
    }),
    ("mju_transformSpatial", |f| {
        f.array([6, 1, 3, 3, 9], "res", |a| {
            let vector: [f64; 6] = std::array::from_fn(|i| a[0][i]);
            let (to, from, frame) = (v3(a[2]), v3(a[3]), m3(a[4]));
            match a[1][0] {
                0.0 => spatial::transform_motion(&vector, &to, &from, Some(&frame)),
                _ => spatial::transform_force(&vector, &to, &from, Some(&frame)),
            }
        })
    }),
    ("mjs_resolveOrientation", |f| {
        f.rows([1, 6, 1, 1, 1, 1], [("value", 1), ("quat", 4)], |a, out| {
            let letter = |i: usize| char::from(b"xyzXYZ"[a[i][0] as usize]);
            let compiler = Compiler {
                degree: a[2][0] != 0.0,
                eulerseq: [letter(3), letter(4), letter(5)],
                ..Compiler::default()
            };
            let v = a[1];
            let written = match a[0][0] as i32 {
                0 => Orientation::AxisAngle([v[0], v[1], v[2], v[3]]),
                1 => Orientation::XyAxes([v[0], v[1], v[2], v[3], v[4], v[5]]),
                2 => Orientation::ZAxis(v3(&v[..3])),
                _ => Orientation::Euler(v3(&v[..3])),
            };
            match written.resolve(&compiler) {
                Ok(quat) => out[1].copy_from_slice(&quat.0),
                Err(_) => out[0][0] = 1.0,
            }
        })
    }),
    ("mju_rayGeom", |f| {
        f.number([1, 3, 9, 3, 3, 3], |a| {
            let shape = SHAPES[a[0][0] as usize];
            let met = ray(a[4], a[5]).meets_shape(shape, &v3(a[1]), &m3(a[2]), &v3(a[3]));
            met.unwrap_or(-1.0)
        })
    }),
    ("mju_raySkin", |f| {
        f.rows([12, 18, 3, 3], [("value", 1), ("vertex", 1)], |a, out| {
            let triangles: [[i32; 3]; 4] = std::array::from_fn(|i| {
                std::array::from_fn(|j| (a[0][3 * i + j] as i32).abs() % 6)
            });
            let corners: [[f32; 3]; 6] =
                std::array::from_fn(|i| std::array::from_fn(|j| a[1][3 * i + j] as f32));
            let met = ray(a[2], a[3]).meets_triangles(&triangles, &corners);
            out[0][0] = met.map_or(-1.0, |met| met.dist);
            out[1][0] = met.map_or(-1.0, |met| met.vertex as f64);
        })
    }),
    ("mju_eig3", |f| {
        f.rows(
            [9],
            [("eigval", 3), ("eigvec", 9), ("quat", 4)],
            |a, out| {
                let found = eigen::eigen3(&m3(a[0]));
                out[0].copy_from_slice(&found.values);
                out[1].copy_from_slice(&found.vectors.0);
                out[2].copy_from_slice(&found.quat.0);
            },
        )
    }),
];

fn v3(v: &[f64]) -> Vec3 {
    Vec3::new(v[0], v[1], v[2])
}

fn q(v: &[f64]) -> Quat {
    Quat::from_slice(v)
}

fn m3(v: &[f64]) -> Mat3 {
    Mat3(std::array::from_fn(|i| v[i]))
}

fn pose(pos: &[f64], quat: &[f64]) -> Pose {
    Pose {
        pos: v3(pos),
        quat: q(quat),
    }
}

fn write_pose(out: Results<'_>, pose: &Pose) {
    out[0].copy_from_slice(pose.pos.as_slice());
    out[1].copy_from_slice(&pose.quat.0);
}

impl Frame<'_> {
    /// Goes through samples whose arguments and results have these widths. A result has as many
    /// elements as there are samples times its width.
    fn rows<const N: usize, const M: usize>(
        &mut self,
        widths: [usize; N],
        results: [(&str, usize); M],
        work: impl FnMut(Sample<'_>, Results<'_>),
    ) -> Result<(), Failure> {
        self.samples(0, &widths, &results, work)
    }

    /// The same, behind `first` arguments that are no samples.
    pub(super) fn samples(
        &mut self,
        first: usize,
        widths: &[usize],
        results: &[(&str, usize)],
        mut work: impl FnMut(Sample<'_>, Results<'_>),
    ) -> Result<(), Failure> {
        let count = self.any(first)?.len() / widths[0].max(1);
        let mut arguments = Vec::new();
        for (i, width) in widths.iter().enumerate() {
            arguments.push(self.v(first + i, width * count)?);
        }
        let mut buffers: Vec<Vec<f64>> = results
            .iter()
            .map(|(_, width)| vec![0.0; width * count])
            .collect();
        for s in 0..count {
            let sample: Vec<&[f64]> = arguments
                .iter()
                .zip(widths)
                .map(|(values, &width)| &values[s * width..(s + 1) * width])
                .collect();
            let mut places: Vec<&mut [f64]> = buffers
                .iter_mut()
                .zip(results)
                .map(|(buffer, (_, width))| &mut buffer[s * width..(s + 1) * width])
                .collect();
            work(&sample, &mut places);
        }
        for ((name, _), buffer) in results.iter().zip(&buffers) {
            self.out(name, buffer);
        }
        Ok(())
    }

    /// One number for each sample.
    fn number<const N: usize>(
        &mut self,
        widths: [usize; N],
        work: impl Fn(Sample<'_>) -> f64,
    ) -> Result<(), Failure> {
        self.rows(widths, [("value", 1)], |sample, out| {
            out[0][0] = work(sample);
        })
    }

    /// One array for each sample.
    fn array<const N: usize, const M: usize>(
        &mut self,
        widths: [usize; N],
        name: &str,
        work: impl Fn(Sample<'_>) -> [f64; M],
    ) -> Result<(), Failure> {
        self.rows(widths, [(name, M)], |sample, out| {
            out[0].copy_from_slice(&work(sample));
        })
    }
}
