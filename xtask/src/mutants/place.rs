//! Puts many faults into one source file, each behind a switch, so that they are compiled once.

use std::ops::Range;

use proc_macro2::{LineColumn, Span};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::fault::Fault;
use super::statement;

/// What a fault's switch is called in the code. Each crate has a copy of it.
pub(super) const SWITCH: &str = "crate::fault_switch::on";

/// A source file with faults in it.
#[derive(Debug)]
pub(super) struct Placed {
    /// The new source.
    pub(super) text: String,
    /// The faults for which there was no place: what they change is not written in a form known here.
    pub(super) left: Vec<usize>,
    /// Where in the new source each fault is.
    ranges: Vec<(Range<usize>, usize)>,
    /// Pieces that were taken over: where they begin in the new source, and what they were in the old one.
    kept: Vec<(usize, Range<usize>)>,
    /// Where functions and matches are in the old source, and the faults that change what they are as a whole.
    wholes: Vec<Whole>,
}

/// What the compiler may mean as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WholeKind {
    /// A match: its arms.
    Match,
    /// A function: bodies that are left at once.
    Function,
    /// A function: its statements.
    Statements,
}

/// A function or a match.
#[derive(Debug)]
struct Whole {
    range: Range<usize>,
    kind: WholeKind,
    faults: Vec<usize>,
}

impl Placed {
    fn keep(&mut self, source: &str, range: Range<usize>) {
        self.kept.push((self.text.len(), range.clone()));
        self.text.push_str(&source[range]);
    }

    /// The fault that the compiler means when it complains about a place: the smallest one around it.
    pub(super) fn fault_at(&self, at: usize) -> Option<usize> {
        let around = self.ranges.iter().filter(|(range, _)| range.contains(&at));
        around.min_by_key(|(range, _)| range.len()).map(|(_, fault)| *fault)
    }

    /// The faults that it may mean otherwise: the bodies of the function around it, of which another type was inferred, the
    /// last arm of a match that is no longer exhaustive, or statements after one of which nothing was moved.
    pub(super) fn faults_around(&self, at: usize, kind: WholeKind) -> Vec<usize> {
        let kept = self.kept.iter().find_map(|(start, was)| {
            let offset = at.checked_sub(*start)?;
            (offset < was.len()).then(|| was.start + offset)
        });
        let fits = |it: &&Whole| {
            it.kind == kind
                && !it.faults.is_empty()
                && kept.is_some_and(|at| it.range.contains(&at))
        };
        let whole = self.wholes.iter().filter(fits).min_by_key(|it| it.range.len());
        let faults = whole.map_or(&[][..], |it| &it.faults);
        match kind {
            WholeKind::Match => faults.last().copied().into_iter().collect(),
            WholeKind::Function | WholeKind::Statements => faults.to_vec(),
        }
    }
}

/// Puts faults, each with its number, into a source.
///
/// # Errors
/// The source cannot be parsed.
pub(super) fn place(source: &str, faults: &[(usize, &Fault)]) -> Result<Placed, syn::Error> {
    let file = syn::parse_file(source)?;
    let mut finder = Finder { source, faults, edits: Vec::new(), wholes: Vec::new() };
    finder.visit_file(&file);
    let mut edits = finder.edits;
    // What lies around comes before what lies inside.
    edits.sort_by_key(|edit| {
        (edit.range.start, !edit.range.is_empty(), usize::MAX - edit.range.end)
    });
    let (wholes, text) = (finder.wholes, String::new());
    let mut placed =
        Placed { text, left: Vec::new(), ranges: Vec::new(), kept: Vec::new(), wholes };
    write(source, 0..source.len(), &edits, 0, &mut placed);
    let found: Vec<usize> = edits.iter().flat_map(|edit| edit.faults()).collect();
    placed.left = faults.iter().map(|(n, _)| *n).filter(|n| !found.contains(n)).collect();
    Ok(placed)
}

/// One piece of what stands in a changed place.
#[derive(Debug)]
enum Piece {
    Text(String),
    /// What stood in the source, with the changes inside it.
    Source(Range<usize>),
    /// What is there because of a fault.
    Begin(usize),
    End,
}

