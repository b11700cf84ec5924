//! Calls that cannot be right: what does not fit together, in words.

/// A call whose arguments do not fit together. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Misuse {
    /// The model has no bodies, not even the world: it was not compiled from anything.
    #[error("the model is empty: load one, as with `Model::from_xml`")]
    EmptyModel,
    /// The data was not made for any model.
    #[error("the data is empty: make it with `Data::new(&model)`")]
    EmptyData,
    /// The data was made for a model of another structure.
    #[error("the data belongs to another model: make new data with `Data::new(&model)`")]
    OtherModel,
    /// An array of the data or an argument has not the length that the model asks for.
    #[error("`{name}` has length {found}; it has to be {expected}")]
    #[non_exhaustive]
    Length {
        /// The field of the data, or the argument.
        name: &'static str,
        /// What it should be.
        expected: usize,
        /// What it is.
        found: usize,
    },
    /// An id that no element has.
    #[error("no {kind} {id}: the model has {count}")]
    #[non_exhaustive]
    Id {
        /// The kind of element.
        kind: &'static str,
        /// The id that was given.
        id: usize,
        /// How many elements of this kind there are.
        count: usize,
    },
    /// Constraint rows lack something that another stage computes.
    #[error("`{name}` has {found} rows of {expected}: run `{stage}` first")]
    #[non_exhaustive]
    Rows {
        /// The field of the data.
        name: &'static str,
        /// The method that computes it.
        stage: &'static str,
        /// How many rows there are.
        expected: usize,
        /// How many the field has.
        found: usize,
    },
    /// `opt.integrator` is a number that names no integrator.
    #[error("`opt.integrator` is {0}, which is none of 0 (Euler) to 3 (implicitfast)")]
    Integrator(i32),
    /// The options name an integrator that this function does not run.
    #[error("`opt.integrator` has to be implicit or implicitfast for `implicit`")]
    NotImplicit,
    /// MuJoCo reads memory there that nobody has written, so that there is no result to match.
    #[error("`{0}` of MuJoCo reads out of bounds for this model")]
    OutOfBounds(&'static str),
    /// `opt.solver` is a number that names no solver.
    #[error("`opt.solver` is {0}, which is none of 0 (PGS), 1 (CG) and 2 (Newton)")]
    Solver(i32),
}

impl Misuse {
    /// An argument or a field that has not the right length.
    #[inline]
    pub(crate) fn length(name: &'static str, expected: usize, found: usize) -> Result<(), Misuse> {
        if expected == found {
            return Ok(());
        }
        Err(Misuse::Length {
            name,
            expected,
            found,
        })
    }

    /// An id that has to be below `count`.
    #[inline]
    pub(crate) fn id(kind: &'static str, id: usize, count: usize) -> Result<(), Misuse> {
        if id < count {
            return Ok(());
        }
        Err(Misuse::Id { kind, id, count })
    }
}
