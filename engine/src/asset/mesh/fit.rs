//! Geoms fitted to a mesh: a simple shape as large as the mesh, by its inertia or by its bounds.

use super::MeshData;
use super::triangle::wide;
use crate::asset::AssetError;
use crate::math::Vec3;
use crate::spec::GeomType;

impl MeshData {
    /// Gives `size` the lengths of a shape with the mesh's inertia, as far as the shape has them;
    /// returns its centre in the coordinates of the mesh's file.
    pub fn fit_inertia(
        &self,
        kind: GeomType,
        shell: bool,
        size: &mut Vec3,
    ) -> Result<Vec3, AssetError> {
        let half = self.solid(shell)?.half_extents;
        let across = (half.x + half.y) / 2.0;
        match kind {
            GeomType::Sphere => size.x = (half.x + half.y + half.z) / 3.0,
            GeomType::Capsule => {
                size.x = across;
                size.y = larger(0.0, half.z - across / 2.0);
            }
            GeomType::Cylinder => {
                size.x = across;
                size.y = half.z;
            }
            GeomType::Ellipsoid | GeomType::Box => *size = half,
            _ => return Err(unfit()),
        }
        Ok(self.frame(shell).0)
    }

    /// The same for a shape around all vertices.
    pub fn fit_bounds(
        &self,
        kind: GeomType,
        shell: bool,
        size: &mut Vec3,
    ) -> Result<Vec3, AssetError> {
        let [low, high] = self.bounds;
        let center = (low + high) / 2.0;
        let most = |length: &dyn Fn(Vec3) -> f64| {
            let lengths = self.vertices.iter().map(|v| length(wide(*v) - center));
            lengths.fold(0.0, larger)
        };
        let across = |d: Vec3| (d.x * d.x + d.y * d.y).sqrt();
        match kind {
            GeomType::Sphere => size.x = most(&|d| (d.x * d.x + d.y * d.y + d.z * d.z).sqrt()),
            GeomType::Cylinder => {
                size.x = most(&across);
                size.y = most(&|d| d.z.abs());
            }
            GeomType::Capsule => {
                let radius = most(&across);
                size.x = radius;
                // Above a vertex off the axis the cap is lower than at the top.
                size.y = most(&|d| d.z.abs() - radius * (across(d) / radius).acos().sin());
            }
            GeomType::Ellipsoid | GeomType::Box => *size = high - center,
            _ => return Err(unfit()),
        }
        Ok(self.frame(shell).0 + center)
    }
}

/// The larger number; `a` if they cannot be compared.
fn larger(a: f64, b: f64) -> f64 {
    if a < b { b } else { a }
}

fn unfit() -> AssetError {
    AssetError::new("only a sphere, capsule, cylinder, ellipsoid or box can be fitted to a mesh")
}
