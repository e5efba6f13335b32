//! What is said at the table, to people in words and to programs in JSON.

use std::{io, path::Path};

use engine::{Finding, Seat, Viewer};
use rulesets::{Advised, AnyMatch};
use serde_json::json;

use super::{Player, beside};
use crate::{
    out::{Out, Style, several, wrap},
    replay,
};

#[derive(Clone, Copy, Debug)]
pub(super) struct Talk {
    pub(super) json: bool,
}

const COMMANDS: &str = "Enter gives the suggested order. You can also type:
  ?          this help
  sheet      the situation again
  log        everything that you have seen happen
  rule ID    explains a rule
  save FILE  keep the battle in a file
  concede    give up the battle
  quit       leave the table; you can go on with a saved battle later";

impl Talk {
    pub(super) fn start(self, battle: &dyn AnyMatch, players: &[Player], out: &mut Out) -> io::Result<()> {
        if self.json {
            let seats = battle.seats();
            return out.json_line(&json!({
                "type": "start", "game": battle.game(), "seats": seats, "commitment": battle.commitment(),
            }));
        }
        let who = battle.seats().iter().zip(players).map(|(info, player)| match player {
            Player::Human => format!("{} (you)", info.name),
            Player::Computer(level) => format!("{} ({level})", info.name),
        });
        let who: Vec<String> = who.collect();
        out.wrapped(&who.join(" against "), 0)?;
        out.line(format!("The dice follow from a secret; its hash is {}.", battle.commitment()))?;
        out.line("The secret is shown when the battle is over, so that every die can be checked.")?;
        match battle.decision_number() {
            0 => Ok(()),
            n => out.line(format!(
                "Resumed after {}; type `log` to see what has happened.",
                several(n, "decision")
            )),
        }
    }

