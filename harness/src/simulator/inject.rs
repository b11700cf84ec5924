//! A disturbance put into a simulator's results on purpose, to see that the harness finds it.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::{Action, Computed, Failure, Loaded, ModelSource, Moment, Pipelined, Simulator};
use crate::delegate;
use crate::snapshot::{Elem, Slot, Snapshot};

/// The command line's help on the notation.
pub const HELP: &str = "\
FIELD[ELEMENT]@STEP:ulp=N, :nan or :swap disturbs exactly one value that the subject hands out.
FIELD is a field's name as in the report, e.g. qacc or opt.timestep. ELEMENT counts from 0, either flat or as ROW,COLUMN.
STEP is the number of computations since the model was loaded or its state reset: 0 is the model as compiled, 1 is the result of a
forward computation or of the first step, 10 that of the tenth step.
ulp=N moves a float by N units in the last place and an integer by N; nan replaces a float; swap exchanges the value with the next
one in the field.";

/// One disturbance: which value, when and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Injection {
    pub field: String,
    /// Flat index, or row and column.
    pub element: Vec<usize>,
    pub step: u64,
    pub disturbance: Disturbance,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disturbance {
    Ulp(i64),
    Nan,
    /// Exchange with the next element.
    Swap,
}

/// Text that is not an injection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not an injection: {reason}; it looks like qacc[0]@1:ulp=1")]
pub struct InjectionError {
    text: String,
    reason: String,
}

impl FromStr for Injection {
    type Err = InjectionError;

    fn from_str(text: &str) -> Result<Injection, InjectionError> {
        parse(text).map_err(|reason| InjectionError {
            text: text.to_owned(),
            reason,
        })
    }
}

fn parse(text: &str) -> Result<Injection, String> {
    let (place, disturbance) = text
        .split_once(':')
        .ok_or("there is no `:` before the disturbance")?;
    let (place, step) = place
        .split_once('@')
        .ok_or("there is no `@` before the step")?;
    let (field, element) = place
        .strip_suffix(']')
        .and_then(|place| place.split_once('['))
        .ok_or("the element does not stand in brackets")?;
    if field.is_empty() {
        return Err("the field has no name".to_owned());
    }
    let number = |what: &str, text: &str| {
        text.trim()
            .parse::<u64>()
            .map_err(|_| format!("{what} {text:?} is not a number"))
    };
    let element: Vec<usize> = element
        .split(',')
        .map(|part| Ok(number("the element", part)? as usize))
        .collect::<Result<_, String>>()?;
    if element.len() > 2 {
        return Err("an element has at most a row and a column".to_owned());
    }
    Ok(Injection {
        field: field.to_owned(),
        element,
        step: number("the step", step)?,
        disturbance: parse_disturbance(disturbance)?,
    })
}

fn parse_disturbance(text: &str) -> Result<Disturbance, String> {
    if let Some(count) = text.strip_prefix("ulp=") {
        return match count.parse() {
            Ok(0) => Err("ulp=0 disturbs nothing".to_owned()),
            Ok(count) => Ok(Disturbance::Ulp(count)),
            Err(_) => Err(format!("{count:?} is not a number of ULPs")),
        };
    }
    match text {
        "nan" => Ok(Disturbance::Nan),
        "swap" => Ok(Disturbance::Swap),
        _ => Err(format!(
            "the disturbance {text:?} is none of ulp=N, nan and swap"
        )),
    }
}

impl fmt::Display for Injection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let element: Vec<String> = self.element.iter().map(usize::to_string).collect();
        write!(f, "{}[{}]@{}:", self.field, element.join(","), self.step)?;
        match self.disturbance {
            Disturbance::Ulp(count) => write!(f, "ulp={count}"),
            Disturbance::Nan => f.write_str("nan"),
            Disturbance::Swap => f.write_str("swap"),
        }
    }
}

/// Whether a disturbance met a value, for all simulators that it is put into.
#[derive(Debug)]
pub struct Hit {
    injection: Injection,
    met: AtomicBool,
    /// Why it could not where it should have.
    reason: Mutex<Option<String>>,
}

impl Hit {
    pub fn new(injection: Injection) -> Hit {
        Hit {
            injection,
            met: AtomicBool::new(false),
            reason: Mutex::new(None),
        }
    }

    /// What to say if it never met a value.
    pub fn missed(&self) -> Option<String> {
        if self.met.load(Ordering::Relaxed) {
            return None;
        }
        let reason = self.reason.lock().ok().and_then(|reason| reason.clone());
        let reason = reason.unwrap_or_else(|| {
            "no comparison reads that field after so many computations".to_owned()
        });
        Some(format!(
            "--inject {} disturbed nothing: {reason}",
            self.injection
        ))
    }

