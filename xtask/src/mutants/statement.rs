//! Faults of a kind that `cargo-mutants` does not know: a statement is deleted. A guard is often just one, as in `limit(id)?;`.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::fault::Fault;
use crate::root;

/// The kind of these faults.
pub(super) const GENRE: &str = "Statement";

/// Macros that only tell somebody something, or that check what is so anyway.
const TELLING: &[&str] = &[
    "tracing::",
    "metrics::",
    "debug_assert!",
    "debug_assert_eq!",
    "assert!",
    "assert_eq!",
    "assert_ne!",
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
];

/// How much of a statement stands in its fault's name, in characters.
const SHOWN: usize = 60;

/// All statements that can be deleted in the files of these faults.
///
/// # Errors
/// A file cannot be read or parsed.
pub(super) fn all_in_files_of(faults: &[Fault]) -> Result<Vec<Fault>, String> {
    let files: BTreeSet<&str> = faults.iter().map(|it| it.file.as_str()).collect();
    let mut found = Vec::new();
    for file in files {
        let unable = |error: &dyn std::fmt::Display| format!("{file}: {error}");
        let source = fs::read_to_string(root().join(file)).map_err(|error| unable(&error))?;
        found.extend(all_in(file, &source).map_err(|error| unable(&error))?);
    }
    Ok(found)
}

fn all_in(file: &str, source: &str) -> Result<Vec<Fault>, syn::Error> {
    let mut finder = Finder { file, source, found: Vec::new(), alone: Vec::new() };
    finder.visit_file(&syn::parse_file(source)?);
    Ok(finder.found)
}

struct Finder<'a> {
    file: &'a str,
    source: &'a str,
    found: Vec<Fault>,
    /// The blocks of conditions without an `else`.
    alone: Vec<Range<usize>>,
}

impl Finder<'_> {
    fn find(&mut self, statement: &syn::Stmt) {
        let span = statement.span();
        let text = &self.source[span.byte_range()];
        if TELLING.iter().any(|it| text.starts_with(it)) {
            return;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut shown: String = words.join(" ");
        if let Some((end, _)) = shown.char_indices().nth(SHOWN) {
            shown.truncate(end);
            shown.push_str("..");
        }
        let [start, end] = [span.start(), span.end()].map(|it| (it.line, it.column + 1));
        let name = format!("{}:{}:{}: delete `{shown}`", self.file, start.0, start.1);
        let (file, genre) = (self.file.to_string(), GENRE.to_string());
        self.found.push(Fault { file, name, genre, start, end, replacement: String::new() });
    }
}

/// Whether an item is there for tests only.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|it| match &it.meta {
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::List(list) => {
            list.path.is_ident("cfg") && list.tokens.to_string().starts_with("test")
        }
        syn::Meta::NameValue(_) => false,
    })
}

/// Whether what comes after a statement is not reached.
fn leaves(statement: &syn::Stmt) -> bool {
    let syn::Stmt::Expr(it, _) = statement else { return false };
    matches!(it, syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_))
}

/// Whether a binding is only held: a lock, a place that is taken.
fn is_held(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Wild(_) => true,
        syn::Pat::Ident(it) => it.ident.to_string().starts_with('_'),
        _ => false,
    }
}

impl Visit<'_> for Finder<'_> {
    fn visit_item_mod(&mut self, it: &syn::ItemMod) {
        if !is_for_tests(&it.attrs) {
            visit::visit_item_mod(self, it);
        }
    }

    fn visit_item_fn(&mut self, it: &syn::ItemFn) {
        if !is_for_tests(&it.attrs) && it.sig.constness.is_none() {
            visit::visit_item_fn(self, it);
        }
    }

    fn visit_impl_item_fn(&mut self, it: &syn::ImplItemFn) {
        if !is_for_tests(&it.attrs) && it.sig.constness.is_none() {
            visit::visit_impl_item_fn(self, it);
        }
    }

    fn visit_item_impl(&mut self, it: &syn::ItemImpl) {
        // What people debug with promises nothing.
        let debug = it.trait_.as_ref().and_then(|it| it.0.segments.last());
        if !is_for_tests(&it.attrs) && debug.is_none_or(|it| it.ident != "Debug") {
            visit::visit_item_impl(self, it);
        }
    }

    fn visit_local(&mut self, it: &syn::Local) {
        // What comes after an `else` there has to leave.
        if let Some(init) = &it.init {
            self.visit_expr(&init.expr);
        }
    }

    fn visit_expr_if(&mut self, it: &syn::ExprIf) {
        if it.else_branch.is_none() {
            self.alone.push(it.then_branch.span().byte_range());
        }
        visit::visit_expr_if(self, it);
    }

    fn visit_block(&mut self, it: &syn::Block) {
        // A block that ends by leaving fits any type, and without that it would not.
        let may_end = self.alone.contains(&it.span().byte_range());
        for (n, statement) in it.stmts.iter().enumerate() {
            let ends = n + 1 == it.stmts.len() && leaves(statement);
            match statement {
                _ if ends && !may_end => {}
                syn::Stmt::Expr(_, Some(_)) => self.find(statement),
                syn::Stmt::Macro(it) if it.semi_token.is_some() => self.find(statement),
                syn::Stmt::Local(local) if is_held(&local.pat) => self.find(statement),
                _ => {}
            }
        }
        visit::visit_block(self, it);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_deleted_is_found() {
        let source = "fn f() {\n    let Some(x) = y else { return; };\n    limit(x)?;\n    let _alone = lock();\n    \
                      if x < 3 {\n        return Err(x);\n    }\n    tracing::info!(\"x\");\n    let z = { g(); x };\n    match z {\n        1 => { g(); return z; }\n        _ => z,\n    }\n}\n\
                      #[cfg(test)]\nmod tests { fn g() { h(); } }\n#[test]\nfn k() { h(); }";
        let found = all_in("a.rs", source).unwrap();
        let names: Vec<&str> = found.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "a.rs:3:5: delete `limit(x)?;`",
                "a.rs:4:5: delete `let _alone = lock();`",
                "a.rs:6:9: delete `return Err(x);`",
                "a.rs:9:15: delete `g();`",
                "a.rs:11:16: delete `g();`",
            ]
        );
    }
}
