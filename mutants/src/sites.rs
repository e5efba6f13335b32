//! Where a file of rules can be made wrong, and how: one small fault each.

use std::ops::Range;

use syn::{
    Attribute, BinOp, Block, Expr, File, ImplItemFn, ItemConst, ItemFn, ItemMod, ItemStatic, Lit, Stmt, UnOp,
    spanned::Spanned,
    visit::{self, Visit},
};

/// A fault that can be switched on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Which bytes of the file are written anew.
    pub bytes: Range<usize>,
    pub line: usize,
    pub function: String,
    /// The rule that the code before the place cites.
    pub rule: String,
    pub kind: Kind,
    /// What stands there, and what stands there instead.
    pub original: String,
    pub fault: String,
    /// The text of the function, in which a result holds.
    pub home: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An expression with another in its place.
    Other,
    /// A condition that is turned round.
    Negated,
    /// A statement that is left out.
    LeftOut,
}

/// Every place in `text` at which a function that cites a rule can be made wrong. `prefixes` are
/// how the ids of rules begin.
///
/// # Errors
///
/// Where the text is not Rust.
pub fn sites(text: &str, prefixes: &[&str]) -> Result<Vec<Site>, String> {
    let file: File = syn::parse_file(text).map_err(|err| format!("{}: {err}", err.span().start().line))?;
    let mut finder = Finder { text, prefixes, functions: Vec::new(), found: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder<'a> {
    text: &'a str,
    prefixes: &'a [&'a str],
    /// The functions around the place, with where their text begins and ends.
    functions: Vec<(String, Range<usize>)>,
    found: Vec<Site>,
}

