//! Numbers as C's `printf` writes them.

use std::str::FromStr;

/// How numbers are written: a format of C's `printf` for one number, such as `% -9.2g`.
///
/// ```
/// use plumbline::FloatFormat;
///
/// let format: FloatFormat = "% -9.2g".parse()?;
/// assert_eq!(format.apply(1234.5), " 1.2e+03 ");
/// # Ok::<(), plumbline::BadFormat>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatFormat {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zeros: bool,
    width: usize,
    precision: usize,
    style: Style,
    upper: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Fixed,
    Exponent,
    General,
}

/// A text that is no format for one number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a format for one number, such as \"% -9.2g\"")]
pub struct BadFormat(pub String);

/// Longer formats are refused, as in MuJoCo.
const LONGEST: usize = 20;

/// MuJoCo's own: two digits, nine columns, a blank for the sign.
impl Default for FloatFormat {
    fn default() -> FloatFormat {
        FloatFormat {
            left: true,
            space: true,
            width: 9,
            precision: 2,
            style: Style::General,
            ..FloatFormat::fixed(0)
        }
    }
}

impl FromStr for FloatFormat {
    type Err = BadFormat;

    fn from_str(text: &str) -> Result<FloatFormat, BadFormat> {
        parse(text).ok_or_else(|| BadFormat(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<FloatFormat> {
    if text.len() > LONGEST {
        return None;
    }
    let mut rest = text.strip_prefix('%')?;
    let mut format = FloatFormat::fixed(6);
    while let Some(flag) = rest.chars().next().filter(|&c| "-+ #0".contains(c)) {
        let place = match flag {
            '-' => &mut format.left,
            '+' => &mut format.plus,
            ' ' => &mut format.space,
            '#' => &mut format.alternate,
            _ => &mut format.zeros,
        };
        // Each at most once.
        if std::mem::replace(place, true) {
            return None;
        }
        rest = &rest[1..];
    }
    (format.width, rest) = number(rest)?;
    if let Some(after) = rest.strip_prefix('.') {
        (format.precision, rest) = number(after)?;
    }
    // `long double` is not asked for, but its mark is allowed.
    let rest = rest.strip_prefix('L').unwrap_or(rest);
    (format.style, format.upper) = match rest {
        "f" => (Style::Fixed, false),
        "e" => (Style::Exponent, false),
        "E" => (Style::Exponent, true),
        "g" => (Style::General, false),
        "G" => (Style::General, true),
        _ => return None,
    };
    Some(format)
}

/// The digits at the front, 0 if there are none.
fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit());
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    let value = if digits.is_empty() {
        0
    } else {
        digits.parse().ok().filter(|&n: &usize| n < 1 << 16)?
    };
    Some((value, rest))
}

impl FloatFormat {
    /// So many digits behind the point.
    pub(crate) const fn fixed(precision: usize) -> FloatFormat {
        FloatFormat {
            left: false,
            plus: false,
            space: false,
            alternate: false,
            zeros: false,
            width: 0,
            precision,
            style: Style::Fixed,
            upper: false,
        }
    }

    /// At least so many columns.
    pub(crate) const fn wide(mut self, width: usize) -> FloatFormat {
        self.width = width;
        self
    }

    /// A number in this format.
    pub fn apply(&self, value: f64) -> String {
        let sign = match (value.is_sign_negative(), self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        };
        let digits = if value.is_nan() {
            "nan".to_owned()
        } else if value.is_infinite() {
            "inf".to_owned()
        } else {
            self.digits(value.abs())
        };
        let digits = if self.upper {
            digits.to_uppercase()
        } else {
            digits
        };
        let missing = self.width.saturating_sub(sign.len() + digits.len());
        let (before, zeros, after) = if self.left {
            (0, 0, missing)
        } else if self.zeros && value.is_finite() {
            (0, missing, 0)
        } else {
            (missing, 0, 0)
        };
        let blanks = |count: usize| " ".repeat(count);
        format!(
            "{}{sign}{}{digits}{}",
            blanks(before),
            "0".repeat(zeros),
            blanks(after)
        )
    }

    /// A number that is neither negative nor infinite, without sign and padding.
    fn digits(&self, value: f64) -> String {
        match self.style {
            Style::Fixed => self.fixed_digits(value, self.precision),
            Style::Exponent => self.exponent_digits(value, self.precision),
            Style::General => {
                let precision = self.precision.max(1);
                let exponent = exponent(value, precision - 1);
                let text = if exponent < -4 || exponent >= precision as i32 {
                    self.exponent_digits(value, precision - 1)
                } else {
                    let behind = precision as i32 - 1 - exponent;
                    self.fixed_digits(value, behind as usize)
                };
                if self.alternate {
                    text
                } else {
                    without_zeros(&text)
                }
            }
        }
    }

    fn fixed_digits(&self, value: f64, precision: usize) -> String {
        let point = if precision == 0 && self.alternate {
            "."
        } else {
            ""
        };
        format!("{value:.precision$}{point}")
    }

    /// With an exponent of two digits at least.
    fn exponent_digits(&self, value: f64, precision: usize) -> String {
        let text = format!("{value:.precision$e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let point = if precision == 0 && self.alternate {
            "."
        } else {
            ""
        };
        let (sign, exponent) = match exponent.strip_prefix('-') {
            Some(exponent) => ('-', exponent),
            None => ('+', exponent),
        };
        format!("{digits}{point}e{sign}{exponent:0>2}")
    }
}

/// The decimal exponent of a number once it is rounded to so many digits behind the first.
fn exponent(value: f64, precision: usize) -> i32 {
    let text = format!("{value:.precision$e}");
    let exponent = text.split_once('e').map(|(_, exponent)| exponent);
    exponent.and_then(|e| e.parse().ok()).unwrap_or(0)
}

/// The text without zeros at the end of its fraction.
fn without_zeros(text: &str) -> String {
    let (digits, exponent) = match text.find('e') {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    if !digits.contains('.') {
        return text.to_owned();
    }
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    format!("{digits}{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What glibc's `printf` writes.
    #[test]
    fn numbers_are_written_as_by_printf() {
        let cases: &[(&str, f64, &str)] = &[
            ("% -9.2g", 0.0, " 0       "),
            ("% -9.2g", -0.0, "-0       "),
            ("% -9.2g", 1234.5, " 1.2e+03 "),
            ("% -9.2g", 0.00012345, " 0.00012 "),
            ("% -9.2g", 0.000012345, " 1.2e-05 "),
            ("% -9.2g", 99.5, " 1e+02   "),
            ("% -9.2g", 98.5, " 98      "),
            ("% -9.2g", 1e-300, " 1e-300  "),
            ("% -9.2g", f64::NAN, " nan     "),
            ("% -9.2g", f64::NEG_INFINITY, "-inf     "),
            ("%g", 100000.0, "100000"),
            ("%g", 1000000.0, "1e+06"),
            ("%#g", 1.5, "1.50000"),
            ("%G", 1e-10, "1E-10"),
            ("%.0e", 25.0, "2e+01"),
            ("%#.0f", 2.5, "2."),
            ("%08.3f", -1.0, "-001.000"),
            ("%+.1f", 0.25, "+0.2"),
            ("%12.4E", 31415.9265, "  3.1416E+04"),
            ("%.17g", 0.1, "0.10000000000000001"),
            ("%.f", 1.5, "2"),
        ];
        for &(format, value, expected) in cases {
            let parsed: FloatFormat = format.parse().unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(parsed.apply(value), expected, "{format} {value}");
        }
        assert_eq!(Ok(FloatFormat::default()), "% -9.2g".parse());
    }

    #[test]
    fn what_is_no_format_for_one_number_is_refused() {
        for text in [
            "",
            "g",
            "%d",
            "%--g",
            "%*g",
            "%g%g",
            "%1.2.3g",
            "%lg",
            "%.99999999999999999999g",
        ] {
            assert!(text.parse::<FloatFormat>().is_err(), "{text}");
        }
    }
}
