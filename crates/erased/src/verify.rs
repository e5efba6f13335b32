//! What a record proves, and against what.

use engine::{Assist, Discrepancy, Format, Game, Library, Spoken, Tactics, Verdict};
use proof::{Place, Refused};

use crate::{Fault, any_record::Opened, guard::guarded, ruleset::seat_names};

/// What somebody kept to hold a record against.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The commitment that was shown before the first decision.
    pub commitment: Option<String>,
    /// The public key of the server that is to have signed the end.
    pub key: Option<String>,
}

impl<G: Game + Spoken + Tactics + Assist + Library> Opened<G> {
    pub(crate) fn prove(&self, expected: &Expected) -> Result<Verdict, Fault> {
        let refused = |refused: &Refused| Fault::Failed(format!("{}: {refused}", self.name));
        let ours = self.record.commitment.to_string();
        if let Some(kept) = expected.commitment.as_ref().filter(|kept| **kept != ours) {
            let reason = format!("{ours} is not the one that was kept, {kept}");
            return Err(refused(&Refused::new(Place::Commitment, reason)));
        }
        let file = self.file.value()?;
        let verdict = match guarded(|| self.record.verify_from(file)) {
            // The chain has one hash for all events of a decision; played again,
            // the one that differs can be named.
            Ok(Err(Discrepancy::Altered(altered @ Refused { place: Place::Events { .. }, .. }))) => {
                let again = guarded(|| self.record.recompute_from(file));
                return self.judged(Ok(Err(match again {
                    Ok(Err(named @ Discrepancy::Event { .. })) => named,
                    Ok(Ok(()) | Err(_)) | Err(_) => Discrepancy::Altered(altered),
                })));
            }
            judged => self.judged(judged)?,
        };
        self.names_are_so(&verdict).map_err(|err| refused(&err))?;
        match &verdict {
            Verdict::Proven { .. } | Verdict::Followed { .. } => {
                if self.record.rules_now() == G::RULES_VERSION {
                    self.recompute()?;
                }
            }
            Verdict::Unrevealed { .. } => self.ended_as_it_says()?,
        }
        self.signed(verdict, expected).map_err(|err| refused(&err))
    }

    /// The sides are called as the scenario calls them. Rules that are not
    /// ours may have called them otherwise.
    fn names_are_so(&self, verdict: &Verdict) -> Result<(), Refused> {
        let recomputed = match verdict {
            Verdict::Proven { proof, .. } | Verdict::Followed { proof, .. } => {
                proof.format == Format::Two && proof.stretches.first().is_some_and(|it| it.recomputed)
            }
            Verdict::Unrevealed { .. } => false,
        };
        let start = self.record.start().ok().filter(|_| recomputed);
        let Some(names) = start.map(|start| seat_names(&start)) else { return Ok(()) };
        for (n, (info, name)) in self.record.seats.iter().zip(&names).enumerate() {
            if info.name != *name {
                let reason = format!("seat {} is called {:?}, in the scenario {name:?}", n + 1, info.name);
                return Err(Refused::new(Place::Seats, reason));
            }
        }
        Ok(())
    }

    fn signed(&self, mut verdict: Verdict, expected: &Expected) -> Result<Verdict, Refused> {
        let refused = |reason: String| Err(Refused::new(Place::Signature, reason));
        let Some(signature) = &self.record.signature else {
            return match &expected.key {
                Some(key) => refused(format!("missing, expected one of the key {key}")),
                None => Ok(verdict),
            };
        };
        if self.record.outcome.is_none() {
            return refused("of a battle that is not over".to_owned());
        }
        match &mut verdict {
            Verdict::Proven { proof, .. } | Verdict::Followed { proof, .. } => {
                let Some(checked) = &proof.checked else {
                    return refused("of a record without a chain".to_owned());
                };
                signet::check(&checked.end, signature, expected.key.as_deref())?;
                proof.signed_by = Some(signature.key.clone());
            }
            Verdict::Unrevealed { .. } => return refused("of a record without its secret".to_owned()),
        }
        Ok(verdict)
    }
}