impl Finder<'_> {
    fn add(&mut self, bytes: Range<usize>, line: usize, kind: Kind, fault: String) {
        let Some((function, home)) = self.functions.last().cloned() else { return };
        let Some(rule) = self.rule_at(bytes.start, &home) else { return };
        let original = self.text[bytes.clone()].to_owned();
        // What goes over many lines is hard to show and rarely one thing.
        if original.len() > 400 {
            return;
        }
        self.found.push(Site { bytes, line, function, rule, kind, original, fault, home });
    }

    /// The last rule that is cited in the function before the place; the first after it, if none is.
    fn rule_at(&self, place: usize, home: &Range<usize>) -> Option<String> {
        let before = cited(&self.text[home.start..place.max(home.start)], self.prefixes).pop();
        before.or_else(|| cited(&self.text[home.clone()], self.prefixes).into_iter().next())
    }

    fn of(&self, it: &impl Spanned) -> (Range<usize>, usize) {
        let span = it.span();
        (span.byte_range(), span.start().line)
    }

    fn other(&mut self, it: &impl Spanned, fault: String) {
        let (bytes, line) = self.of(it);
        self.add(bytes, line, Kind::Other, fault);
    }

    fn source(&self, it: &impl Spanned) -> &str {
        &self.text[it.span().byte_range()]
    }

    /// A condition that no other kind of fault touches.
    fn condition(&mut self, condition: &Expr) {
        match condition {
            Expr::Binary(_) | Expr::Unary(_) | Expr::Let(_) | Expr::Block(_) | Expr::Lit(_) => {}
            _ => {
                let (bytes, line) = self.of(condition);
                let fault = format!("!({})", &self.text[bytes.clone()]);
                self.add(bytes, line, Kind::Negated, fault);
            }
        }
    }

    fn function(&mut self, name: String, attributes: &[Attribute], whole: Range<usize>, block: &Block) {
        if is_test(attributes) {
            return;
        }
        // Remarks above the attributes belong to it, too: citations stand there.
        let start = self.remarks_before(whole.start);
        self.functions.push((name, start..whole.end));
        self.visit_block(block);
        self.functions.pop();
    }

    fn remarks_before(&self, start: usize) -> usize {
        let mut from = self.text[..start].rfind('\n').map_or(0, |it| it + 1);
        while from > 0 {
            let line = self.text[..from - 1].rfind('\n').map_or(0, |it| it + 1);
            if !self.text[line..from].trim_start().starts_with("//") {
                break;
            }
            from = line;
        }
        from
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, it: &'ast ItemMod) {
        if !is_test(&it.attrs) {
            visit::visit_item_mod(self, it);
        }
    }

    fn visit_item_fn(&mut self, it: &'ast ItemFn) {
        if it.sig.constness.is_none() {
            self.function(it.sig.ident.to_string(), &it.attrs, it.span().byte_range(), &it.block);
        }
    }

    fn visit_impl_item_fn(&mut self, it: &'ast ImplItemFn) {
        if it.sig.constness.is_none() {
            self.function(it.sig.ident.to_string(), &it.attrs, it.span().byte_range(), &it.block);
        }
    }

    // Constants are worked out by the compiler, which asks no switch.
    fn visit_item_const(&mut self, _: &'ast ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast ItemStatic) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_expr_repeat(&mut self, _: &'ast syn::ExprRepeat) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}

    fn visit_stmt(&mut self, it: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = it
            && matches!(
                expr,
                Expr::Call(_)
                    | Expr::MethodCall(_)
                    | Expr::Try(_)
                    | Expr::Assign(_)
                    | Expr::Continue(_)
                    | Expr::Break(_)
                    | Expr::Return(_)
            )
        {
            let (bytes, line) = self.of(it);
            self.add(bytes, line, Kind::LeftOut, String::new());
        }
        visit::visit_stmt(self, it);
    }

    fn visit_expr_if(&mut self, it: &'ast syn::ExprIf) {
        self.condition(&it.cond);
        visit::visit_expr_if(self, it);
    }

    fn visit_arm(&mut self, it: &'ast syn::Arm) {
        if let Some((_, guard)) = &it.guard {
            self.condition(guard);
        }
        visit::visit_arm(self, it);
    }

    fn visit_expr_binary(&mut self, it: &'ast syn::ExprBinary) {
        if let Some(op) = instead(&it.op)
            && !has_let(&it.left)
            && !has_let(&it.right)
        {
            let fault = format!("{} {op} {}", self.source(&it.left), self.source(&it.right));
            self.other(it, fault);
        }
        visit::visit_expr_binary(self, it);
    }

    fn visit_expr_unary(&mut self, it: &'ast syn::ExprUnary) {
        if matches!(it.op, UnOp::Not(_)) {
            let fault = self.source(&it.expr).to_owned();
            self.other(it, fault);
        }
        visit::visit_expr_unary(self, it);
    }

    fn visit_expr_lit(&mut self, it: &'ast syn::ExprLit) {
        match &it.lit {
            Lit::Int(number) => {
                if let Ok(value) = number.base10_parse::<u64>() {
                    self.other(it, format!("{}{}", value + 1, number.suffix()));
                }
            }
            Lit::Float(_) => {
                let fault = format!("({} + 1.0)", self.source(it));
                self.other(it, fault);
            }
            Lit::Bool(value) => self.other(it, (!value.value).to_string()),
            _ => {}
        }
    }

    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        let name = it.method.to_string();
        let other = match name.as_str() {
            "min" => "max",
            "max" => "min",
            "any" => "all",
            "all" => "any",
            "is_some" => "is_none",
            "is_none" => "is_some",
            "min_by_key" => "max_by_key",
            "max_by_key" => "min_by_key",
            "saturating_sub" => "saturating_add",
            "saturating_add" => "saturating_sub",
            "first" => "last",
            "last" => "first",
            _ => "",
        };
        if !other.is_empty() {
            let (whole, method) = (it.span().byte_range(), it.method.span().byte_range());
            let fault = format!(
                "{}{other}{}",
                &self.text[whole.start..method.start],
                &self.text[method.end..whole.end]
            );
            self.other(it, fault);
        }
        if let "filter" | "any" | "all" | "find" | "position" | "retain" | "is_some_and" | "is_none_or" =
            name.as_str()
            && let Some(Expr::Closure(closure)) = it.args.last()
        {
            self.condition(&closure.body);
        }
        visit::visit_expr_method_call(self, it);
    }
}

