//! Derivatives.

use std::sync::Arc;

use nalgebra::DMatrix;

use crate::misuse::Misuse;
use crate::pipeline::derivative::{Part, add_part, smooth_vel};
use crate::pipeline::difference::{
    DerivativeError, DerivativeThreads, Differences, Help, HybridTransition, InverseDerivatives,
    InverseParts, Transition, TransitionParts, hybrid, inverse, transition,
};
use crate::{Data, Model};

/// How [`Data::transition`] takes derivatives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DerivativeConfig {
    /// How far an input is nudged where differences are taken.
    pub eps: f64,
    /// Whether differences are centered. Beside formulas they always are.
    pub centered: bool,
    /// Whether formulas are used where they are right.
    pub analytical: bool,
}

impl Default for DerivativeConfig {
    fn default() -> DerivativeConfig {
        DerivativeConfig {
            eps: 1e-6,
            centered: true,
            analytical: true,
        }
    }
}

/// The largest difference between elements of two matrices of the same shape, relative to the
/// larger of the two and of `floor`.
///
/// # Panics
///
/// If the matrices have different shapes.
pub fn max_relative_error(a: &DMatrix<f64>, b: &DMatrix<f64>, floor: f64) -> f64 {
    assert_eq!(a.shape(), b.shape(), "matrices of different shapes");
    let errors = a.iter().zip(b.iter());
    let errors = errors.map(|(a, b)| (a - b).abs() / a.abs().max(b.abs()).max(floor));
    errors.fold(0.0, |most: f64, error| {
        if error > most || error.is_nan() {
            error
        } else {
            most
        }
    })
}

impl Data {
    /// Derivatives of a step by finite differences: `dx' = A dx + B du` for the next state, `ds =
    /// C dx + D du` for the readings of sensors.
    ///
    /// Each input is nudged by `eps` (1e-6 is a good value), and with `centered` by `-eps` as well,
    /// which costs twice the time and is more accurate. A control is not nudged out of its range:
    /// at the end of it the difference is taken to the other side, and where there is no room
    /// either way the column is zero.
    ///
    /// Needs nothing but the state, controls and applied forces: each nudge takes a whole step.
    ///
    /// Same bits as MuJoCo 3.2.6, including two things that it does wrong:
    /// [`Data::transition_fd_corrected`] does them right.
    ///
    /// Afterwards the state is what it was. Everything computed from it is that of the last nudge:
    /// call `forward` where you need it.
    ///
    /// ```
    /// use plumbline::{Data, Model};
    ///
    /// let model = Model::from_xml_string(
    ///     "<mujoco><worldbody><body>
    ///        <joint name='hinge' axis='0 1 0'/><geom size='0.1' pos='0.2 0 0'/>
    ///      </body></worldbody>
    ///      <actuator><motor joint='hinge'/></actuator></mujoco>",
    /// )?;
    /// let mut data = Data::new(&model);
    /// let step = data.transition_fd(&model, 1e-6, true)?;
    /// assert_eq!(step.a.shape(), (2, 2));
    /// // A torque turns the hinge, by its inertia.
    /// assert!(step.b[(1, 0)] > 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("mjd_transitionFD", "mjd_stepFD"))]
    pub fn transition_fd(
        &mut self,
        model: &Model,
        eps: f64,
        centered: bool,
    ) -> Result<Transition, DerivativeError> {
        let how = Differences {
            eps,
            centered,
            corrected: false,
        };
        self.transition_matrices(model, how)
    }

    /// The same, written into slices row by row. What is not asked for is not computed; once it has
    /// been called, calling it again allocates nothing. Needs what
    /// [`transition_fd`](Data::transition_fd) does.
    #[doc(alias = "mjd_transitionFD")]
    pub fn transition_fd_into(
        &mut self,
        model: &Model,
        eps: f64,
        centered: bool,
        parts: TransitionParts,
    ) -> Result<(), DerivativeError> {
        let how = Differences {
            eps,
            centered,
            corrected: false,
        };
        transition(model, self, how, None, parts)
    }

