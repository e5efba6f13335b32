//! A game's data as TypeScript, for the client.
//!
//! A game's types say `#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]`: only
//! the unit tests of its crate compile it. The derive is that of `ts-rs`, which reads serde's
//! attributes; the trait is ours, so that types of the engine and of geometry are described once,
//! here, and not at each field that holds one.

mod file;
mod shape;
mod value;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
};

use arrayvec::ArrayVec;
use engine::{Outcome, Seat, Seats, Viewer};
use geometry::{Course, Length, Outline, Point};
use serde_json::Value;
// The derive macro comes with the glob; the trait of the same name is the one below.
pub use ts_rs::*;

pub use file::File;

/// What the derive implements: `ts_rs::TS`, without what writes files.
pub trait TS {
    type WithoutGenerics: TS + ?Sized;
    type OptionInnerType: ?Sized;
    const IS_ENUM: bool = false;

    fn docs() -> Option<String> {
        None
    }

    fn ident(cfg: &Config) -> String {
        Self::name(cfg)
    }

    /// How others name it.
    fn name(cfg: &Config) -> String;

    fn inline(cfg: &Config) -> String {
        Self::name(cfg)
    }

    fn inline_flattened(cfg: &Config) -> String {
        panic!("{} cannot be flattened", Self::name(cfg))
    }

    fn decl(cfg: &Config) -> String {
        panic!("{} cannot be declared", Self::name(cfg))
    }

    fn decl_concrete(cfg: &Config) -> String {
        Self::decl(cfg)
    }

    /// Some if it has a declaration of its own.
    fn output_path() -> Option<PathBuf> {
        None
    }

    fn visit_dependencies(_: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
    }

    fn visit_generics(_: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
    }
}

/// Is shown every type that a type names.
pub trait TypeVisitor: Sized {
    fn visit<T: TS + 'static + ?Sized>(&mut self);
}

/// A comment as the derive puts it before a member.
pub fn format_docs(docs: &[&str]) -> String {
    format!("/**{}*/", docs.join("\n"))
}

macro_rules! plain {
    ($($name:literal: $($type:ty),+;)+) => { $($(
        impl TS for $type {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &Config) -> String {
                $name.to_owned()
            }
        }
    )+)+ };
}

plain! {
    "boolean": bool;
    "string": String, &'static str, char;
    "number": u8, u16, u32, u64, usize, i8, i16, i32, i64, f64;
    "unknown": Value;
    // As they are written: the number of the seat, degrees, a decimal number.
    "number": Seat, Course, Length;
    "Array<number>": Seats;
    "Array<Point>": Outline;
}

macro_rules! named {
    ($($type:ident = $shape:literal;)+) => { $(
        impl TS for $type {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &Config) -> String {
                stringify!($type).to_owned()
            }

            fn decl(_: &Config) -> String {
                concat!("type ", stringify!($type), " = ", $shape, ";").to_owned()
            }

            fn output_path() -> Option<PathBuf> {
                Some(PathBuf::new())
            }
        }
    )+ };
}

named! {
    Point = "{ x: number, y: number }";
    Viewer = "{ \"seat\": number } | \"spectator\" | \"referee\"";
    Outcome = "{ \"won\": Array<number> } | \"draw\"";
}

macro_rules! around {
    ($($type:ty, $inner:ty = $name:literal;)+) => { $(
        impl<T: TS> TS for $type {
            type WithoutGenerics = Self;
            type OptionInnerType = $inner;

            fn name(cfg: &Config) -> String {
                format!($name, T::name(cfg))
            }

            fn visit_generics(v: &mut impl TypeVisitor)
            where
                Self: 'static,
            {
                v.visit::<T>();
                T::visit_generics(v);
            }
        }
    )+ };
}

around! {
    Option<T>, T = "{} | null";
    Vec<T>, Self = "Array<{}>";
    BTreeSet<T>, Self = "Array<{}>";
    Box<T>, Self = "{}";
    Arc<T>, Self = "{}";
}

/// A list with a limit.
impl<T: TS, const N: usize> TS for ArrayVec<T, N> {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(cfg: &Config) -> String {
        Vec::<T>::name(cfg)
    }

    fn visit_generics(v: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        Vec::<T>::visit_generics(v);
    }
}

impl<T: TS, const N: usize> TS for [T; N] {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(cfg: &Config) -> String {
        // A tuple says how many there are, as long as anybody would count them.
        match N {
            1..=4 => format!("[{}]", vec![T::name(cfg); N].join(", ")),
            _ => format!("Array<{}>", T::name(cfg)),
        }
    }

    fn visit_generics(v: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        v.visit::<T>();
        T::visit_generics(v);
    }
}

macro_rules! tuple {
    ($($part:ident),+) => {
        impl<$($part: TS),+> TS for ($($part,)+) {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(cfg: &Config) -> String {
                format!("[{}]", [$($part::name(cfg)),+].join(", "))
            }

            fn visit_generics(v: &mut impl TypeVisitor)
            where
                Self: 'static,
            {
                $(
                    v.visit::<$part>();
                    $part::visit_generics(v);
                )+
            }
        }
    };
}

tuple!(A, B);
tuple!(A, B, C);
tuple!(A, B, C, D);

impl<K: TS, V: TS> TS for BTreeMap<K, V> {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(cfg: &Config) -> String {
        let record = format!("Record<{}, {}>", K::name(cfg), V::name(cfg));
        // Not every key that could be need be there.
        if K::IS_ENUM { format!("Partial<{record}>") } else { record }
    }

    fn visit_generics(v: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        v.visit::<K>();
        K::visit_generics(v);
        v.visit::<V>();
        V::visit_generics(v);
    }
}