impl Piece {
    /// The fault that begins with it.
    fn fault(&self) -> Option<usize> {
        match self {
            Self::Begin(fault) => Some(*fault),
            _ => None,
        }
    }
}

#[derive(Debug)]
struct Edit {
    range: Range<usize>,
    pieces: Vec<Piece>,
}

impl Edit {
    fn faults(&self) -> impl Iterator<Item = usize> {
        self.pieces.iter().filter_map(Piece::fault)
    }
}

/// Writes a range of the source with those of the edits from `next` on that lie in it.
fn write(source: &str, range: Range<usize>, edits: &[Edit], next: usize, placed: &mut Placed) {
    let mut at = range.start;
    for (n, edit) in edits.iter().enumerate().skip(next) {
        // What lies inside an edit was written with it.
        if edit.range.start < at || edit.range.end > range.end {
            continue;
        }
        placed.keep(source, at..edit.range.start);
        let mut open = Vec::new();
        for piece in &edit.pieces {
            match piece {
                Piece::Text(text) => placed.text.push_str(text),
                Piece::Source(inner) => write(source, inner.clone(), edits, n + 1, placed),
                Piece::Begin(fault) => open.push((placed.text.len(), *fault)),
                Piece::End => {
                    let (start, fault) = open.pop().expect("what ends has begun");
                    placed.ranges.push((start..placed.text.len(), fault));
                }
            }
        }
        at = edit.range.end;
    }
    placed.keep(source, at..range.end);
}

struct Finder<'a> {
    source: &'a str,
    faults: &'a [(usize, &'a Fault)],
    edits: Vec<Edit>,
    wholes: Vec<Whole>,
}

/// Line and column, as the list of faults counts them.
fn place_of(at: LineColumn) -> (usize, usize) {
    (at.line, at.column + 1)
}

fn bytes(span: Span) -> Range<usize> {
    span.byte_range()
}

/// Whether names come from a condition (`if let Some(x) = y && ..`): it cannot stand in a choice.
fn binds(it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(it) => binds(&it.left) || binds(&it.right),
        _ => false,
    }
}

impl Finder<'_> {
    /// The faults of a kind that begin at the beginning of a span.
    fn at(&self, genre: &str, span: Span) -> Vec<(usize, String)> {
        let place = place_of(span.start());
        let faults = self.faults.iter().filter(|(_, it)| it.genre == genre && it.start == place);
        faults.map(|(n, fault)| (*n, fault.replacement.clone())).collect()
    }

    /// Chooses between the code with each fault and without.
    fn choose(&mut self, range: Range<usize>, faults: Vec<(usize, Vec<Piece>)>, right: Vec<Piece>) {
        if faults.is_empty() {
            return;
        }
        let mut pieces = vec![Piece::Text("(".to_string())];
        for (fault, wrong) in faults {
            pieces.push(Piece::Begin(fault));
            pieces.push(Piece::Text(format!("if {SWITCH}({fault}) {{ ")));
            pieces.extend(wrong);
            pieces.push(Piece::Text(" } ".to_string()));
            pieces.push(Piece::End);
            pieces.push(Piece::Text("else ".to_string()));
        }
        pieces.push(Piece::Text("{ ".to_string()));
        pieces.extend(right);
        pieces.push(Piece::Text(" })".to_string()));
        self.edits.push(Edit { range, pieces });
    }

    /// The bodies of functions: they return at once.
    fn body(&mut self, block: &syn::Block) {
        let (start, end) = (block.span().start(), block.span().end());
        let inside = |fault: &Fault| fault.start >= place_of(start) && fault.end <= place_of(end);
        let deleted =
            self.faults.iter().filter(|(_, it)| it.genre == statement::GENRE && inside(it));
        let (faults, kind) = (deleted.map(|(n, _)| *n).collect(), WholeKind::Statements);
        self.wholes.push(Whole { range: bytes(block.span()), kind, faults });
        let mut pieces = Vec::new();
        for (n, fault) in self.faults {
            // Of a function inside this one, the body is visited later: it is the smaller one.
            let nested = |edit: &Edit| edit.faults().any(|it| it == *n);
            if fault.genre != "FnValue" || !inside(fault) || self.edits.iter().any(nested) {
                continue;
            }
            pieces.push(Piece::Begin(*n));
            pieces.push(Piece::Text(format!(
                " if {SWITCH}({n}) {{ return {}; }}",
                fault.replacement
            )));
            pieces.push(Piece::End);
        }
        if !pieces.is_empty() {
            let faults = pieces.iter().filter_map(Piece::fault).collect();
            let (range, kind) = (bytes(block.span()), WholeKind::Function);
            self.wholes.push(Whole { range, kind, faults });
            let after = bytes(block.brace_token.span.open()).end;
            self.edits.push(Edit { range: after..after, pieces });
        }
    }
}

