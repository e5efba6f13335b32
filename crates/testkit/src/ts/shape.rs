//! TypeScript types as the derive writes them, taken apart and laid out to be read.

use std::fmt::Write;

/// No line is longer than this.
pub(super) const WIDTH: usize = 110;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Object(Vec<Member>),
    Union(Vec<Shape>),
    /// What `flatten` makes.
    Both(Vec<Shape>),
    List(Box<Shape>),
    Tuple(Vec<Shape>),
    /// A name, perhaps with arguments.
    Name(String, Vec<Shape>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    pub(super) docs: String,
    pub(super) name: String,
    pub(super) optional: bool,
    pub(super) shape: Shape,
}

impl Shape {
    /// Reads `type Name = …;`.
    pub(super) fn of_declaration(text: &str) -> Shape {
        let body =
            text.split_once(" = ").map(|(_, body)| body).and_then(|body| body.trim().strip_suffix(';'));
        let mut reader = Reader { text: body.unwrap_or_else(|| panic!("no declaration: {text}")) };
        let shape = reader.union();
        assert!(reader.text.trim().is_empty(), "left over of {text}: {}", reader.text);
        shape
    }

    /// A choice of one-key objects as one object whose keys may all be missing: `event.fire?.marked`.
    pub(super) fn opened(self) -> Shape {
        let parts = match self {
            Shape::Union(parts) => parts,
            other => vec![other],
        };
        let mut members = Vec::new();
        let mut others = Vec::new();
        for part in parts {
            match part {
                Shape::Object(keys) => {
                    members.extend(keys.into_iter().map(|key| Member { optional: true, ..key }));
                }
                other => others.push(other),
            }
        }
        // What has no key stays a choice of its own.
        others.push(Shape::Object(members));
        if others.len() == 1 { others.remove(0) } else { Shape::Union(others) }
    }

    /// Laid out behind what stands before it at this indent.
    pub(super) fn laid_out(&self, indent: usize, before: usize) -> String {
        if let Some(flat) = self.flat().filter(|flat| before + flat.len() < WIDTH) {
            return flat;
        }
        let pad = "  ".repeat(indent);
        match self {
            Shape::Object(members) => {
                let mut text = String::from("{\n");
                for member in members {
                    text.push_str(&comment(&member.docs, indent + 1));
                    let head = member.head();
                    let width = 2 * (indent + 1) + head.len();
                    let _ = writeln!(text, "{pad}  {head}{};", member.shape.laid_out(indent + 1, width));
                }
                text + &pad + "}"
            }
            Shape::Union(parts) => parts
                .iter()
                .map(|part| format!("\n{pad}  | {}", part.laid_out(indent + 2, 2 * indent + 4)))
                .collect(),
            Shape::Both(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| part.laid_out(indent, 0)).collect();
                parts.join(" & ")
            }
            Shape::List(of) => format!("Array<{}>", of.laid_out(indent, before)),
            Shape::Tuple(parts) => {
                let lines: String = parts
                    .iter()
                    .map(|part| format!("{pad}  {},\n", part.laid_out(indent + 1, 2 * indent + 2)))
                    .collect();
                format!("[\n{lines}{pad}]")
            }
            Shape::Name(name, of) => {
                let of: Vec<_> = of.iter().map(|it| it.laid_out(indent, before)).collect();
                format!("{name}<{}>", of.join(", "))
            }
        }
    }

    /// In one line, if no comment stands in it.
    fn flat(&self) -> Option<String> {
        let all = |parts: &[Shape], between: &str| -> Option<String> {
            Some(parts.iter().map(Shape::flat).collect::<Option<Vec<_>>>()?.join(between))
        };
        Some(match self {
            Shape::Object(members) => {
                let inside = members.iter().map(|member| {
                    let shape = member.shape.flat().filter(|_| member.docs.is_empty())?;
                    Some(format!("{}{shape}", member.head()))
                });
                format!("{{ {} }}", inside.collect::<Option<Vec<_>>>()?.join("; "))
            }
            Shape::Union(parts) => all(parts, " | ")?,
            Shape::Both(parts) => all(parts, " & ")?,
            Shape::List(of) if matches!(**of, Shape::Name(..) | Shape::List(_) | Shape::Tuple(_)) => {
                format!("{}[]", of.flat()?)
            }
            Shape::List(of) => format!("({})[]", of.flat()?),
            Shape::Tuple(parts) => format!("[{}]", all(parts, ", ")?),
            Shape::Name(name, of) if of.is_empty() => name.clone(),
            Shape::Name(name, of) => format!("{name}<{}>", all(of, ", ")?),
        })
    }
}

impl Member {
    fn head(&self) -> String {
        format!("{}{}: ", self.name, if self.optional { "?" } else { "" })
    }
}

/// A comment above a line at this indent; nothing if there is none.
pub(super) fn comment(docs: &str, indent: usize) -> String {
    let pad = "  ".repeat(indent);
    let lines: Vec<_> = docs.trim().lines().map(str::trim).collect();
    match &lines[..] {
        [] => String::new(),
        [line] => format!("{pad}/** {line} */\n"),
        lines => {
            let lines: String = lines.iter().map(|line| format!("{pad} * {line}\n")).collect();
            format!("{pad}/**\n{}{pad} */\n", lines.replace(" * \n", " *\n"))
        }
    }
}

