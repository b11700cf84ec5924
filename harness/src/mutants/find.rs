//! The places of a source file where faults can be put: expressions and statements in the bodies of
//! functions. What the compiler computes (constants, types, patterns, attributes), what macros are
//! given, `unsafe` blocks and tests are left alone, and so are `Display` and `Debug`, which make
//! words.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, Member, Stmt, UnOp};

use super::point::{Change, Form, Kind, Point};

/// All places of a file.
pub(super) fn points(source: &str) -> syn::Result<Vec<Point>> {
    let file = syn::parse_file(source)?;
    let mut finder = Finder {
        source,
        functions: Vec::new(),
        types: Vec::new(),
        is_place: false,
        points: Vec::new(),
    };
    finder.visit_file(&file);
    Ok(finder.points)
}

struct Finder<'a> {
    source: &'a str,
    functions: Vec<String>,
    types: Vec<String>,
    /// Whether the expression is written to or borrowed, so that it must stay a place in memory.
    is_place: bool,
    points: Vec<Point>,
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute
                    .meta
                    .require_list()
                    .is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

fn range(span: Span) -> Range<usize> {
    span.byte_range()
}

/// Whether a condition binds names, so that it is no value.
fn binds(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => binds(&binary.left) || binds(&binary.right),
        Expr::Paren(paren) => binds(&paren.expr),
        _ => false,
    }
}

