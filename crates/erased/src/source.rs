//! Files that people write: JSON or TOML, with every error at its place.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, DeserializeSeed, IgnoredAny, MapAccess, Visitor, value::MapAccessDeserializer},
};

use crate::Fault;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Json,
    Toml,
}

impl Format {
    /// By the end of the file's name.
    pub fn of(name: &str) -> Option<Format> {
        let end = name.rsplit_once('.')?.1;
        match end.to_ascii_lowercase().as_str() {
            "json" => Some(Format::Json),
            "toml" => Some(Format::Toml),
            _ => None,
        }
    }
}

/// A file that has been read but not yet understood.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// As the person called it, for errors.
    pub name: &'a str,
    pub text: &'a str,
    pub format: Format,
}

impl<'a> Source<'a> {
    /// # Errors
    ///
    /// If the name says neither JSON nor TOML.
    pub fn new(name: &'a str, text: &'a str) -> Result<Source<'a>, Fault> {
        let Some(format) = Format::of(name) else {
            return Err(Fault::Failed(format!("{name}: expected a file that ends in .json or .toml")));
        };
        Ok(Source { name, text, format })
    }

    /// # Errors
    ///
    /// The file, line and column of what is wrong, and what was expected there.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        let read = match self.format {
            Format::Json => plain::from_json(self.text),
            Format::Toml => plain::from_toml(self.text),
        };
        read.map_err(|err| Fault::Failed(format!("{}:{err}", self.name)))
    }

    /// Whether the file is a [`Shelf`].
    pub(crate) fn is_shelf(&self) -> Result<bool, Fault> {
        #[derive(Deserialize)]
        struct Peek {
            ship: Option<IgnoredAny>,
        }
        Ok(self.parse::<Peek>()?.ship.is_some())
    }

    /// The file's own `game` field, if it has one.
    ///
    /// # Errors
    ///
    /// If the file is no JSON or TOML at all.
    pub fn game(&self) -> Result<Option<String>, Fault> {
        #[derive(Deserialize)]
        struct Peek {
            game: Option<String>,
        }
        Ok(self.parse::<Peek>()?.game)
    }
}

/// A game's own data in a file that may say which game it is for. The types
/// of the games know no `game` field and refuse what they do not know, so it
/// is taken out on the way in.
#[derive(Debug)]
pub(crate) struct Filed<T> {
    pub(crate) game: Option<String>,
    pub(crate) data: T,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Filed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FiledVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for FiledVisitor<T> {
            type Value = Filed<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a table of fields")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Filed<T>, A::Error> {
                let mut game = None;
                let data = T::deserialize(MapAccessDeserializer::new(Ungamed { map, game: &mut game }))?;
                Ok(Filed { game, data })
            }
        }
        deserializer.deserialize_map(FiledVisitor(PhantomData))
    }
}

/// Several of a game's things in one file: `[[ship]]` and again `[[ship]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Deserialize<'de>")]
pub(crate) struct Shelf<T> {
    #[serde(default)]
    pub(crate) game: Option<String>,
    pub(crate) ship: Vec<T>,
}

/// The fields of a map but for `game`.
struct Ungamed<'a, A> {
    map: A,
    game: &'a mut Option<String>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Ungamed<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let mut seed = seed;
        loop {
            match self.map.next_key_seed(Key(seed))? {
                None => return Ok(None),
                Some(Read::Other(key)) => return Ok(Some(key)),
                Some(Read::Game(unused)) => {
                    *self.game = Some(self.map.next_value()?);
                    seed = unused;
                }
            }
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// Reads a key inside the map's own call, so that an unknown one is reported
/// at its place.
struct Key<K>(K);

enum Read<K, V> {
    Game(K),
    Other(V),
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for Key<K> {
    type Value = Read<K, K::Value>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let key = String::deserialize(deserializer)?;
        if key == "game" {
            return Ok(Read::Game(self.0));
        }
        let key = serde::de::value::StringDeserializer::<D::Error>::new(key);
        self.0.deserialize(key).map(Read::Other)
    }
}

/// A name of something supplied, or the thing itself.
#[derive(Clone, Debug)]
pub(crate) enum IdOr<T> {
    Id(String),
    Inline(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for IdOr<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct IdOrVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for IdOrVisitor<T> {
            type Value = IdOr<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "an id or a table of fields")
            }
            fn visit_str<E: serde::de::Error>(self, id: &str) -> Result<IdOr<T>, E> {
                Ok(IdOr::Id(id.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<IdOr<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(IdOr::Inline)
            }
        }
        deserializer.deserialize_any(IdOrVisitor(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Cruiser {
        hull: u8,
    }

    fn read(name: &str, text: &str) -> Result<(Option<String>, u8), String> {
        let source = Source::new(name, text).map_err(|err| err.to_string())?;
        let filed: Filed<Cruiser> = source.parse().map_err(|err| err.to_string())?;
        Ok((filed.game, filed.data.hull))
    }

    #[test]
    fn a_file_may_name_its_game() {
        assert_eq!(read("a.toml", "game = \"toy\"\nhull = 3"), Ok((Some("toy".to_owned()), 3)));
        assert_eq!(read("a.json", "{\"hull\": 3, \"game\": \"toy\"}"), Ok((Some("toy".to_owned()), 3)));
        assert_eq!(read("a.JSON", "{\"hull\": 3}"), Ok((None, 3)));
    }

    #[test]
    fn errors_name_the_place() {
        let place = |name: &str, text: &str| read(name, text).unwrap_err();
        let unknown = place("a.toml", "game = \"toy\"\nhull = 3\n  mast = 1\n");
        assert!(unknown.starts_with("a.toml:3:3: unknown field `mast`, expected `hull`"), "{unknown}");
        let unknown = place("a.json", "{\"hull\": 3,\n \"mast\": 1}");
        assert!(unknown.starts_with("a.json:2:"), "{unknown}");
        let wrong = place("a.toml", "hull = \"three\"\n");
        assert!(wrong.starts_with("a.toml:1:8: invalid type"), "{wrong}");
        let cut = place("a.json", "{\"hull\": 3");
        assert!(cut.starts_with("a.json:1:10: EOF"), "{cut}");
        assert!(place("a.txt", "").contains("ends in .json or .toml"));
    }
}
