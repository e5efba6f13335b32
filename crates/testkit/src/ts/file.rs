//! All declarations that a game's client needs, in one file.

use std::{
    any::{TypeId, type_name},
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::Path,
};

use serde::Serialize;

use super::{
    Config, TS, TypeVisitor,
    shape::{Shape, comment},
    value::Data,
};

/// The text of `web/src/games/<game>/wire.ts`.
#[derive(Debug)]
pub struct File {
    game: &'static str,
    declared: BTreeMap<String, Declared>,
    values: Vec<Known>,
}

/// A value by its name in the client.
#[derive(Debug)]
struct Known {
    name: &'static str,
    of: &'static str,
    docs: &'static str,
    value: Data,
}

#[derive(Debug)]
struct Declared {
    id: TypeId,
    /// As Rust names it.
    origin: &'static str,
    docs: String,
    shape: Shape,
}

impl File {
    /// An empty file of the game with this id.
    pub fn of(game: &'static str) -> File {
        File { game, declared: BTreeMap::new(), values: Vec::new() }
    }

    /// Declares the type and all that it names.
    ///
    /// # Panics
    ///
    /// Panics if two types have the same name: one needs a `ts(rename = "…")`.
    #[must_use]
    pub fn with<T: TS + 'static>(mut self) -> File {
        self.visit::<T>();
        self
    }

    /// The same for a choice that the client asks by key, as in `event.fire?.marked`: an object whose
    /// keys may all be missing.
    ///
    /// # Panics
    ///
    /// Panics where [`File::with`] does.
    #[must_use]
    pub fn open<T: TS + 'static>(mut self) -> File {
        self.visit::<T>();
        let name = T::ident(&Config::new());
        let mut declared = self.declared.remove(&name).expect("declared just now");
        declared.shape = declared.shape.opened();
        self.declared.insert(name, declared);
        self
    }

    /// Declares a value that the rules know and no view or menu carries, such as which card has which
    /// manoeuvre: `of` is its type in TypeScript.
    #[must_use]
    pub fn value(
        mut self,
        name: &'static str,
        of: &'static str,
        docs: &'static str,
        value: &impl Serialize,
    ) -> File {
        self.values.push(Known { name, of, docs, value: Data::of(value) });
        self
    }

    /// The whole file.
    pub fn text(&self) -> String {
        let mut text = format!(
            "// Generated from crates/rules-{}; do not edit. `cargo xtask types` writes it again.\n",
            self.game
        );
        for (name, it) in &self.declared {
            let head = format!("export type {name} = ");
            let body = it.shape.laid_out(0, head.len());
            // A union of several lines begins on the next one.
            let head = if body.starts_with('\n') { head.trim_end() } else { &head };
            let _ = write!(text, "\n{}{head}{body};\n", comment(&it.docs, 0));
        }
        for it in &self.values {
            let head = format!("export const {}: {} = ", it.name, it.of);
            let _ = write!(text, "\n{}{head}{};\n", comment(it.docs, 0), it.value.laid_out(0, head.len()));
        }
        text
    }

    /// Compares with the file that the client is built from, or writes it if `FLAGBRIDGE_TYPES=write`.
    /// `crate_folder` is the game's `CARGO_MANIFEST_DIR`.
    ///
    /// # Panics
    ///
    /// Panics if the file is another, or cannot be written.
    pub fn is_fresh(&self, crate_folder: &str) {
        let name = format!("web/src/games/{}/wire.ts", self.game);
        let path = Path::new(crate_folder).join("../..").join(&name);
        let text = self.text();
        if std::env::var("FLAGBRIDGE_TYPES").is_ok_and(|it| it == "write") {
            return fs::write(&path, text).unwrap_or_else(|err| panic!("{name}: {err}"));
        }
        let kept = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(kept == text, "{name} is stale; run: cargo xtask types");
    }
}

impl TypeVisitor for File {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            return T::visit_dependencies(self);
        }
        let (name, id, origin) = (T::ident(&Config::new()), TypeId::of::<T>(), type_name::<T>());
        if let Some(other) = self.declared.get(&name) {
            assert!(other.id == id, "{origin} and {} are both called {name}", other.origin);
            return;
        }
        let shape = Shape::of_declaration(&T::decl(&Config::new()));
        let docs = T::docs().unwrap_or_default();
        let docs = docs.trim_start_matches("/**").trim_end_matches("*/").to_owned();
        self.declared.insert(name, Declared { id, origin, docs, shape });
        T::visit_dependencies(self);
    }
}
