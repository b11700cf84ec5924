//! Broken input of every sort, made from good input by a seeded generator: the reader answers and
//! never panics.

use std::time::{Duration, Instant};

/// A model with something of everything.
const MODEL: &str = include_str!("everything.xml");

/// Text that is put where it does not belong.
const SCRAPS: &[&str] = &[
    "<",
    ">",
    "/>",
    "\"",
    "'",
    "=",
    "&",
    "&#x",
    "&lt;",
    "<!--",
    "-->",
    "<![CDATA[",
    "<?",
    "\u{e9}",
    "\u{feff}",
    "nan",
    "-1",
    "1e999",
    "0x1p-2000",
    "99999999999999999999",
    " ",
    "\n",
    "<body>",
    "</body>",
    "<frame>",
    "</worldbody>",
    "<replicate count=\"3\">",
    "</replicate>",
    "<replicate count=\"2000000000\">",
    "class=\"a\"",
    "<default class=\"z\">",
    "<include file=\"\"/>",
    "<include file=\"/\"/>",
    "<attach model=\"\" body=\"\" prefix=\"\"/>",
    "\0",
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    /// A place in a text between two characters.
    fn place(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    fn range(&mut self, text: &str, longest: usize) -> std::ops::Range<usize> {
        let start = self.place(text);
        let mut end = (start + self.below(longest)).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        start..end.max(start)
    }
}

fn mutate(random: &mut Random, text: &mut String) {
    match random.below(5) {
        0 => {
            let at = random.place(text);
            text.insert_str(at, SCRAPS[random.below(SCRAPS.len())]);
        }
        1 => {
            let range = random.range(text, 30);
            text.replace_range(range, "");
        }
        2 => {
            let piece = text[random.range(text, 200)].to_owned();
            let at = random.place(text);
            text.insert_str(at, &piece);
        }
        3 => {
            let range = random.range(text, 8);
            text.replace_range(range, SCRAPS[random.below(SCRAPS.len())]);
        }
        _ => {
            let end = random.place(text);
            if random.below(8) == 0 {
                text.truncate(end);
            }
        }
    }
}

#[test]
fn no_mutation_of_a_model_makes_the_reader_panic() {
    const BUDGET: Duration = Duration::from_secs(3);
    let start = Instant::now();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut read, mut refused) = (0, 0);
    while start.elapsed() < BUDGET {
        let mut text = MODEL.to_owned();
        for _ in 0..=random.below(6) {
            mutate(&mut random, &mut text);
        }
        match plumbline::Spec::from_xml_string(&text) {
            Ok(_) => read += 1,
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(read > 0 && refused > 0, "{read} read, {refused} refused");
}

#[test]
fn the_model_that_is_mutated_is_good() {
    plumbline::Spec::from_xml_string(MODEL).unwrap();
}

#[test]
fn giant_counts_are_answered_at_once() {
    let start = Instant::now();
    for text in [
        "<mujoco><size nuserdata='2000000000' nkey='2000000000' nuser_geom='2000000000' memory='15E'/></mujoco>",
        "<mujoco><worldbody><replicate count='2147483647'><body/></replicate></worldbody></mujoco>",
        "<mujoco><worldbody><replicate count='1000'><replicate count='1000'><replicate count='1000'><geom size='1'/>\
         </replicate></replicate></replicate></worldbody></mujoco>",
        "<mujoco><sensor><user dim='2000000000'/></sensor></mujoco>",
    ] {
        let _ = plumbline::Spec::from_xml_string(text);
    }
    let attributes = "a='1' ".repeat(100_000);
    let _ = plumbline::Spec::from_xml_string(&format!("<mujoco {attributes}/>"));
    let _ = plumbline::Spec::from_xml_string(&format!(
        "<mujoco {}/>",
        (0..100_000)
            .map(|i| format!("a{i}='1' "))
            .collect::<String>()
    ));
    let _ = plumbline::Spec::from_xml_string(&format!(
        "<mujoco model='{}'/>",
        "&#1;".repeat(1_000_000)
    ));
    let _ = plumbline::Spec::from_xml_string(&"<mujoco>".repeat(1_000_000));
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}
