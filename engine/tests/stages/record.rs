//! Runs recorded from MuJoCo 3.2.6 by `scripts/record-*-runs.py`: a hash per field and quarter of
//! the run. The whole hash decides; the digits per field only locate what differs.

/// A hash over the bits of numbers. Rotating keeps two changed signs from cancelling each other.
#[derive(Clone, Copy)]
pub(crate) struct Hash(u64);

const FACTOR: u64 = 0x9e3779b97f4a7c15;

impl Hash {
    pub(crate) const START: Hash = Hash(0xcbf29ce484222325);

    pub(crate) fn absorb(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(FACTOR).rotate_left(23);
    }

    /// All digits, where one hash decides.
    pub(crate) fn all_digits(self) -> String {
        format!("{:016x}", self.0)
    }

    /// Four digits: enough to locate a difference.
    fn digits(self) -> String {
        format!("{:04x}", self.0.wrapping_mul(FACTOR) >> 48)
    }
}

/// A running hash for each field, and its digits at each mark.
pub(crate) struct Trace {
    names: &'static [&'static str],
    hashes: Vec<Hash>,
    words: Vec<String>,
}

impl Trace {
    /// Fields in the order of the pipeline, so that the first one that differs is the nearest to
    /// the cause.
    pub(crate) fn new(names: &'static [&'static str]) -> Trace {
        Trace {
            names,
            hashes: vec![Hash::START; names.len()],
            words: vec![String::new(); names.len()],
        }
    }

    /// Takes the values of all fields after a step into their hashes.
    pub(crate) fn absorb(&mut self, fields: &[&[f64]]) {
        assert_eq!(fields.len(), self.names.len());
        for (hash, values) in self.hashes.iter_mut().zip(fields) {
            for value in *values {
                hash.absorb(value.to_bits());
            }
        }
    }

    /// Notes the digits of all fields.
    pub(crate) fn mark(&mut self) {
        for (word, hash) in self.words.iter_mut().zip(&self.hashes) {
            word.push_str(&hash.digits());
        }
    }

    /// The first mark at which a field differs from the record, and the fields that do.
    pub(crate) fn difference(&self, recorded: &[&str]) -> Option<(usize, Vec<&'static str>)> {
        assert_eq!(
            recorded.len(),
            self.names.len(),
            "the record has other fields"
        );
        let marks = self.words[0].len() / 4;
        (0..marks).find_map(|mark| {
            let at = 4 * mark..4 * mark + 4;
            let pairs = self.words.iter().zip(recorded).zip(self.names);
            let different =
                pairs.filter(|((ours, theirs), _)| ours[at.clone()] != theirs[at.clone()]);
            let names: Vec<_> = different.map(|(_, name)| *name).collect();
            (!names.is_empty()).then_some((mark, names))
        })
    }
}

/// All 64 bits of all fields of some traces.
pub(crate) fn whole(traces: &[&Trace]) -> String {
    let mut whole = Hash::START;
    for hash in traces.iter().flat_map(|trace| &trace.hashes) {
        whole.absorb(hash.0);
    }
    format!("{:016x}", whole.0)
}

/// The lines of a record whose columns must have these names.
pub(crate) fn lines(record: &'static str, columns: &[&str]) -> Vec<Vec<&'static str>> {
    let mut lines = record
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let header = lines.next().unwrap();
    assert_eq!(header[..2], ["#", "fixture"]);
    assert_eq!(header[2..], *columns, "the record has other columns");
    lines.collect()
}

/// What a differing run prints: where it differs, and how to find the first differing bit.
pub(crate) fn report(
    run: &str,
    quarter: usize,
    steps: usize,
    names: &[&str],
    command: &str,
) -> String {
    let (first, last) = (quarter * steps / 4 + 1, (quarter + 1) * steps / 4);
    format!(
        "{run}: differs from MuJoCo 3.2.6 first in steps {first} to {last}, in {}\n  \
         to find the first bit: cargo run --release -- run {command}",
        names.join(", ")
    )
}

#[test]
fn a_changed_bit_is_located_by_field_and_quarter() {
    const NAMES: &[&str] = &["qacc", "qvel", "qpos"];
    let run = |changed: Option<(usize, usize)>| {
        let mut trace = Trace::new(NAMES);
        for step in 0..8 {
            let mut fields = [[1.0, 2.0], [3.0, -4.0], [0.0, 6.0]];
            if let Some((_, field)) = changed.filter(|(at, _)| *at == step) {
                fields[field][1] *= -1.0;
            }
            trace.absorb(&fields.each_ref().map(|field| &field[..]));
            if step % 2 == 1 {
                trace.mark();
            }
        }
        trace
    };
    let recorded = run(None);
    let words: Vec<&str> = recorded.words.iter().map(String::as_str).collect();
    assert_eq!(run(None).difference(&words), None);
    for step in 0..8 {
        for field in 0..3 {
            let disturbed = run(Some((step, field)));
            let expected = Some((step / 2, vec![NAMES[field]]));
            assert_eq!(disturbed.difference(&words), expected);
            assert_ne!(whole(&[&disturbed]), whole(&[&recorded]));
        }
    }
    let text = report(
        "chain",
        1,
        40,
        &["qacc", "qvel"],
        "fixtures/chain.xml --modes free",
    );
    assert_eq!(
        text,
        "chain: differs from MuJoCo 3.2.6 first in steps 11 to 20, in qacc, qvel\n  \
         to find the first bit: cargo run --release -- run fixtures/chain.xml --modes free"
    );
}
