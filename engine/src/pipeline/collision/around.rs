//! A ball around a geom, as a lower bound of distances: a pair that cannot be nearer than one that
//! was measured need not be measured.
//!
//! Only for spheres and capsules. Their distance is that of two points of their axes less their
//! radii, whichever points those are, so the bound holds for what is computed and not only for the
//! exact distance.

use super::plan::kind;
use crate::math::Vec3;
use crate::model::codes::GeomType;
use crate::{Data, Model};

/// Relative room for rounding, far more than it needs.
const ROOM: f64 = 1e-9;

/// Where a geom is, and how far it reaches at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pos: Vec3,
    reach: f64,
}

impl Around {
    /// None for other shapes, and for an axis that is longer than one or not a number, as a program
    /// may set it.
    #[inline]
    pub(super) fn geom(model: &Model, data: &Data, geom: usize) -> Option<Around> {
        let (pos, size) = (&data.geom_xpos[geom], &model.geom_size[geom]);
        let half_length = match kind(model, geom)? {
            GeomType::Sphere => 0.0,
            GeomType::Capsule => {
                let axis = data.geom_xmat[geom].column(2);
                let is_unit = axis.dot(&axis) <= 1.0 + ROOM;
                is_unit.then(|| size.y.abs())?
            }
            _ => return None,
        };
        let far = pos.x.abs() + pos.y.abs() + pos.z.abs();
        let room = ROOM * (far + half_length + size.x.abs());
        Some(Around {
            pos: *pos,
            reach: size.x + half_length + room,
        })
    }

    /// Whether two geoms are certainly farther apart than that.
    #[inline]
    pub(super) fn is_beyond(&self, other: &Around, dist: f64) -> bool {
        let apart = self.pos - other.pos;
        let reach = dist + self.reach + other.reach;
        // Where it is negative, its square says nothing.
        reach > 0.0 && apart.dot(&apart) > reach * reach * (1.0 + ROOM)
    }
}

#[cfg(test)]
mod tests {
    use super::super::distance::{GeomDistance, geom_distance, nearest_geoms};
    use super::*;

    /// Two bodies of capsules and spheres, here and there, some of them equally near.
    const MODEL: &str = r#"<mujoco><worldbody>
        <body><freejoint/>
          <replicate count="9" offset="0.013 0.002 0.041" euler="0 7 31">
            <geom type="capsule" size=".021 .053" pos=".11 -.23 -.2" euler="13 84.5 3"/>
            <geom size=".017" pos="-.07 .19 .02"/>
          </replicate>
          <geom type="box" size=".01 .02 .03" pos=".3 .1 .2"/>
        </body>
        <body><freejoint/>
          <replicate count="7" offset="0 0 0.033" euler="0 0 15">
            <geom type="capsule" pos=".025 -.2 -.2" size=".032 .04" euler="-24 -12 2"/>
            <geom type="capsule" pos=".025 -.2 -.2" size=".032 .04" euler="-24 -12 2"/>
            <geom size=".027" pos="-.071 .191 .023"/>
          </replicate>
        </body>
      </worldbody></mujoco>"#;

    #[test]
    fn the_nearest_pair_is_that_of_all_pairs() {
        let model = Model::from_xml_string(MODEL).unwrap();
        let mut data = Data::new(&model);
        let mut left_out = 0;
        for (round, stretch) in (0..40).zip([1.0, 7.0, -1.0, 1e3].iter().cycle()) {
            for (at, x) in data.qpos.iter_mut().enumerate() {
                *x = ((round * 31 + at) as f64 * 0.7312).sin() * 0.4;
                *x *= if at % 7 < 3 { *stretch } else { 1.0 };
            }
            data.forward(&model).unwrap();
            // In the last rounds axes are longer than one.
            if round > 30 {
                for mat in &mut data.geom_xmat {
                    mat.0[8] *= 1.5;
                }
            }
            for distmax in [1e3, 0.5, 0.1, 0.0, -0.01] {
                let groups = [1, 2].map(|body| model.geoms_of(body));
                let mut expected = GeomDistance {
                    dist: distmax,
                    fromto: [Vec3::zeros(); 2],
                };
                for geom1 in groups[0].clone() {
                    for geom2 in groups[1].clone() {
                        let found = geom_distance(&model, &mut data, geom1, geom2, distmax);
                        if found.dist < expected.dist {
                            expected = found;
                        }
                        let around = [geom1, geom2].map(|g| Around::geom(&model, &data, g));
                        if let [Some(a), Some(b)] = around
                            && a.is_beyond(&b, distmax)
                        {
                            left_out += 1;
                            assert!(found.dist >= distmax);
                        }
                    }
                }
                let found = nearest_geoms(&model, &mut data, groups, distmax);
                assert_eq!(found, expected, "round {round} within {distmax}");
            }
        }
        assert!(left_out > 1_000, "{left_out} pairs left out");
    }
}