/// Left and right stay, this comes between them.
fn instead(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::Eq(_) => "!=",
        BinOp::Ne(_) => "==",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::Add(_) => "-",
        BinOp::Sub(_) => "+",
        BinOp::Mul(_) => "+",
        BinOp::Div(_) => "*",
        BinOp::Rem(_) => "/",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) => "+=",
        BinOp::MulAssign(_) => "+=",
        BinOp::BitOr(_) => "&",
        BinOp::BitAnd(_) => "|",
        BinOp::BitOrAssign(_) => "&=",
        BinOp::BitAndAssign(_) => "|=",
        _ => return None,
    })
}

/// Whether the operand binds something, as in `a && let Some(b) = c`: it can stand nowhere else.
fn has_let(it: &Expr) -> bool {
    match it {
        Expr::Let(_) => true,
        Expr::Binary(it) => has_let(&it.left) || has_let(&it.right),
        Expr::Paren(it) => has_let(&it.expr),
        _ => false,
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| {
        it.path().is_ident("test")
            || (it.path().is_ident("cfg")
                && it.meta.require_list().is_ok_and(|list| list.tokens.to_string().contains("test")))
    })
}

/// The ids of rules in a text, in the order in which they stand there.
fn cited(text: &str, prefixes: &[&str]) -> Vec<String> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '.' || it == '-';
    let words = text.split(|it| !is_part(it)).map(|it| it.trim_end_matches(['.', '-']));
    let ids = words.filter(|word| {
        prefixes.iter().any(|prefix| word.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty()))
    });
    ids.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, String, String)> {
        let sites = sites(text, &["FT-"]).expect("it is Rust");
        sites.into_iter().map(|it| (it.rule, it.original, it.fault)).collect()
    }

    fn one(rule: &str, original: &str, fault: &str) -> (String, String, String) {
        (rule.to_owned(), original.to_owned(), fault.to_owned())
    }

    #[test]
    fn a_place_belongs_to_the_rule_cited_before_it() {
        let text = "/// FT-1.2: near.\nfn near(a: u32) -> bool {\n    if a < 3 { return true; }\n    \
                    // FT-1.3: far.\n    a == b\n}\n";
        assert_eq!(
            found(text),
            [
                one("FT-1.2", "a < 3", "a <= 3"),
                one("FT-1.2", "3", "4"),
                one("FT-1.2", "return true;", ""),
                one("FT-1.2", "true", "false"),
                one("FT-1.3", "a == b", "a != b"),
            ]
        );
    }

    #[test]
    fn code_that_cites_nothing_constants_and_tests_stay_as_they_are() {
        assert_eq!(found("fn a() -> bool { 1 < 2 }"), []);
        assert_eq!(found("/// FT-1.\nconst A: bool = 1 < 2;\n/// FT-1.\nconst fn b() -> bool { 1 < 2 }"), []);
        assert_eq!(found("#[cfg(test)]\nmod tests {\n/// FT-1.\nfn a() -> bool { 1 < 2 }\n}"), []);
        assert_eq!(found("/// FT-1.\n#[test]\nfn a() { b(); }"), []);
    }

    #[test]
    fn what_binds_a_name_is_left_alone() {
        let text = "/// FT-1.\nfn a() { if x && let Some(y) = z && y > w { go(); } }";
        assert_eq!(found(text), [one("FT-1", "y > w", "y >= w"), one("FT-1", "go();", "")]);
    }

    #[test]
    fn conditions_are_turned_round_and_methods_exchanged() {
        let text = "/// FT-1.\nfn a() { if x.is_dead() { b.iter().any(|it| it.lives()); } }";
        assert_eq!(
            found(text),
            [
                one("FT-1", "x.is_dead()", "!(x.is_dead())"),
                one("FT-1", "b.iter().any(|it| it.lives());", ""),
                one("FT-1", "b.iter().any(|it| it.lives())", "b.iter().all(|it| it.lives())"),
                one("FT-1", "it.lives()", "!(it.lives())"),
            ]
        );
    }

    #[test]
    fn ids_are_read_without_the_stop_that_follows_them() {
        assert_eq!(cited("FT-1.2. See FT-3, FT-DMG.1 and AFT-4", &["FT-"]), ["FT-1.2", "FT-3", "FT-DMG.1"]);
    }
}
