//! The words of notices, the same by every way: what is so, and what it is
//! about. Nothing of what happened in a battle is in them.

use store::KeptNotice;
use wire::Wishes;

use super::hours;

/// A notice in a few words, and in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) title: String,
    pub(crate) text: String,
}

pub(crate) fn of(it: &KeptNotice, wishes: &Wishes) -> Words {
    let (subject, detail) = (&it.subject, &it.detail);
    let until = match it.until {
        0 => String::new(),
        millis => format!(" You have until {}.", hours::read(wishes, millis)),
    };
    let (title, text) = match (it.kind.as_str(), detail.as_str()) {
        ("turn", _) => ("Your turn", format!("{subject} waits for your orders.{until}")),
        ("clock", _) => {
            ("Your time is running low", format!("{subject} still waits for your orders.{until}"))
        }
        ("over", "won") => ("Battle over", format!("You have won {subject}.")),
        ("over", "lost") => ("Battle over", format!("You have lost {subject}.")),
        ("over", "draw") => ("Battle over", format!("{subject} has ended in a draw.")),
        ("over", _) => ("Battle over", format!("{subject} is over.")),
        ("offer", "draw") => ("A draw is offered", format!("{subject}: you can accept or decline.")),
        ("offer", "replace") => (
            "A computer may take over a seat",
            format!("{subject}: a player has left, and a computer is proposed for the seat."),
        ),
        ("offer", _) => ("A rematch", format!("{subject} is to be fought again, with sides exchanged.")),
        ("challenge", who) => ("A challenge", format!("{who} wants to play {subject} with you.{until}")),
        ("mention", who) => ("You were mentioned", format!("{who} has mentioned you: {subject}.")),
        (_, _) => ("News", format!("{subject}.")),
    };
    Words { title: title.to_owned(), text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_says_what_is_so_and_until_when() {
        let wishes = Wishes { zone: "Europe/Berlin".to_owned(), ..Wishes::default() };
        let it = KeptNotice {
            kind: "turn".to_owned(),
            subject: "Drift".to_owned(),
            until: 1_768_239_000_000,
            ..KeptNotice::default()
        };
        let words = of(&it, &wishes);
        assert_eq!(words.title, "Your turn");
        assert_eq!(words.text, "Drift waits for your orders. You have until Mon 12 Jan, 18:30.");
    }
}