impl Visit<'_> for Finder<'_> {
    fn visit_stmt(&mut self, it: &syn::Stmt) {
        for (n, _) in self.at(statement::GENRE, it.span()) {
            // What a statement holds is held to the end of its block, so that is not put into one of its own.
            let (range, [before, after]) = match it {
                syn::Stmt::Local(syn::Local { init: Some(init), .. }) => {
                    let choice = format!("if {SWITCH}({n}) {{ None }} else {{ Some(");
                    (bytes(init.expr.span()), [choice, ") }".to_string()])
                }
                _ => {
                    let choice = format!("if !{SWITCH}({n}) {{ ");
                    (bytes(it.span()), [choice, " }".to_string()])
                }
            };
            let pieces = vec![
                Piece::Begin(n),
                Piece::Text(before),
                Piece::Source(range.clone()),
                Piece::Text(after),
                Piece::End,
            ];
            self.edits.push(Edit { range, pieces });
        }
        visit::visit_stmt(self, it);
    }

    fn visit_item_fn(&mut self, it: &syn::ItemFn) {
        visit::visit_item_fn(self, it);
        self.body(&it.block);
    }

    fn visit_impl_item_fn(&mut self, it: &syn::ImplItemFn) {
        visit::visit_impl_item_fn(self, it);
        self.body(&it.block);
    }

    fn visit_trait_item_fn(&mut self, it: &syn::TraitItemFn) {
        visit::visit_trait_item_fn(self, it);
        if let Some(block) = &it.default {
            self.body(block);
        }
    }

    fn visit_expr_binary(&mut self, it: &syn::ExprBinary) {
        let (left, right) = (bytes(it.left.span()), bytes(it.right.span()));
        let with = |operator: &str| {
            vec![
                Piece::Source(left.clone()),
                Piece::Text(format!(" {operator} ")),
                Piece::Source(right.clone()),
            ]
        };
        let faults = self.at("BinaryOperator", it.op.span());
        if [&it.left, &it.right].into_iter().any(|side| binds(side)) {
            return visit::visit_expr_binary(self, it);
        }
        let wrong = faults.iter().map(|(n, operator)| (*n, with(operator))).collect();
        let operator = self.source[bytes(it.op.span())].to_string();
        self.choose(bytes(it.span()), wrong, with(&operator));
        visit::visit_expr_binary(self, it);
    }

    fn visit_expr_unary(&mut self, it: &syn::ExprUnary) {
        let operand = bytes(it.expr.span());
        let faults = self.at("UnaryOperator", it.op.span());
        let wrong =
            faults.iter().map(|(n, _)| (*n, vec![Piece::Source(operand.clone())])).collect();
        let operator = self.source[bytes(it.op.span())].to_string();
        let right = vec![Piece::Text(operator), Piece::Source(operand.clone())];
        self.choose(bytes(it.span()), wrong, right);
        visit::visit_expr_unary(self, it);
    }

    fn visit_expr_match(&mut self, it: &syn::ExprMatch) {
        let faults = it.arms.iter().flat_map(|arm| self.at("MatchArm", arm.span()));
        let faults = faults.map(|(n, _)| n).collect();
        self.wholes.push(Whole { range: bytes(it.span()), kind: WholeKind::Match, faults });
        visit::visit_expr_match(self, it);
    }

