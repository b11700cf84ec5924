//! XML as tinyxml2 takes it.

use crate::{accept, reject};

#[test]
fn well_formed_documents_are_read() {
    for text in [
        "<mujoco/>",
        "<mujoco></mujoco >",
        "<mujoco model = \"a\" />",
        "<mujoco model='a\"b'/>",
        "<?xml version=\"1.0\"?><mujoco/>",
        "<?xml?><?xml?><mujoco/>",
        "\u{FEFF}<mujoco/>",
        "<!DOCTYPE x><mujoco/>",
        "<mujoco/>\n\n<!-- end -->",
        "<mujoco\n\tmodel\n=\n\"x\"\n>\n</mujoco\n>",
    ] {
        accept(text);
    }
}

#[test]
fn what_tinyxml2_lets_pass_passes() {
    for text in [
        // Text and elements around the root, and markup in odd places.
        "x<mujoco/>",
        "<mujoco/><b/>",
        "<mujoco/>x<!-- -->",
        "<mujoco>text</mujoco>",
        "<mujoco><![CDATA[x]]></mujoco>",
        "<mujoco><!DOCTYPE x></mujoco>",
        "<!-- a -- b --><mujoco/>",
        "<mujoco><!-- --- --></mujoco>",
        "< mujoco/>",
        "<mujoco model=\"a<b>\"/>",
        // A closing tag that closes nothing ends the document; with a final slash it is an element.
        "<mujoco></mujoco></mujoco>",
        "<mujoco/></x><y>",
        "</mujoco/>",
        "<mujoco></mujoco a=\"1\">",
        "<mujoco/>\0junk<",
    ] {
        accept(text);
    }
}

#[test]
fn broken_documents_are_refused() {
    for text in [
        "",
        "   ",
        "<!-- only a comment -->",
        "</mujoco>",
        "<mujoco>",
        "<mujoco> ",
        "<mujoco",
        "<mujoco></mujoc>",
        "<mujoco></ mujoco>",
        "<mujoco / >",
        "<mujoco/>x",
        "<mujoco/>x<",
        "<mujoco/><mujoco>",
        "<mujoco model=a/>",
        "<mujoco model/>",
        "<mujoco model=\"a/>",
        "<mujoco model=\"a\" model=\"b\"/>",
        "<mujoco></mujoco a>",
        "<mujoco><!-- x</mujoco>",
        "<mujoco><![CDATA[x</mujoco>",
        "<mujoco><?pi?></mujoco>",
        "<mujoco/><?xml version=\"1.0\"?>",
        "<!--a--><?xml?><mujoco/>",
        "<1/>",
        "<-/>",
    ] {
        reject(text);
    }
}

#[test]
fn the_root_must_be_mujoco_in_lower_case() {
    for text in ["<a/>", "<MUJOCO/>", "<x:mujoco/>", "<\u{e9}/>"] {
        reject(text);
    }
}

#[test]
fn entities_resolve_as_in_the_reference() {
    let name = |value: &str| accept(&format!("<mujoco model=\"{value}\"/>")).name;
    assert_eq!(name("&lt;&amp;&#65;&#x42;&apos;&quot;"), "<&AB'\"");
    // An undefined entity keeps the byte that happens to be in the buffer there.
    assert_eq!(name("&bogus;"), "&bogus;");
    assert_eq!(name("&lt;&bogus;"), "<lbogus;");
    assert_eq!(name("&#x4G;"), "&#x4G;");
    assert_eq!(name("&#65"), "&#65");
    // Null ends a value, no digits mean null, and what fits no UTF-8 pattern vanishes.
    assert_eq!(name("a&#0;b"), "a");
    assert_eq!(name("a&#;b"), "a");
    assert_eq!(name("a&#xffffffff;b"), "ab");
    assert_eq!(name("a\r\nb\rc"), "a\nb\nc");
}

#[test]
fn a_reference_that_makes_no_text_is_unsupported() {
    let error = plumbline::Spec::from_xml_string("<mujoco model=\"&#xD800;\"/>").unwrap_err();
    assert_eq!(error.kind, plumbline::ErrorKind::Unsupported);
}

fn nested(bodies: usize) -> String {
    let open = "<body>".repeat(bodies);
    let close = "</body>".repeat(bodies);
    format!("<mujoco><worldbody>{open}{close}</worldbody></mujoco>")
}

#[test]
fn nesting_is_limited_where_tinyxml2_limits_it() {
    accept(&nested(496));
    reject(&nested(497));
    let error = reject(&nested(100_000));
    assert_eq!(error.expected.as_deref(), Some("at most 498 levels"));
}

#[test]
fn errors_point_at_line_and_column() {
    let error = reject("<mujoco>\n  <worldbody>\n</mujoco>");
    let location = error.location.as_ref().unwrap();
    assert_eq!((location.line, location.column), (3, 1));
    assert_eq!(
        error.to_string(),
        "error: `</mujoco>` does not match `<worldbody>` of line 2\n \
         --> <text>:3:1\n  |\n3 | </mujoco>\n  | ^^^^^^^^\n  = expected `</worldbody>`"
    );
}
