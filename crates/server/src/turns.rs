//! Whose turn it is: a queue that goes round whoever waits, so that somebody
//! who asks for a hundred things waits a hundred times and nobody else does.

use std::{collections::VecDeque, net::IpAddr};

/// On whose account something is done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    /// Whoever asked, or made the match: an address, or its neighbourhood.
    Address(IpAddr),
    /// Nobody has asked since the server began.
    Match(String),
}

/// What waits, by owner and then by match. Owners take turns, and so do the
/// matches of one owner; within a match, who came first goes first.
#[derive(Debug)]
pub(crate) struct Turns<T> {
    owners: VecDeque<(Owner, Matches<T>)>,
}

/// The matches of one owner, by id.
type Matches<T> = VecDeque<(String, VecDeque<T>)>;

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Turns { owners: VecDeque::new() }
    }
}

impl<T> Turns<T> {
    pub(crate) fn push(&mut self, owner: &Owner, of: &str, job: T) {
        let at = self.owners.iter().position(|(it, _)| it == owner).unwrap_or_else(|| {
            self.owners.push_back((owner.clone(), VecDeque::new()));
            self.owners.len() - 1
        });
        let matches = &mut self.owners[at].1;
        match matches.iter_mut().find(|(it, _)| it == of) {
            Some((_, jobs)) => jobs.push_back(job),
            None => matches.push_back((of.to_owned(), VecDeque::from([job]))),
        }
    }

    /// The next one, of an owner who may have another.
    pub(crate) fn pop(&mut self, may: impl Fn(&Owner) -> bool) -> Option<(Owner, T)> {
        let at = self.owners.iter().position(|(owner, _)| may(owner))?;
        let (owner, mut matches) = self.owners.remove(at)?;
        let (of, mut jobs) = matches.pop_front()?;
        let job = jobs.pop_front()?;
        if !jobs.is_empty() {
            matches.push_back((of, jobs));
        }
        if !matches.is_empty() {
            self.owners.push_back((owner.clone(), matches));
        }
        Some((owner, job))
    }

    /// Throws out what nobody waits for any more.
    pub(crate) fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        for (_, matches) in &mut self.owners {
            matches.iter_mut().for_each(|(_, jobs)| jobs.retain(&keep));
            matches.retain(|(_, jobs)| !jobs.is_empty());
        }
        self.owners.retain(|(_, matches)| !matches.is_empty());
    }

    pub(crate) fn len(&self) -> usize {
        self.owners.iter().map(|(_, matches)| count(matches)).sum()
    }

    pub(crate) fn len_of(&self, owner: &Owner) -> usize {
        self.owners.iter().find(|(it, _)| it == owner).map_or(0, |(_, matches)| count(matches))
    }

    /// How many come before the first of this match, as things stand.
    pub(crate) fn before(&self, owner: &Owner, of: &str) -> Option<usize> {
        let mine = self.owners.iter().position(|(it, _)| it == owner)?;
        // Every round takes one from each match that comes first.
        let rounds = self.owners[mine].1.iter().position(|(it, _)| it == of)?;
        let others = self.owners.iter().enumerate().filter(|(n, _)| *n != mine);
        let theirs = others.map(|(n, (_, matches))| count(matches).min(rounds + usize::from(n < mine)));
        Some(rounds + theirs.sum::<usize>())
    }
}

fn count<T>(matches: &Matches<T>) -> usize {
    matches.iter().map(|(_, jobs)| jobs.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(n: u8) -> Owner {
        Owner::Address(IpAddr::from([10, 0, 0, n]))
    }

    #[test]
    fn one_who_asks_for_much_does_not_hold_up_others() {
        let mut turns = Turns::default();
        for n in 0..30 {
            turns.push(&owner(1), &format!("m{n}"), format!("attack {n}"));
        }
        turns.push(&owner(2), "game", "mine".to_owned());
        turns.push(&owner(1), "m0", "attack again".to_owned());
        assert_eq!(turns.before(&owner(2), "game"), Some(1));
        assert_eq!(turns.before(&owner(1), "m29"), Some(30));
        assert_eq!((turns.len(), turns.len_of(&owner(1)), turns.len_of(&owner(3))), (32, 31, 0));
        let mut taken = Vec::new();
        while let Some((_, job)) = turns.pop(|_| true) {
            taken.push(job);
        }
        assert_eq!(taken[..3], ["attack 0", "mine", "attack 1"]);
        // A match that has had its turn waits for the owner's other matches.
        assert_eq!(taken[31], "attack again");
        assert_eq!(turns.len(), 0);
    }

    #[test]
    fn those_who_have_enough_are_passed_over_and_those_who_left_are_gone() {
        let mut turns = Turns::default();
        for (of, job) in [(1, 'a'), (1, 'b'), (2, 'c'), (3, 'd')] {
            turns.push(&owner(of), "", job);
        }
        assert_eq!(turns.pop(|it| *it != owner(1)), Some((owner(2), 'c')));
        turns.retain(|job| *job != 'd');
        assert_eq!(turns.pop(|it| *it != owner(1)), None);
        assert_eq!(turns.pop(|_| true), Some((owner(1), 'a')));
        assert_eq!(turns.before(&owner(1), "x"), None);
    }
}
