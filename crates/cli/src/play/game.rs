//! One battle from its first decision to its last.

use std::{
    io::{self, BufRead},
    path::PathBuf,
    thread,
};

use anyhow::bail;
use dice::Dice;
use engine::{Seat, Viewer};
use rulesets::{Advised, AnyMatch, Level, Stop, Submission, WrittenOrder};

use super::{Player, talk::Talk};
use crate::{
    Answer, files,
    out::{Out, complain},
};

pub(super) struct Session {
    battle: Box<dyn AnyMatch>,
    players: Vec<Player>,
    luck: u64,
    save: Option<PathBuf>,
    talk: Talk,
    /// By seat, and last for those who only watch: how many events they have been told of.
    told: Vec<usize>,
    /// Who looked at the screen last.
    looking: Option<Seat>,
}

/// How a person's turn ended.
enum Turn {
    Ordered,
    /// Nothing more will be typed.
    Gone,
}

impl Session {
    pub(super) fn new(
        battle: Box<dyn AnyMatch>,
        players: Vec<Player>,
        luck: u64,
        save: Option<PathBuf>,
        json: bool,
    ) -> anyhow::Result<Session> {
        // A battle taken up again is not told from its beginning: there is `log` for that.
        let seen = if 0 < battle.decision_number() { battle.events() } else { 0 };
        let told = vec![seen; players.len() + 1];
        let session = Session { battle, players, luck, save, talk: Talk { json }, told, looking: None };
        // At once, so that a file that cannot be written is known before the first order.
        session.keep()?;
        Ok(session)
    }

    pub(super) fn play(mut self, briefs: &[(&str, &str)], out: &mut Out) -> anyhow::Result<Answer> {
        self.talk.start(&*self.battle, &self.players, out)?;
        self.talk.brief(&*self.battle, &self.players, briefs, out)?;
        while self.battle.outcome().is_none() {
            let n = self.battle.decision_number();
            if self.people() == 0 {
                self.tell_watchers(out)?;
            }
            let waiting: Vec<Seat> = self.battle.awaiting().iter().collect();
            for &seat in &waiting {
                if let Player::Computer(level) = self.players[seat.index()] {
                    let order = self.suggestion(seat, &level);
                    let order = Submission::Data(order.order);
                    if let Err(err) = self.battle.submit(n, seat, &order) {
                        bail!("the computer player of {seat} gave an order that was refused: {err}");
                    }
                }
            }
            for &seat in &waiting {
                if self.players[seat.index()] != Player::Human {
                    continue;
                }
                match self.turn_of(n, seat, out)? {
                    Turn::Ordered => {}
                    Turn::Gone => {
                        self.keep()?;
                        out.flush()?;
                        self.talk.gone(&*self.battle, self.save.as_deref(), out)?;
                        return Ok(Answer::Yes);
                    }
                }
            }
            self.keep()?;
        }
        self.end(out)?;
        Ok(Answer::Yes)
    }

    /// Asks until there is an order, or nobody answers any more.
    fn turn_of(&mut self, n: usize, seat: Seat, out: &mut Out) -> anyhow::Result<Turn> {
        if 1 < self.people() && self.looking != Some(seat) {
            let last = self.looking.replace(seat);
            self.talk.curtain(&*self.battle, seat, last.is_some(), out)?;
            if !self.talk.json && self.read()?.is_none() {
                return Ok(Turn::Gone);
            }
        }
        let viewer = Viewer::Seat(seat);
        self.tell(viewer, seat.index(), out)?;
        let suggestion = self.advice(seat);
        self.talk.decision(&*self.battle, seat, &suggestion, out)?;
        loop {
            self.talk.ask(out)?;
            let Some(line) = self.read()? else { return Ok(Turn::Gone) };
            let line = line.trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let rest = rest.trim();
            let submission = match (word.to_ascii_lowercase().as_str(), rest) {
                ("", "") => Submission::Data(suggestion.order.order.clone()),
                ("?" | "help", "") => {
                    self.talk.help(&*self.battle, seat, &suggestion, out)?;
                    continue;
                }
                ("sheet", "") => {
                    self.talk.situation(&*self.battle, viewer, out)?;
                    continue;
                }
                ("log", "") => {
                    self.talk.events(&*self.battle, viewer, 0, out)?;
                    continue;
                }
                ("rule" | "rules", id) => {
                    self.talk.rule(self.battle.game(), id, out)?;
                    continue;
                }
                ("save", file) => {
                    self.save_to(file, out)?;
                    continue;
                }
                ("quit" | "exit", "") => return Ok(Turn::Gone),
                _ if line.starts_with(['{', '[']) => match serde_json::from_str(line) {
                    Ok(data) => Submission::Data(data),
                    Err(err) => {
                        self.talk.refused(&err.to_string(), &[], out)?;
                        continue;
                    }
                },
                _ => Submission::Text(line.to_owned()),
            };
            match self.battle.submit(n, seat, &submission) {
                Ok(_) => return Ok(Turn::Ordered),
                // A game may have no order for it; then it is the way to leave.
                Err(_) if word.eq_ignore_ascii_case("concede") && rest.is_empty() => return Ok(Turn::Gone),
                Err(err) => {
                    self.talk.refused(&err.to_string(), err.findings(), out)?;
                    self.talk.help_next(err.findings(), &suggestion, out)?;
                }
            }
        }
    }