impl Finder<'_> {
    fn text(&self, part: &impl Spanned) -> &str {
        &self.source[range(part.span())]
    }

    /// Adds a place; `changes` are the kind and the text of each fault.
    fn add(&mut self, part: &impl Spanned, form: Form, changes: Vec<(Kind, String)>) {
        let old = squeeze(self.text(part));
        let shown = changes.into_iter().map(|(kind, text)| Change {
            kind,
            old: old.clone(),
            new: squeeze(&text),
            text,
            number: None,
        });
        let changes = shown.collect();
        self.push(part.span(), form, changes);
    }

    fn push(&mut self, span: Span, form: Form, changes: Vec<Change>) {
        if self.functions.is_empty() {
            return;
        }
        let start = span.start();
        self.points.push(Point {
            range: range(span),
            function: [&self.types[..], &self.functions[..]].concat().join("::"),
            line: start.line,
            column: start.column + 1,
            form,
            changes,
        });
    }

    fn in_function(&mut self, name: &syn::Ident, walk: impl FnOnce(&mut Self)) {
        self.functions.push(name.to_string());
        walk(self);
        self.functions.pop();
    }

    /// Visits an expression that must stay a place, or need not.
    fn visit_as(&mut self, is_place: bool, expr: &Expr) {
        let before = std::mem::replace(&mut self.is_place, is_place);
        self.visit_expr(expr);
        self.is_place = before;
    }

    /// A condition that always or never holds.
    fn guard(&mut self, condition: &Expr, outcomes: &[&str]) {
        if !binds(condition) {
            let changes = outcomes
                .iter()
                .map(|text| (Kind::Guard, (*text).to_owned()));
            self.add(condition, Form::Guard, changes.collect());
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) {
        let (left, right) = (&*binary.left, &*binary.right);
        let (l, r) = (self.text(left).to_owned(), self.text(right).to_owned());
        if let Some((operator, others)) = comparison(&binary.op) {
            let form = Form::Comparison {
                left: range(left.span()),
                right: range(right.span()),
                operator,
            };
            let old = squeeze(self.text(binary));
            let changes = others.iter().map(|other| Change {
                kind: Kind::Comparison,
                text: (*other).to_owned(),
                old: old.clone(),
                new: squeeze(&format!("{l} {other} {r}")),
                number: None,
            });
            let changes = changes.collect();
            self.push(binary.span(), form, changes);
            return;
        }
        if let Some(other) = operation(&binary.op) {
            let change = (Kind::Operation, format!("{l} {other} {r}"));
            self.add(binary, Form::Value, vec![change]);
        }
        match &binary.op {
            BinOp::And(_) | BinOp::Or(_) if !binds(left) && !binds(right) => {
                let changes = vec![(Kind::Clamp, l), (Kind::Clamp, r)];
                self.add(binary, Form::Value, changes);
            }
            BinOp::Add(_) | BinOp::Mul(_) => self.order(binary, &r),
            _ => {}
        }
    }

    /// `a + b + c` bracketed as `a + (b + c)`.
    fn order(&mut self, binary: &syn::ExprBinary, third: &str) {
        let Expr::Binary(inner) = &*binary.left else {
            return;
        };
        let sign = match (&inner.op, &binary.op) {
            (BinOp::Add(_), BinOp::Add(_)) => '+',
            (BinOp::Mul(_), BinOp::Mul(_)) => '*',
            _ => return,
        };
        let (first, second) = (self.text(&inner.left), self.text(&inner.right));
        let text = format!("{first} {sign} ({second} {sign} {third})");
        self.add(binary, Form::Inexact, vec![(Kind::Order, text)]);
    }

    fn literal(&mut self, literal: &syn::ExprLit) {
        let text = match &literal.lit {
            Lit::Float(float) => moved(float.base10_digits(), float.suffix()),
            Lit::Int(int) => int
                .base10_parse::<u64>()
                .ok()
                .and_then(|value| value.checked_add(1))
                .map(|value| format!("{value}{}", int.suffix())),
            Lit::Bool(bool) => Some((!bool.value).to_string()),
            _ => None,
        };
        if let Some(text) = text {
            self.add(literal, Form::Value, vec![(Kind::Constant, text)]);
        }
    }

    fn index(&mut self, index: &Expr) {
        let Expr::Lit(literal) = index else {
            return self.visit_as(false, index);
        };
        let Lit::Int(int) = &literal.lit else {
            return;
        };
        let other = match int.base10_parse::<u64>() {
            Ok(0) => 1,
            Ok(value) => value - 1,
            Err(_) => return,
        };
        let change = (Kind::Index, format!("{other}{}", int.suffix()));
        self.add(index, Form::Value, vec![change]);
    }

    fn method(&mut self, call: &syn::ExprMethodCall) {
        let receiver = self.text(&call.receiver).to_owned();
        let name = call.method.to_string();
        let dropped = matches!(
            (name.as_str(), call.args.len()),
            ("max" | "min", 1) | ("clamp", 2) | ("abs", 0)
        );
        if dropped {
            self.add(call, Form::Value, vec![(Kind::Clamp, receiver)]);
        }
    }

    fn field(&mut self, field: &syn::ExprField) {
        let Member::Named(name) = &field.member else {
            return;
        };
        let other = match name.to_string().as_str() {
            "x" => "y",
            "y" => "z",
            "z" => "x",
            _ => return,
        };
        if !self.is_place {
            let text = format!("{}.{other}", self.text(&field.base));
            self.add(field, Form::Value, vec![(Kind::Index, text)]);
        }
    }

    /// A named constant of floating-point type, ten times as large.
    fn path(&mut self, path: &syn::ExprPath) {
        let Some(last) = path.path.segments.last() else {
            return;
        };
        let name = last.ident.to_string();
        let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if !self.is_place && name.len() > 1 && name.chars().all(upper) {
            let text = format!("10.0 * {}", self.text(path));
            self.add(path, Form::Inexact, vec![(Kind::Constant, text)]);
        }
    }
}

/// Text in one line.
fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn comparison(operator: &BinOp) -> Option<(&'static str, &'static [&'static str])> {
    Some(match operator {
        BinOp::Lt(_) => ("<", &["<=", ">"]),
        BinOp::Le(_) => ("<=", &["<", ">="]),
        BinOp::Gt(_) => (">", &[">=", "<"]),
        BinOp::Ge(_) => (">=", &[">", "<="]),
        BinOp::Eq(_) => ("==", &["!="]),
        BinOp::Ne(_) => ("!=", &["=="]),
        _ => return None,
    })
}

fn operation(operator: &BinOp) -> Option<&'static str> {
    Some(match operator {
        BinOp::Add(_) => "-",
        BinOp::Sub(_) => "+",
        BinOp::Mul(_) => "/",
        BinOp::Div(_) => "*",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) => "+=",
        BinOp::MulAssign(_) => "/=",
        BinOp::DivAssign(_) => "*=",
        _ => return None,
    })
}