    fn visit_arm(&mut self, it: &syn::Arm) {
        let mut pieces = Vec::new();
        for (n, _) in self.at("MatchArm", it.span()) {
            pieces.push(Piece::Begin(n));
            pieces.push(Piece::Text(format!("!{SWITCH}({n}) && ")));
            pieces.push(Piece::End);
        }
        if let syn::Pat::Guard(syn::PatGuard { guard, .. }) = &it.pat {
            let range = bytes(guard.span());
            let mut guards = self.at("MatchArmGuard", guard.span());
            // `a || !b && guard`: with neither fault on, the guard decides.
            guards.sort_by_key(|(_, value)| value != "true");
            pieces.push(Piece::Text("(".to_string()));
            for (n, value) in guards {
                let (sign, join) = if value == "true" { ("", "||") } else { ("!", "&&") };
                pieces.push(Piece::Begin(n));
                pieces.push(Piece::Text(format!("{sign}{SWITCH}({n}) {join} ")));
                pieces.push(Piece::End);
            }
            if pieces.len() > 1 && !binds(guard) {
                pieces.push(Piece::Text("(".to_string()));
                pieces.push(Piece::Source(range.clone()));
                pieces.push(Piece::Text("))".to_string()));
                self.edits.push(Edit { range, pieces });
            }
        } else if !pieces.is_empty() {
            let after = bytes(it.pat.span()).end;
            pieces.insert(0, Piece::Text(" if ".to_string()));
            pieces.push(Piece::Text("true".to_string()));
            self.edits.push(Edit { range: after..after, pieces });
        }
        visit::visit_arm(self, it);
    }

