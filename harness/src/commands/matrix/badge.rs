//! A badge for an engine's README: how many cases agree or round.

use super::count::Column;
use super::page::escape;

/// Width of a letter as browsers draw it at 11 px, near enough.
const LETTER: f64 = 6.6;

pub(super) fn of(column: &Column) -> String {
    let total = column.total();
    let label = format!("{} with {}", column.subject, column.reference);
    let value = format!("{} of {} cases agree", total.good(), total.cases());
    let colour = match (
        total.good() == total.cases(),
        2 * total.good() >= total.cases(),
    ) {
        (true, _) => "#2d7d46",
        (false, true) => "#8a6100",
        (false, false) => "#b3261e",
    };
    let width = |text: &str| (LETTER * text.chars().count() as f64).round() + 12.0;
    let (left, right) = (width(&label), width(&value));
    let (label, value) = (escape(&label), escape(&value));
    let whole = left + right;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"20\" role=\"img\" aria-label=\"{label}: {value}\">\
         <title>{label}: {value}</title><clipPath id=\"round\"><rect width=\"{whole}\" height=\"20\" rx=\"3\"/></clipPath>\
         <g clip-path=\"url(#round)\"><rect width=\"{left}\" height=\"20\" fill=\"#555\"/>\
         <rect x=\"{left}\" width=\"{right}\" height=\"20\" fill=\"{colour}\"/></g>\
         <g fill=\"#fff\" text-anchor=\"middle\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\
         <text x=\"{}\" y=\"14\" textLength=\"{}\">{label}</text><text x=\"{}\" y=\"14\" textLength=\"{}\">{value}</text></g></svg>\n",
        left / 2.0,
        left - 12.0,
        left + right / 2.0,
        right - 12.0
    )
}