    fn note(&self, outcome: Result<(), String>) -> Result<(), Failure> {
        match outcome {
            Ok(()) => {
                self.met.store(true, Ordering::Relaxed);
                Ok(())
            }
            Err(reason) => {
                if let Ok(mut noted) = self.reason.lock() {
                    noted.get_or_insert_with(|| reason.clone());
                }
                Err(Failure::Unable {
                    what: format!("cannot inject {}: {reason}", self.injection),
                })
            }
        }
    }
}

/// A simulator whose answers are disturbed.
pub struct Injected {
    inner: Box<dyn Pipelined>,
    hit: Arc<Hit>,
    /// Computations since the last load or reset.
    step: u64,
    /// Of each moment that was begun: whether it begins with a reset, and its computations.
    begun: VecDeque<(bool, u64)>,
    /// Index of the field in the loaded model.
    field: Option<usize>,
}

impl Injected {
    pub fn new(inner: Box<dyn Pipelined>, hit: Arc<Hit>) -> Injected {
        Injected {
            inner,
            hit,
            step: 0,
            begun: VecDeque::new(),
            field: None,
        }
    }

    /// Disturbs what was just read, if this is the step of the injection.
    fn disturb_snapshot(&self, snapshot: &mut Snapshot) -> Result<(), Failure> {
        if self.step != self.hit.injection.step {
            return Ok(());
        }
        let Some(slot) = snapshot
            .slots
            .iter()
            .find(|slot| Some(slot.field) == self.field)
        else {
            return Ok(());
        };
        if slot.absent {
            let reason = "the field has no value in this state".to_owned();
            return self.hit.note(Err(reason));
        }
        let elem = snapshot.descriptions[slot.field].elem;
        let disturbed = self.disturb(slot, elem, &mut snapshot.bytes);
        self.hit.note(disturbed)
    }

    fn disturb(&self, slot: &Slot, elem: Elem, bytes: &mut [u8]) -> Result<(), String> {
        let size = elem.size();
        let element = flat_index(&self.hit.injection.element, &slot.shape)?;
        let start = slot.start + element * size;
        match self.hit.injection.disturbance {
            Disturbance::Ulp(count) => move_by(elem, &mut bytes[start..start + size], count),
            Disturbance::Nan => return put_nan(elem, &mut bytes[start..start + size]),
            Disturbance::Swap => {
                if start + 2 * size > slot.start + slot.len {
                    return Err("the element has no next one to be exchanged with".to_owned());
                }
                let (first, second) = bytes[start..start + 2 * size].split_at_mut(size);
                first.swap_with_slice(second);
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Injected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Injected({}, {})",
            self.inner.identity().kind,
            self.hit.injection
        )
    }
}

fn flat_index(element: &[usize], shape: &[usize]) -> Result<usize, String> {
    let count: usize = shape.iter().product();
    let inside = match (element, shape) {
        (&[flat], _) => Some(flat).filter(|&flat| flat < count),
        (&[row, column], &[rows, columns]) => {
            (row < rows && column < columns).then(|| row * columns + column)
        }
        _ => None,
    };
    inside.ok_or_else(|| format!("the field has shape {shape:?}, without element {element:?}"))
}

/// Floats move along the number line, integers by counting.
fn move_by(elem: Elem, bytes: &mut [u8], count: i64) {
    match elem {
        Elem::F64 => update(bytes, |b| {
            let place = mirrored(i64::from_le_bytes(b), i64::MIN);
            mirrored(place.wrapping_add(count), i64::MIN).to_le_bytes()
        }),
        Elem::F32 => update(bytes, |b| {
            let place = mirrored(i32::from_le_bytes(b).into(), i32::MIN.into());
            let moved = mirrored(place.wrapping_add(count), i32::MIN.into());
            (moved as i32).to_le_bytes()
        }),
        Elem::I32 => update(bytes, |b| {
            i32::from_le_bytes(b)
                .wrapping_add(count as i32)
                .to_le_bytes()
        }),
        Elem::I64 | Elem::U64 => update(bytes, |b| {
            i64::from_le_bytes(b).wrapping_add(count).to_le_bytes()
        }),
        Elem::U8 | Elem::Char => update(bytes, |[b]| [b.wrapping_add(count as u8)]),
    }
}

/// Bit patterns of floats count up to the left of zero; mirrored there, they count along the number
/// line. Its own inverse.
fn mirrored(bits: i64, lowest: i64) -> i64 {
    if bits < 0 {
        lowest.wrapping_sub(bits)
    } else {
        bits
    }
}

fn update<const N: usize>(bytes: &mut [u8], change: impl FnOnce([u8; N]) -> [u8; N]) {
    if let Ok(bytes) = <&mut [u8; N]>::try_from(bytes) {
        *bytes = change(*bytes);
    }
}

fn put_nan(elem: Elem, bytes: &mut [u8]) -> Result<(), String> {
    match elem {
        Elem::F64 => update(bytes, |_| f64::NAN.to_le_bytes()),
        Elem::F32 => update(bytes, |_| f32::NAN.to_le_bytes()),
        Elem::I32 | Elem::I64 | Elem::U64 | Elem::U8 | Elem::Char => {
            return Err("the field holds integers, which have no NaN".to_owned());
        }
    }
    Ok(())
}

impl Simulator for Injected {
    delegate!(identity, poison, set, call);