    /// How people win here, and what to try first.
    pub(super) fn brief(
        self,
        battle: &dyn AnyMatch,
        players: &[Player],
        briefs: &[(&str, &str)],
        out: &mut Out,
    ) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        for ((info, player), (win, start)) in battle.seats().iter().zip(players).zip(briefs) {
            if *player == Player::Human {
                out.wrapped(&format!("How {} wins: {win}", info.name), 0)?;
                out.wrapped(&format!("What to try first: {start}"), 0)?;
            }
        }
        Ok(())
    }

    /// Between two people at one screen: nobody sees what is not theirs.
    pub(super) fn curtain(
        self,
        battle: &dyn AnyMatch,
        seat: Seat,
        again: bool,
        out: &mut Out,
    ) -> io::Result<()> {
        let name = &battle.seats()[seat.index()].name;
        if self.json {
            return Ok(());
        }
        if again {
            out.clear_screen()?;
        }
        out.blank()?;
        out.ask(&format!("Hand over to {name}, then press Enter. "))?;
        if !out.terminal {
            out.blank()?;
        }
        Ok(())
    }

    pub(super) fn events(
        self,
        battle: &dyn AnyMatch,
        viewer: Viewer,
        from: usize,
        out: &mut Out,
    ) -> io::Result<()> {
        let lines = battle.log(viewer, from);
        if self.json {
            for line in &lines {
                let mut shape = json!(line);
                shape["type"] = json!("event");
                out.json_line(&shape)?;
            }
            return Ok(());
        }
        if !lines.is_empty() {
            out.blank()?;
        }
        for line in lines.iter().filter(|line| !line.aside) {
            replay::event(line, battle.seats(), out)?;
        }
        Ok(())
    }

    pub(super) fn situation(self, battle: &dyn AnyMatch, viewer: Viewer, out: &mut Out) -> io::Result<()> {
        if self.json {
            return out.json_line(&json!({"type": "view", "view": battle.view(viewer)}));
        }
        out.blank()?;
        let words = battle.describe(viewer);
        out.line(out.sided(words.trim_end(), battle.seats().iter().map(|it| it.name.as_str())))
    }

    pub(super) fn decision(
        self,
        battle: &dyn AnyMatch,
        seat: Seat,
        suggestion: &Advised,
        out: &mut Out,
    ) -> io::Result<()> {
        let phase = battle.phase().unwrap_or_default();
        if self.json {
            return out.json_line(&json!({
                "type": "decision", "decision": battle.decision_number(), "seat": seat.0 + 1, "phase": phase,
                "view": battle.view(Viewer::Seat(seat)), "prompt": battle.prompt(seat), "suggestion": suggestion,
            }));
        }
        let name = &battle.seats()[seat.index()].name;
        let turn = &rulesets::wording(battle.game()).turn;
        let who = out.paint(Style::Side(seat.index()), name);
        let when = match battle.turn() {
            0 => format!("before {turn} 1"),
            n => format!("{turn} {n}"),
        };
        let what = out.paint(Style::Bold, format_args!("{phase}, {when}"));
        let orders = [
            format!("{who}: {what}"),
            battle.prompt(seat).trim_end().to_owned(),
            Talk::suggested(suggestion, out),
        ];
        let viewer = Viewer::Seat(seat);
        let split = beside::split(&battle.describe(viewer));
        let wide = split.and_then(|it| it.room(out.width).map(|room| (it, room)));
        let Some((split, room)) = wide else {
            self.situation(battle, viewer, out)?;
            out.blank()?;
            return orders.iter().try_for_each(|it| out.wrapped(it, 0));
        };
        out.blank()?;
        out.line(out.sided(split.words.trim_end(), battle.seats().iter().map(|it| it.name.as_str())))?;
        out.blank()?;
        // Beside a map a colour must not run on into the next line.
        let plain = format!("Enter gives: {} ({})", suggestion.order.notation, suggestion.reason);
        let [title, prompt, _] = &orders;
        let orders: Vec<String> = [title, prompt, &plain].into_iter().flat_map(|it| wrap(it, room)).collect();
        split.beside(&orders).iter().try_for_each(|it| out.line(it))
    }

    fn suggested(suggestion: &Advised, out: &Out) -> String {
        let Advised { order, reason } = suggestion;
        format!("Enter gives: {} ({reason})", out.paint(Style::Dim, &order.notation))
    }

    fn suggest(self, suggestion: &Advised, out: &mut Out) -> io::Result<()> {
        out.wrapped(&Talk::suggested(suggestion, out), 0)
    }

    pub(super) fn ask(self, out: &mut Out) -> io::Result<()> {
        if self.json { Ok(()) } else { out.ask("> ") }
    }

    pub(super) fn help(
        self,
        battle: &dyn AnyMatch,
        seat: Seat,
        suggestion: &Advised,
        out: &mut Out,
    ) -> io::Result<()> {
        if self.json {
            return out
                .json_line(&json!({"type": "help", "prompt": battle.prompt(seat), "commands": COMMANDS}));
        }
        out.wrapped(battle.prompt(seat).trim_end(), 0)?;
        self.suggest(suggestion, out)?;
        out.line(COMMANDS)
    }

    pub(super) fn rule(self, game: &str, id: &str, out: &mut Out) -> io::Result<()> {
        let rules = rulesets::find(game).map(rulesets::rules).unwrap_or_default();
        let Some(rule) = rules.iter().find(|rule| rule.id.eq_ignore_ascii_case(id)) else {
            return self.refused(&format!("no rule {id:?}; `flagbridge rules {game}` lists them"), &[], out);
        };
        if self.json {
            return out.json_line(&json!({"type": "rule", "rule": rule}));
        }
        out.line(out.paint(Style::Bold, &rule.id))?;
        out.wrapped(&rule.text, 2)?;
        rule.notes.iter().try_for_each(|note| out.wrapped(note, 4))
    }

    /// Everything that is wrong with an order, each with its rule.
    pub(super) fn refused(self, reason: &str, findings: &[Finding], out: &mut Out) -> io::Result<()> {
        if self.json {
            return out.json_line(&json!({"type": "refused", "reason": reason, "findings": findings}));
        }
        out.line(out.paint(Style::Bad, "Illegal:"))?;
        if findings.is_empty() {
            return out.wrapped(reason, 2);
        }
        findings.iter().try_for_each(|it| out.wrapped(&format!("{} (rule {})", it.reason, it.rule), 2))
    }

    /// After a refusal: what helps next, with the rule to read and the order that is legal.
    pub(super) fn help_next(
        self,
        findings: &[Finding],
        suggestion: &Advised,
        out: &mut Out,
    ) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let read = findings.first().map_or(String::new(), |it| format!("`rule {}` says why; ", it.rule));
        let words = format!("{read}`?` shows what you can type.");
        out.wrapped(&out.paint(Style::Dim, words), 2)?;
        self.suggest(suggestion, out)
    }

    pub(super) fn saved(self, file: &Path, out: &mut Out) -> io::Result<()> {
        let file = file.display().to_string();
        if self.json {
            out.json_line(&json!({"type": "saved", "file": file}))
        } else {
            out.line(format!("Saved in {file}."))
        }
    }

    /// Somebody left before the end.
    pub(super) fn gone(self, battle: &dyn AnyMatch, save: Option<&Path>, out: &mut Out) -> io::Result<()> {
        if self.json {
            return out.json_line(&json!({"type": "left", "decision": battle.decision_number()}));
        }
        out.blank()?;
        match save {
            Some(file) => {
                let file = file.display();
                out.wrapped(
                    &format!("The battle is kept in {file}. To go on: flagbridge play --resume {file}"),
                    0,
                )
            }
            None => out
                .line("The battle ends here, undecided. With --save FILE you can go on with a battle later."),
        }
    }

    pub(super) fn end(
        self,
        battle: &dyn AnyMatch,
        viewer: Viewer,
        save: Option<&Path>,
        out: &mut Out,
    ) -> io::Result<()> {
        let Some(outcome) = battle.outcome() else { return Ok(()) };
        let secret = battle.secret().unwrap_or_default();
        if self.json {
            return out.json_line(&json!({
                "type": "end", "outcome": outcome, "turn": battle.turn(), "view": battle.view(viewer),
                "secret": secret, "commitment": battle.commitment(),
            }));
        }
        self.situation(battle, viewer, out)?;
        out.blank()?;
        let words = out.paint(Style::Bold, replay::outcome_in_words(outcome, battle.seats()));
        out.line(words)?;
        out.line(format!("The secret was {secret}."))?;
        match save {
            Some(file) => out.wrapped(
                &format!("To check the hash and every die: flagbridge replay {} --verify", file.display()),
                0,
            ),
            None => out.wrapped(
                "With --save FILE the record is kept, and flagbridge replay FILE --verify checks every die.",
                0,
            ),
        }
    }
}
