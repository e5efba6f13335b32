//! Many faults in one text, each behind its switch: what is compiled once can be wrong in a
//! hundred ways.

use std::ops::Range;

use crate::sites::{Kind, Site};

/// What the woven crate asks whether fault `n` is on.
pub const SWITCH: &str = "crate::switched_fault";

/// For the beginning of the crate's `lib.rs`: faults are not tidy, and need not be.
pub const UNTIDY: &str = "#![allow(warnings)]\n";

/// The function behind it, for the end of the crate's `lib.rs`.
pub const SWITCHES: &str = "
/// Which fault is on, told by the environment.
pub(crate) fn switched_fault(n: u32) -> bool {
    static ON: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *ON.get_or_init(|| {
        std::env::var(\"FLAGBRIDGE_MUTANT\").ok().and_then(|it| it.parse().ok()).unwrap_or(0)
    }) == n
}
";

/// `text` with all `faults` (number and place, none within another) behind their switches, and
/// where each of them stands in it.
pub fn weave(text: &str, faults: &[(u32, &Site)]) -> (String, Vec<(u32, Range<usize>)>) {
    let mut faults = faults.to_vec();
    faults.sort_by_key(|(_, site)| site.bytes.start);
    let mut woven = String::new();
    let mut places = Vec::new();
    let mut done = 0;
    for (n, site) in faults {
        woven.push_str(&text[done..site.bytes.start]);
        let from = woven.len();
        let (original, fault) = (&site.original, &site.fault);
        woven.push_str(&match site.kind {
            Kind::Other => format!("(if {SWITCH}({n}) {{ {fault} }} else {{ {original} }})"),
            Kind::Negated => format!("({SWITCH}({n}) != ({original}))"),
            Kind::LeftOut => format!("if !{SWITCH}({n}) {{ {original} }}"),
        });
        places.push((n, from..woven.len()));
        done = site.bytes.end;
    }
    woven.push_str(&text[done..]);
    (woven, places)
}

/// Whether two places share a byte.
pub fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sites::sites;

    #[test]
    fn each_kind_of_fault_stands_behind_its_switch() {
        let text = "/// FT-1.\nfn a() { if x.y() { b(); } c < d }\n";
        let found = sites(text, &["FT-"]).expect("it is Rust");
        let faults: Vec<(u32, &Site)> = (1..).zip(&found).collect();
        let (woven, places) = weave(text, &faults);
        assert_eq!(
            woven,
            "/// FT-1.\nfn a() { if (crate::switched_fault(1) != (x.y())) \
             { if !crate::switched_fault(2) { b(); } } \
             (if crate::switched_fault(3) { c <= d } else { c < d }) }\n"
        );
        let shown: Vec<&str> = places.iter().map(|(_, it)| &woven[it.clone()]).collect();
        assert!(shown[1].contains("b();") && shown[2].contains("c <= d"), "{shown:?}");
        assert!(overlap(&(0..2), &(1..3)) && !overlap(&(0..2), &(2..3)));
    }
}