/// A floating-point constant at another value: a threshold by a power of ten, others by a half.
fn moved(digits: &str, suffix: &str) -> Option<String> {
    let value: f64 = digits.parse().ok()?;
    let other = match value {
        0.0 => 1.0,
        small if small.abs() < 1e-4 => 10.0 * small,
        other => 1.5 * other,
    };
    let text = format!("{other:?}{suffix}");
    (other != value && other.is_finite()).then_some(text)
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) && item.sig.constness.is_none() {
            self.in_function(&item.sig.ident, |finder| finder.visit_block(&item.block));
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let made = item
            .trait_
            .as_ref()
            .and_then(|trait_| trait_.0.segments.last());
        let words = made.is_some_and(|name| name.ident == "Display" || name.ident == "Debug");
        if words || is_test(&item.attrs) {
            return;
        }
        let name = squeeze(self.text(&item.self_ty));
        self.types.push(name);
        visit::visit_item_impl(self, item);
        self.types.pop();
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) && item.sig.constness.is_none() {
            self.in_function(&item.sig.ident, |finder| finder.visit_block(&item.block));
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.in_function(&item.sig.ident, |finder| finder.visit_block(block));
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.visit_as(false, &init.expr);
            if let Some((_, other)) = &init.diverge {
                self.visit_as(false, other);
            }
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = statement {
            let assigns = matches!(expr, Expr::Binary(binary) if operation(&binary.op).is_some());
            let acts = matches!(
                expr,
                Expr::Assign(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_)
            );
            if assigns || acts {
                let change = (Kind::Statement, String::new());
                self.add(statement, Form::Statement, vec![change]);
            }
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            // Computed by the compiler, or not ours to break.
            Expr::Const(_) | Expr::Unsafe(_) | Expr::Macro(_) => {}
            Expr::Repeat(repeat) => self.visit_as(false, &repeat.expr),
            Expr::Cast(cast) => self.visit_as(false, &cast.expr),
            Expr::Assign(assign) => {
                self.visit_as(true, &assign.left);
                self.visit_as(false, &assign.right);
            }
            Expr::Binary(binary) => {
                self.binary(binary);
                let writes = matches!(operation(&binary.op), Some(other) if other.len() == 2);
                self.visit_as(writes, &binary.left);
                self.visit_as(false, &binary.right);
            }
            Expr::Unary(unary) => {
                if matches!(unary.op, UnOp::Neg(_)) {
                    let text = self.text(&unary.expr).to_owned();
                    self.add(unary, Form::Value, vec![(Kind::Sign, text)]);
                }
                let is_place = self.is_place && matches!(unary.op, UnOp::Deref(_));
                self.visit_as(is_place, &unary.expr);
            }
            Expr::Reference(reference) => self.visit_as(true, &reference.expr),
            Expr::Index(index) => {
                self.visit_as(true, &index.expr);
                self.index(&index.index);
            }
            Expr::Field(field) => {
                self.field(field);
                self.visit_as(true, &field.base);
            }
            Expr::MethodCall(call) => {
                self.method(call);
                self.visit_as(true, &call.receiver);
                call.args
                    .iter()
                    .for_each(|argument| self.visit_as(false, argument));
            }
            // The function's name is no value.
            Expr::Call(call) => {
                call.args
                    .iter()
                    .for_each(|argument| self.visit_as(false, argument));
            }
            Expr::If(if_) => {
                let outcomes: &[&str] = match if_.else_branch {
                    Some(_) => &["true", "false"],
                    None => &["false"],
                };
                self.guard(&if_.cond, outcomes);
                visit::visit_expr_if(self, if_);
            }
            Expr::While(while_) => {
                self.guard(&while_.cond, &["false"]);
                visit::visit_expr_while(self, while_);
            }
            Expr::Lit(literal) => self.literal(literal),
            Expr::Path(path) => self.path(path),
            _ => {
                let before = std::mem::replace(&mut self.is_place, false);
                visit::visit_expr(self, expr);
                self.is_place = before;
            }
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let syn::Pat::Guard(pattern) = &arm.pat {
            self.visit_as(false, &pattern.guard);
        }
        self.visit_as(false, &arm.body);
    }

    // What the compiler computes, and what macros are given.
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_macro(&mut self, _: &'ast syn::Macro) {}
    fn visit_generics(&mut self, _: &'ast syn::Generics) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_item_struct(&mut self, _: &'ast syn::ItemStruct) {}
}
