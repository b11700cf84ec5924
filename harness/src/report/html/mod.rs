//! `report.html`: one page without network. It contains the data as JSON; a script draws what the
//! reader asks for.

mod data;

use std::io;

use super::Report;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
/// Draws two motions of a model; `harness upgrade` has it too.
pub const PICTURES: &str = include_str!("pictures.js");
const SCRIPT: [&str; 4] = [
    PICTURES,
    include_str!("overview.js"),
    include_str!("case.js"),
    include_str!("main.js"),
];

pub(super) fn render(report: &Report) -> io::Result<String> {
    let data = serde_json::to_string(&data::Page::new(report))?;
    // `<` could end the script element; JSON permits an escape for it.
    let data = data.replace('<', "\\u003c");
    let title = report.title();
    let page = PAGE.replace("{{title}}", &escape(&title));
    let page = page.replace("{{style}}", STYLE);
    let page = page.replace("{{script}}", &SCRIPT.concat());
    // Last, so that text in the data is not taken for a placeholder.
    Ok(page.replacen("{{data}}", &data, 1))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