    fn load(&mut self, source: &ModelSource) -> Result<Loaded, Failure> {
        self.step = 0;
        let loaded = self.inner.load(source)?;
        let name = &self.hit.injection.field;
        self.field = loaded.fields.iter().position(|field| field.name == *name);
        match self.field {
            Some(_) => Ok(loaded),
            None => {
                let reason = "the simulator has no field of that name".to_owned();
                self.hit.note(Err(reason)).map(|()| loaded)
            }
        }
    }

    fn reset(&mut self, keyframe: Option<usize>) -> Result<(), Failure> {
        self.step = 0;
        self.inner.reset(keyframe)
    }

    fn run(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        self.step += computations(action);
        self.inner.run(action)
    }

    fn read(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        self.inner.read(fields, snapshot)?;
        self.disturb_snapshot(snapshot)
    }
}

impl Pipelined for Injected {
    fn begin(&mut self, moment: &Moment<'_>) -> Result<(), Failure> {
        self.inner.begin(moment)?;
        let count = computations(moment.action);
        self.begun.push_back((moment.reset.is_some(), count));
        Ok(())
    }

    fn finish(&mut self, snapshot: &mut Snapshot) -> Result<Computed, Failure> {
        let (starts, count) = self.begun.pop_front().unwrap_or_default();
        self.step = if starts { count } else { self.step + count };
        let computed = self.inner.finish(snapshot)?;
        if matches!(computed, Computed::Done(_)) {
            self.disturb_snapshot(snapshot)?;
        }
        Ok(computed)
    }

    fn abandon(&mut self) {
        self.begun.clear();
        self.inner.abandon();
    }
}

fn computations(action: Action) -> u64 {
    match action {
        Action::Step { count } => count,
        Action::Forward | Action::Inverse => 1,
        Action::SetConst => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_reads_back_as_it_is_written() {
        for text in [
            "qacc[0]@1:ulp=1",
            "xpos[1,2]@0:nan",
            "opt.gravity[2]@12:swap",
            "qM[3]@7:ulp=-4",
        ] {
            let injection: Injection = text.parse().expect(text);
            assert_eq!(injection.to_string(), text);
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, reason) in [
            ("", "no `:`"),
            ("qacc[0]@1", "no `:`"),
            ("qacc[0]:nan", "no `@`"),
            ("qacc@1:nan", "brackets"),
            ("[0]@1:nan", "no name"),
            ("qacc[a]@1:nan", "the element \"a\""),
            ("qacc[1,2,3]@1:nan", "at most a row and a column"),
            ("qacc[0]@x:nan", "the step \"x\""),
            ("qacc[0]@1:ulp=", "not a number of ULPs"),
            ("qacc[0]@1:ulp=0", "disturbs nothing"),
            ("qacc[0]@1:flip", "none of"),
        ] {
            let error = text.parse::<Injection>().expect_err(text).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    fn moved(value: f64, count: i64) -> f64 {
        let mut bytes = value.to_le_bytes();
        move_by(Elem::F64, &mut bytes, count);
        f64::from_le_bytes(bytes)
    }

    #[test]
    fn a_unit_in_the_last_place_is_the_next_float() {
        assert_eq!(moved(1.0, 1), 1.0f64.next_up());
        assert_eq!(moved(-1.0, 1), (-1.0f64).next_up());
        assert_eq!(
            moved(-1.0, -3),
            (-1.0f64).next_down().next_down().next_down()
        );
        assert_eq!(moved(0.0, 1), f64::from_bits(1));
    }

    #[test]
    fn elements_are_found_flat_and_by_row_and_column() {
        assert_eq!(flat_index(&[5], &[2, 3]), Ok(5));
        assert_eq!(flat_index(&[1, 2], &[2, 3]), Ok(5));
        assert_eq!(flat_index(&[0], &[]), Ok(0));
        assert!(flat_index(&[6], &[2, 3]).is_err());
        assert!(flat_index(&[0, 3], &[2, 3]).is_err());
        assert!(flat_index(&[0, 0], &[4]).is_err());
    }
}