    /// The same on several threads, with the same bits however many there are. The model is in an
    /// [`Arc`], as other threads see it during the call; afterwards it is the caller's alone again,
    /// and [`Arc::make_mut`] changes it without a copy.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use plumbline::{Data, DerivativeThreads, Model, TransitionParts};
    ///
    /// let mut model = Arc::new(Model::from_xml_string(
    ///     "<mujoco><worldbody><body>
    ///        <joint axis='0 1 0'/><geom size='0.1' pos='0.2 0 0'/>
    ///      </body></worldbody></mujoco>",
    /// )?);
    /// let mut data = Data::new(&model);
    /// let mut threads = DerivativeThreads::new(&model, 2);
    /// let mut a = [0.0; 4];
    /// for timestep in [0.001, 0.002] {
    ///     Arc::make_mut(&mut model).opt.timestep = timestep;
    ///     let parts = TransitionParts {
    ///         a: Some(&mut a),
    ///         ..TransitionParts::default()
    ///     };
    ///     data.transition_fd_threaded(&model, 1e-6, false, &mut threads, parts)?;
    /// }
    /// // Positions by velocities.
    /// assert!((a[1] - 0.002).abs() < 1e-8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn transition_fd_threaded(
        &mut self,
        model: &Arc<Model>,
        eps: f64,
        centered: bool,
        threads: &mut DerivativeThreads,
        parts: TransitionParts,
    ) -> Result<(), DerivativeError> {
        let how = Differences {
            eps,
            centered,
            corrected: false,
        };
        let help = (!threads.is_alone()).then_some(Help { threads, model });
        transition(model, self, how, help, parts)
    }

    /// Derivatives of a step as [`Data::transition_fd`] has them, without what MuJoCo 3.2.6 does
    /// wrong: centered differences of sensors by controls have their true sign, and the matrix of an
    /// implicit integrator, which can depend on controls and activations, is computed anew for
    /// them.
    pub fn transition_fd_corrected(
        &mut self,
        model: &Model,
        eps: f64,
        centered: bool,
    ) -> Result<Transition, DerivativeError> {
        let how = Differences {
            eps,
            centered,
            corrected: true,
        };
        self.transition_matrices(model, how)
    }

    /// Derivatives of a step by state and control, analytically where a formula is right: by
    /// velocities, by activations of filters and integrators and by controls that act directly,
    /// under Euler and `implicitfast`, as long as no constraint acts. All else, positions always,
    /// is taken by centered differences over `eps`; the result says which columns these are.
    ///
    /// Where it is analytical it agrees with centered differences within their error.
    pub fn transition_hybrid(
        &mut self,
        model: &Model,
        eps: f64,
    ) -> Result<HybridTransition, DerivativeError> {
        hybrid(model, self, eps)
    }

    /// Derivatives of a step by state and control: those of [`Data::transition_hybrid`] or those of
    /// [`Data::transition_fd`], as `config` asks for.
    pub fn transition(
        &mut self,
        model: &Model,
        config: &DerivativeConfig,
    ) -> Result<(DMatrix<f64>, DMatrix<f64>), DerivativeError> {
        if config.analytical {
            let HybridTransition { a, b, .. } = self.transition_hybrid(model, config.eps)?;
            return Ok((a, b));
        }
        let n = 2 * model.nv + model.na;
        let [mut a, mut b] = [n * n, n * model.nu].map(|size| vec![0.0; size]);
        let parts = TransitionParts {
            a: Some(&mut a),
            b: Some(&mut b),
            ..TransitionParts::default()
        };
        self.transition_fd_into(model, config.eps, config.centered, parts)?;
        let matrix = |columns: usize, values: &[f64]| DMatrix::from_row_slice(n, columns, values);
        Ok((matrix(n, &a), matrix(model.nu, &b)))
    }

    /// How far [`Data::transition_hybrid`] is from centered differences over `eps`: the largest
    /// difference of an element, relative where elements are larger than 1.
    pub fn hybrid_error(&mut self, model: &Model, eps: f64) -> Result<f64, DerivativeError> {
        let hybrid = self.transition_hybrid(model, eps)?;
        let differences = self.transition_fd_corrected(model, eps, true)?;
        let a = max_relative_error(&hybrid.a, &differences.a, 1.0);
        Ok(a.max(max_relative_error(&hybrid.b, &differences.b, 1.0)))
    }

    /// How far centered differences over `eps` and over a tenth of it are apart, measured like
    /// [`Data::hybrid_error`]. Where it is large the step is not smooth here, or `eps` is badly
    /// chosen.
    pub fn difference_error(&mut self, model: &Model, eps: f64) -> Result<f64, DerivativeError> {
        let coarse = self.transition_fd_corrected(model, eps, true)?;
        let fine = self.transition_fd_corrected(model, eps / 10.0, true)?;
        let a = max_relative_error(&coarse.a, &fine.a, 1.0);
        Ok(a.max(max_relative_error(&coarse.b, &fine.b, 1.0)))
    }

    /// Derivatives of inverse dynamics by forward differences: of `qfrc_inverse`, of the readings of
    /// sensors and of the inertia `qM`, by positions, velocities and the accelerations in `qacc`.
    /// With `actuation`, of the force that is left once that of actuators is taken off.
    ///
    /// Needs `qpos`, `qvel` and `qacc`; nothing must have run before.
    ///
    /// Same bits as MuJoCo 3.2.6. Afterwards `qpos`, `qvel` and `qacc` are what they were;
    /// everything computed from them is that of the last nudge.
    #[doc(alias = "mjd_inverseFD")]
    pub fn inverse_fd(
        &mut self,
        model: &Model,
        eps: f64,
        actuation: bool,
    ) -> Result<InverseDerivatives, DerivativeError> {
        let (nv, ns, nm) = (model.nv, model.nsensordata, model.nM);
        let [mut fq, mut fv, mut fa] = std::array::from_fn(|_| vec![0.0; nv * nv]);
        let [mut sq, mut sv, mut sa] = std::array::from_fn(|_| vec![0.0; nv * ns]);
        let mut mq = vec![0.0; nv * nm];
        let parts = InverseParts {
            force_by_position: Some(&mut fq),
            force_by_velocity: Some(&mut fv),
            force_by_acceleration: Some(&mut fa),
            sensors_by_position: Some(&mut sq),
            sensors_by_velocity: Some(&mut sv),
            sensors_by_acceleration: Some(&mut sa),
            mass_by_position: Some(&mut mq),
        };
        inverse(model, self, eps, actuation, parts)?;
        Ok(InverseDerivatives {
            force_by_position: DMatrix::from_row_slice(nv, nv, &fq),
            force_by_velocity: DMatrix::from_row_slice(nv, nv, &fv),
            force_by_acceleration: DMatrix::from_row_slice(nv, nv, &fa),
            sensors_by_position: DMatrix::from_row_slice(nv, ns, &sq),
            sensors_by_velocity: DMatrix::from_row_slice(nv, ns, &sv),
            sensors_by_acceleration: DMatrix::from_row_slice(nv, ns, &sa),
            mass_by_position: DMatrix::from_row_slice(nv, nm, &mq),
        })
    }

    /// The same, written into slices row by row. What is not asked for is not computed; once it has
    /// been called, calling it again allocates nothing. Needs what
    /// [`inverse_fd`](Data::inverse_fd) does.
    #[doc(alias = "mjd_inverseFD")]
    pub fn inverse_fd_into(
        &mut self,
        model: &Model,
        eps: f64,
        actuation: bool,
        parts: InverseParts,
    ) -> Result<(), DerivativeError> {
        inverse(model, self, eps, actuation, parts)
    }

    /// Computes `qDeriv`: the derivative of the smooth forces `qfrc_actuator + qfrc_passive`, and
    /// with `bias` of `-qfrc_bias`, by velocity, in the sparse pattern `D`, analytically.
    /// [`Data::full_deriv`] writes it out.
    ///
    /// Needs [`fwd_velocity`](Data::fwd_velocity), `ctrl` and `act`.
    ///
    /// It knows neither of the limits of actuator forces nor of callbacks, and leaves out what has
    /// no place in the pattern: tendons between branches of the tree.
    #[doc(alias = "mjd_smooth_vel")]
    pub fn smooth_vel(&mut self, model: &Model, bias: bool) -> Result<(), Misuse> {
        self.check(model)?;
        smooth_vel(model, self, bias);
        Ok(())
    }

    /// Adds the derivative of `qfrc_actuator` by velocity to `qDeriv`.
    ///
    /// Needs [`fwd_velocity`](Data::fwd_velocity), `ctrl` and `act`, and a `qDeriv` to add to.
    #[doc(alias = "mjd_actuator_vel")]
    pub fn add_actuator_vel(&mut self, model: &Model) -> Result<(), Misuse> {
        self.check(model)?;
        add_part(model, self, Part::Actuator);
        Ok(())
    }

    /// Adds the derivative of `qfrc_passive` by velocity to `qDeriv`.
    ///
    /// Needs [`fwd_velocity`](Data::fwd_velocity), and a `qDeriv` to add to.
    #[doc(alias = "mjd_passive_vel")]
    pub fn add_passive_vel(&mut self, model: &Model) -> Result<(), Misuse> {
        self.check(model)?;
        add_part(model, self, Part::Passive);
        Ok(())
    }

    /// Subtracts the derivative of `qfrc_bias` by velocity from `qDeriv`.
    ///
    /// Needs [`fwd_velocity`](Data::fwd_velocity), and a `qDeriv` to subtract from.
    #[doc(alias = "mjd_rne_vel")]
    pub fn subtract_bias_vel(&mut self, model: &Model) -> Result<(), Misuse> {
        self.check(model)?;
        add_part(model, self, Part::Bias);
        Ok(())
    }

    /// `qDeriv` as a full matrix: row `i` is the force on dof `i`, column `j` the velocity of dof
    /// `j`.
    ///
    /// # Panics
    ///
    /// If the data belongs to another model.
    pub fn full_deriv(&self, model: &Model) -> DMatrix<f64> {
        let mut full = DMatrix::zeros(model.nv, model.nv);
        for row in 0..model.nv {
            let start = self.D_rowadr[row] as usize;
            for k in start..start + self.D_rownnz[row] as usize {
                full[(row, self.D_colind[k] as usize)] = self.qDeriv[k];
            }
        }
        full
    }

    fn transition_matrices(
        &mut self,
        model: &Model,
        how: Differences,
    ) -> Result<Transition, DerivativeError> {
        let (n, ns, nu) = (2 * model.nv + model.na, model.nsensordata, model.nu);
        let [mut a, mut b, mut c, mut d] =
            [n * n, n * nu, ns * n, ns * nu].map(|size| vec![0.0; size]);
        let parts = TransitionParts {
            a: Some(&mut a),
            b: Some(&mut b),
            c: Some(&mut c),
            d: Some(&mut d),
        };
        transition(model, self, how, None, parts)?;
        Ok(Transition {
            a: DMatrix::from_row_slice(n, n, &a),
            b: DMatrix::from_row_slice(n, nu, &b),
            c: DMatrix::from_row_slice(ns, n, &c),
            d: DMatrix::from_row_slice(ns, nu, &d),
        })
    }
}