    fn suggestion(&self, seat: Seat, level: &Level) -> WrittenOrder {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        self.battle.suggest(seat, &level.with_threads(threads), self.dice(seat))
    }

    /// What a person is advised, found by a short search.
    fn advice(&self, seat: Seat) -> Advised {
        self.battle.adviser(seat, u32::MAX, self.dice(seat))(Stop::default())
    }

    fn dice(&self, seat: Seat) -> Dice {
        Dice::numbered(self.luck, self.battle.decision_number() as u64 * 32 + u64::from(seat.0))
    }

    fn people(&self) -> usize {
        self.players.iter().filter(|player| **player == Player::Human).count()
    }

    fn tell_watchers(&mut self, out: &mut Out) -> anyhow::Result<()> {
        let watchers = self.players.len();
        self.tell(Viewer::Spectator, watchers, out)
    }

    /// What has happened since this viewer last looked.
    fn tell(&mut self, viewer: Viewer, whose: usize, out: &mut Out) -> anyhow::Result<()> {
        let from = std::mem::replace(&mut self.told[whose], self.battle.events());
        self.talk.events(&*self.battle, viewer, from, out)?;
        out.flush()?;
        Ok(())
    }

    /// At the end everybody may look.
    fn end(&mut self, out: &mut Out) -> anyhow::Result<()> {
        let human = self.players.iter().position(|player| *player == Player::Human);
        let viewer = match human {
            Some(n) if self.people() == 1 => Viewer::Seat(Seat(n as u8)),
            Some(_) | None => Viewer::Spectator,
        };
        let whose = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Spectator | Viewer::Referee => {
                let seen = self.looking.map_or(0, |seat| self.told[seat.index()]);
                let watchers = self.players.len();
                self.told[watchers] = self.told[watchers].max(seen);
                watchers
            }
        };
        self.tell(viewer, whose, out)?;
        self.talk.end(&*self.battle, viewer, self.save.as_deref(), out)?;
        Ok(())
    }

    fn read(&self) -> anyhow::Result<Option<String>> {
        let mut line = Vec::new();
        let read = io::stdin().lock().read_until(b'\n', &mut line)?;
        // What is not text is no order either, and is told so by the game.
        Ok((0 < read).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    /// The record with its secret: the file is the host's own, who wants to
    /// take the battle up again.
    fn keep(&self) -> anyhow::Result<()> {
        match &self.save {
            Some(file) => files::write_private(file, &self.battle.record(true)),
            None => Ok(()),
        }
    }

    fn save_to(&mut self, file: &str, out: &mut Out) -> anyhow::Result<()> {
        let file = match (file, &self.save) {
            ("", None) => {
                complain("expected the name of a file: save battle.json");
                return Ok(());
            }
            ("", Some(file)) => file.clone(),
            (file, _) => PathBuf::from(file),
        };
        match files::write_private(&file, &self.battle.record(true)) {
            Ok(()) => {
                self.talk.saved(&file, out)?;
                self.save = Some(file);
            }
            Err(err) => complain(format_args!("{err:#}")),
        }
        Ok(())
    }
}