    fn visit_expr_struct(&mut self, it: &syn::ExprStruct) {
        for field in &it.fields {
            let Some(rest) = &it.rest else { break };
            let value = bytes(field.expr.span());
            for (n, _) in self.at("StructField", field.span()) {
                let name = &self.source[bytes(field.member.span())];
                let wrong = vec![
                    Piece::Text("(".to_string()),
                    Piece::Source(bytes(rest.span())),
                    Piece::Text(format!(").{name}")),
                ];
                let range = bytes(field.span());
                let start = self.edits.len();
                self.choose(range, vec![(n, wrong)], vec![Piece::Source(value.clone())]);
                let text = Piece::Text(format!("{name}: "));
                self.edits[start].pieces.insert(0, text);
            }
        }
        visit::visit_expr_struct(self, it);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(genre: &str, start: (usize, usize), end: (usize, usize), replacement: &str) -> Fault {
        let (genre, replacement) = (genre.to_string(), replacement.to_string());
        Fault { file: String::new(), name: String::new(), genre, start, end, replacement }
    }

    /// The source with faults in it, with `on(N)` for each switch.
    fn placed(source: &str, faults: &[Fault]) -> String {
        let numbered: Vec<(usize, &Fault)> = faults.iter().enumerate().collect();
        place(source, &numbered).unwrap().text.replace(SWITCH, "on")
    }

    #[test]
    fn a_body_is_left_at_once() {
        let source = "fn f() -> u8 { 1 + 2 }";
        let faults = [
            fault("FnValue", (1, 16), (1, 21), "0"),
            fault("FnValue", (1, 16), (1, 21), "1"),
            fault("BinaryOperator", (1, 18), (1, 19), "-"),
        ];
        assert_eq!(
            placed(source, &faults),
            "fn f() -> u8 { if on(0) { return 0; } if on(1) { return 1; } \
             (if on(2) { 1 - 2 } else { 1 + 2 }) }"
        );
    }

    #[test]
    fn an_operation_within_another_is_there_with_each_choice() {
        let source = "const X: bool = !(a < b) && c;";
        let faults = [
            fault("BinaryOperator", (1, 26), (1, 28), "||"),
            fault("BinaryOperator", (1, 21), (1, 22), "<="),
            fault("UnaryOperator", (1, 17), (1, 18), ""),
        ];
        let inner = "((if on(1) { a <= b } else { a < b }))";
        let left = format!("(if on(2) {{ {inner} }} else {{ !{inner} }})");
        assert_eq!(
            placed(source, &faults),
            format!("const X: bool = (if on(0) {{ {left} || c }} else {{ {left} && c }});")
        );
    }

    #[test]
    fn arms_and_their_guards_are_passed_over() {
        let source = "fn f() { match x { 1 if a < b => y, 2 => z, _ => w } }";
        let faults = [
            fault("MatchArm", (1, 20), (1, 36), ""),
            fault("MatchArmGuard", (1, 25), (1, 30), "true"),
            fault("MatchArmGuard", (1, 25), (1, 30), "false"),
            fault("BinaryOperator", (1, 27), (1, 28), ">"),
            fault("MatchArm", (1, 37), (1, 43), ""),
        ];
        assert_eq!(
            placed(source, &faults),
            "fn f() { match x { 1 if !on(0) && (on(1) || !on(2) && ((if on(3) { a > b } else { a < b }))) => y, \
             2 if !on(4) && true => z, _ => w } }"
        );
    }

    #[test]
    fn a_field_is_taken_from_the_rest() {
        let source = "fn f() -> S { S { a: 1, b, ..base } }";
        let faults = [
            fault("StructField", (1, 19), (1, 23), ""),
            fault("StructField", (1, 25), (1, 26), ""),
        ];
        assert_eq!(
            placed(source, &faults),
            "fn f() -> S { S { a: (if on(0) { (base).a } else { 1 }), b: (if on(1) { (base).b } else { b }), ..base } }"
        );
    }

    #[test]
    fn a_statement_is_passed_over() {
        let source = "fn f() { limit(1 + 2)?; let _x = lock(); g() }";
        let faults = [
            fault(statement::GENRE, (1, 10), (1, 24), ""),
            fault("BinaryOperator", (1, 18), (1, 19), "-"),
            fault(statement::GENRE, (1, 25), (1, 41), ""),
        ];
        assert_eq!(
            placed(source, &faults),
            "fn f() { if !on(0) { limit((if on(1) { 1 - 2 } else { 1 + 2 }))?; } \
             let _x = if on(2) { None } else { Some(lock()) }; g() }"
        );
    }

    #[test]
    fn what_the_compiler_complains_about_is_found() {
        let source = "fn f() -> u8 { 1 + 2 }";
        let faults = [
            fault("FnValue", (1, 16), (1, 21), "nonsense"),
            fault("BinaryOperator", (1, 18), (1, 19), "-"),
            fault("BinaryOperator", (9, 1), (9, 2), "-"),
        ];
        let numbered: Vec<(usize, &Fault)> = faults.iter().enumerate().collect();
        let placed = place(source, &numbered).unwrap();
        assert_eq!(placed.left, [2], "nothing is at that place");
        assert_eq!(placed.fault_at(placed.text.find("nonsense").unwrap()), Some(0));
        assert_eq!(placed.fault_at(placed.text.find("1 - 2").unwrap()), Some(1));
        assert_eq!(placed.fault_at(0), None);
        assert_eq!(placed.faults_around(0, WholeKind::Function), Vec::<usize>::new());
        assert_eq!(placed.faults_around(placed.text.rfind('}').unwrap(), WholeKind::Function), [0]);
    }

    #[test]
    fn the_last_arm_of_a_match_is_blamed_if_something_is_not_matched() {
        let source = "fn f() { match x { 1 => a, y => b } }";
        let faults =
            [fault("MatchArm", (1, 20), (1, 26), ""), fault("MatchArm", (1, 28), (1, 34), "")];
        let numbered: Vec<(usize, &Fault)> = faults.iter().enumerate().collect();
        let placed = place(source, &numbered).unwrap();
        let at = placed.text.find("x {").unwrap();
        assert_eq!(
            (placed.fault_at(at), placed.faults_around(at, WholeKind::Match)),
            (None, vec![1])
        );
    }
}
