//! The opening commitment: everything that is settled before the first die.

use dice::fair::{Commitment, Secret};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Digest, canonical};

const PART: &str = "flagbridge 2 part of the opening of a battle";
const OPENING: &str = "flagbridge 2 opening of a battle";

/// What is settled before the first die, as it stands in the record.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    pub game: &'a Value,
    pub rules_version: &'a Value,
    pub options: &'a Value,
    pub scenario: &'a Value,
    /// How many seats the table has.
    pub seats: usize,
}

/// The hash of each part of an opening. They are salted with the secret, so
/// they tell nothing as long as it is kept, and stand in the record once it is
/// revealed: then they say which part was altered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    pub game: Digest,
    pub rules_version: Digest,
    pub options: Digest,
    pub scenario: Digest,
    pub seats: Digest,
}

impl Parts {
    pub fn of(secret: &Secret, setting: &Setting<'_>) -> Parts {
        let part = |name: &str, value: &Value| {
            Digest::of(PART, &[&secret.0, name.as_bytes(), canonical(value).as_bytes()])
        };
        Parts {
            game: part("game", setting.game),
            rules_version: part("rules_version", setting.rules_version),
            options: part("options", setting.options),
            scenario: part("scenario", setting.scenario),
            seats: part("seats", &Value::from(setting.seats)),
        }
    }

    /// What the host publishes before the battle.
    pub fn commitment(&self, secret: &Secret) -> Commitment {
        let parts = self.named().map(|(_, part)| part);
        let [game, rules_version, options, scenario, seats] = parts.map(Digest::bytes);
        let hash = Digest::of(OPENING, &[&secret.0, game, rules_version, options, scenario, seats]);
        Commitment::from(<[u8; 32]>::from(hash))
    }

    /// Each part with the words for it.
    pub(crate) fn named(&self) -> [(&'static str, &Digest); 5] {
        [
            ("game", &self.game),
            ("rules version", &self.rules_version),
            ("options", &self.options),
            ("scenario", &self.scenario),
            ("number of seats", &self.seats),
        ]
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_part_and_the_secret_change_the_commitment() {
        let commitment = |secret: u8, values: [Value; 4], seats: usize| {
            let [game, rules_version, options, scenario] = &values;
            let setting = Setting { game, rules_version, options, scenario, seats };
            let secret = Secret([secret; 32]);
            Parts::of(&secret, &setting).commitment(&secret)
        };
        let values = || [json!("toy"), json!(1), json!({"mines": true}), json!({"map": 3})];
        let base = commitment(1, values(), 2);
        assert_eq!(base, commitment(1, values(), 2));
        assert_ne!(base, commitment(2, values(), 2));
        assert_ne!(base, commitment(1, values(), 3));
        for n in 0..4 {
            let mut other = values();
            other[n] = json!("another");
            assert_ne!(base, commitment(1, other, 2), "part {n}");
        }
        // The same thing in the place of another is another opening.
        let swapped = [json!("toy"), json!(1), json!({"map": 3}), json!({"mines": true})];
        assert_ne!(base, commitment(1, swapped, 2));
        assert_ne!(base, Secret([1; 32]).commitment(), "format 1 committed to the secret alone");
    }
}