struct Reader<'a> {
    text: &'a str,
}

impl<'a> Reader<'a> {
    fn union(&mut self) -> Shape {
        let mut parts = Vec::new();
        loop {
            match self.both() {
                Shape::Union(inner) => parts.extend(inner),
                part => parts.push(part),
            }
            if !self.eats("|") {
                break;
            }
        }
        if parts.len() == 1 { parts.remove(0) } else { Shape::Union(parts) }
    }

    fn both(&mut self) -> Shape {
        let mut parts = vec![self.part()];
        while self.eats("&") {
            parts.push(self.part());
        }
        if parts.len() == 1 { parts.remove(0) } else { Shape::Both(parts) }
    }

    fn part(&mut self) -> Shape {
        if self.eats("{") {
            return self.object();
        }
        if self.eats("[") {
            return Shape::Tuple(self.list("]"));
        }
        if self.eats("(") {
            let inside = self.union();
            self.needs(")");
            return inside;
        }
        if let Some(string) = self.string() {
            return Shape::Name(format!("'{string}'"), Vec::new());
        }
        let name = self.word();
        let mut of = if self.eats("<") { self.list(">") } else { Vec::new() };
        if name == "Array" && of.len() == 1 {
            Shape::List(Box::new(of.remove(0)))
        } else {
            Shape::Name(name, of)
        }
    }

    fn object(&mut self) -> Shape {
        let mut members = Vec::new();
        while !self.eats("}") {
            let docs = self.docs();
            let name = self.string().map_or_else(|| self.word(), key);
            let optional = self.eats("?");
            self.needs(":");
            let mut shape = self.union();
            // What may be left out is left out where it would be null.
            if let (true, Shape::Union(parts)) = (optional, &mut shape) {
                parts.retain(|part| !matches!(part, Shape::Name(name, _) if name == "null"));
                if parts.len() == 1 {
                    shape = parts.remove(0);
                }
            }
            members.push(Member { docs, name, optional, shape });
            self.eats(",");
        }
        Shape::Object(members)
    }

    fn list(&mut self, end: &str) -> Vec<Shape> {
        let mut parts = Vec::new();
        while !self.eats(end) {
            parts.push(self.union());
            self.eats(",");
        }
        parts
    }

    fn docs(&mut self) -> String {
        if !self.eats("/**") {
            return String::new();
        }
        let (docs, rest) = self.text.split_once("*/").expect("a comment ends");
        self.text = rest;
        docs.to_owned()
    }

    fn string(&mut self) -> Option<&'a str> {
        if !self.eats("\"") {
            return None;
        }
        let (string, rest) = self.text.split_once('"').expect("a string ends");
        self.text = rest;
        Some(string)
    }

    fn word(&mut self) -> String {
        let text = self.text.trim_start();
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        assert!(0 < end, "a name is missing before {text}");
        let (word, rest) = text.split_at(end);
        self.text = rest;
        word.to_owned()
    }

    fn eats(&mut self, sign: &str) -> bool {
        let found = self.text.trim_start().strip_prefix(sign);
        self.text = found.unwrap_or(self.text);
        found.is_some()
    }

    fn needs(&mut self, sign: &str) {
        assert!(self.eats(sign), "{sign} is missing before {}", self.text);
    }
}

/// A key, in quotes only where it needs them.
fn key(name: &str) -> String {
    let plain = name
        .chars()
        .enumerate()
        .all(|(n, c)| c.is_ascii_alphabetic() || c == '_' || 0 < n && c.is_ascii_digit());
    if plain { name.to_owned() } else { format!("'{name}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Shape {
        Shape::of_declaration(&format!("type It = {text};"))
    }

    #[test]
    fn what_the_derive_writes_is_read_and_laid_out() {
        for (text, flat) in [
            ("{ \"a\": Array<B>, c?: D | null, }", "{ a: B[]; c?: D }"),
            ("{ a: D | null, }", "{ a: D | null }"),
            ("\"a\" | { \"b-c\": [number, string] }", "'a' | { 'b-c': [number, string] }"),
            ("Array<A | B>", "(A | B)[]"),
            ("{ a: Partial<Record<A, B>>, } & (C | D)", "{ a: Partial<Record<A, B>> } & C | D"),
        ] {
            assert_eq!(read(text).laid_out(0, 0), flat, "{text}");
        }
    }

    #[test]
    fn comments_break_lines() {
        let text = read("{ \n/** why */a: number, b: string, }").laid_out(0, 0);
        assert_eq!(text, "{\n  /** why */\n  a: number;\n  b: string;\n}");
    }

    #[test]
    fn a_choice_of_keys_is_opened() {
        let text = read("{ \"a\": A } | { \"b\": { c: number, } }").opened().laid_out(0, 0);
        assert_eq!(text, "{ a?: A; b?: { c: number } }");
        let text = read("{ \"a\": A } | \"b\"").opened().laid_out(0, 0);
        assert_eq!(text, "'b' | { a?: A }");
    }
}
