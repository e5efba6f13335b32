//! Ships that take others along, and gates (FT-11.6 to FT-11.9).

use engine::Severity;

use super::{Design, Holds, Kind, audit::Sink};

/// FT-11.9.1: what an artificial gate leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Hyperspace.
    Jump,
    /// Another place in normal space.
    Portal,
}

/// FT-11.6.1, FT-11.6.3: room for ships, in hundredths of mass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub room: u32,
    /// Inside, in a bay; else in the field of the FTL drive.
    pub bay: bool,
}

/// FT-11.7.1: the heaviest battlerider.
pub const MOST_RIDER: u32 = 60;

impl Design {
    pub fn has_ftl(&self) -> bool {
        self.has(|kind| matches!(kind, Kind::Ftl { .. }))
    }

    /// FT-11.6.2, FT-11.9.2: what a tug takes along by its drive, or a gate transfers in a turn.
    pub fn transfer(&self) -> u32 {
        let each = |kind: &Kind| if let Kind::Ftl { transfer, .. } = kind { *transfer } else { 0 };
        self.systems.iter().map(|system| each(&system.kind)).max().unwrap_or(0)
    }

    /// FT-11.6.1, FT-11.6.3: bays for ships, each by itself, and the field of the drive.
    #[expect(clippy::wildcard_enum_match_arm, reason = "craft and ships are carried in these alone")]
    pub fn slots(&self) -> Vec<Slot> {
        if self.gate.is_some() {
            return Vec::new();
        }
        let bays = self.systems.iter().filter_map(|system| match &system.kind {
            Kind::Bay { holds: Holds::Tender, capacity, .. } => {
                Some(Slot { room: capacity.hundredths, bay: true })
            }
            _ => None,
        });
        let field = Some(Slot { room: self.transfer().saturating_mul(100), bay: false });
        bays.chain(field).filter(|it| 0 < it.room).collect()
    }

    /// FT-11.6.1, FT-11.6.2, FT-11.9.1, FT-11.9.2.
    pub(super) fn check_transport(&self, found: &mut Sink<'_>) {
        let transfer = self.transfer();
        let Some(_) = self.gate else {
            for slot in self.slots() {
                let (rule, how) =
                    if slot.bay { ("FT-11.6.1", "a bay") } else { ("FT-11.6.2", "its FTL drive") };
                let room = slot.room / 100;
                found(Severity::Note, rule, format_args!("{how} takes ships of mass {room} along"));
            }
            return;
        };
        if transfer == 0 {
            let reason = format_args!("a gate needs an FTL drive with a mass to transfer");
            found(Severity::Error, "FT-11.9.2", reason);
        }
        let least = transfer.div_ceil(10);
        if self.hull.boxes < least {
            let boxes = self.hull.boxes;
            let reason =
                format_args!("{boxes} hull boxes, but a gate for {transfer} mass in a turn needs {least}");
            found(Severity::Error, "FT-11.9.2", reason);
        }
        if 0 < self.thrust() {
            found(Severity::Error, "FT-11.9.1", format_args!("a gate does not move: it has no main drive"));
        }
    }
}

/// FT-11.6.1: where ships of these masses go, the heaviest first, each where the least room is left.
pub fn stow(slots: &[Slot], masses: &[u32]) -> Vec<Option<usize>> {
    let mut left: Vec<u32> = slots.iter().map(|it| it.room).collect();
    let mut order: Vec<usize> = (0..masses.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(masses[i]), i));
    let mut places = vec![None; masses.len()];
    for i in order {
        let mass = masses[i].saturating_mul(100);
        let fits = (0..left.len()).filter(|&slot| mass <= left[slot]);
        if let Some(slot) = fits.min_by_key(|&slot| (left[slot], slot)) {
            left[slot] -= mass;
            places[i] = Some(slot);
        }
    }
    places
}

/// FT-11.7.1, FT-11.8.1: ships of a fleet without FTL that nobody could have brought, by their places.
pub fn homeless(fleet: &[&Design]) -> Vec<usize> {
    let slots: Vec<Slot> = fleet.iter().flat_map(|it| it.slots()).collect();
    let still = |it: &Design| it.gate.is_some() || it.has_ftl();
    let riders: Vec<usize> = (0..fleet.len()).filter(|&i| !still(fleet[i])).collect();
    let masses: Vec<u32> = riders
        .iter()
        .map(|&i| if fleet[i].mass <= MOST_RIDER { fleet[i].mass } else { u32::MAX / 100 })
        .collect();
    let places = stow(&slots, &masses);
    riders.into_iter().zip(places).filter(|it| it.1.is_none()).map(|it| it.0).collect()
}

/// FT-11.7.1, FT-11.8.1: why a ship may not fight without an agreement.
pub fn left_out(design: &Design) -> (&'static str, &'static str) {
    if MOST_RIDER < design.mass {
        ("FT-11.8.1", "has no FTL drive, and is too large for a battlerider: only by agreement")
    } else {
        ("FT-11.7.1", "has no FTL drive, and no mothership has room for it: only by agreement")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Options,
        yard::design::{Number, System, audit::Terms},
    };

    fn of(mass: u32, kinds: Vec<Kind>) -> Design {
        let systems = kinds.into_iter().map(|kind| System::new("", kind)).collect();
        Design { mass, systems, ..Design::default() }
    }

    fn bay(capacity: u32) -> Kind {
        Kind::Bay { holds: Holds::Tender, capacity: Number::whole(capacity), ratio: None }
    }

    fn ftl(transfer: u32) -> Kind {
        Kind::Ftl { advanced: false, transfer }
    }

    fn finds(design: &Design) -> Vec<(Severity, &'static str)> {
        let options = Options::default();
        let audit = design.audit(Terms { options: &options, tech: None, battle: true });
        let findings = audit.findings.iter().map(|it| (it.0, it.1.rule));
        findings.filter(|it| it.1.starts_with("FT-11")).collect()
    }

    /// FT-11.6.1: 30 mass of bays carry a ship of 20 or two of 10, at 3 points a mass.
    #[test]
    fn rule_11_6_1_tenders() {
        let tender = of(100, vec![bay(20)]);
        let bill = tender.bill(&Options::default());
        assert_eq!((bill.used.up(), bill.ship), (30, 100 + 90));
        let slots = tender.slots();
        let fits = |masses: &[u32]| stow(&slots, masses).iter().all(Option::is_some);
        assert!(fits(&[20]) && fits(&[10, 10]));
        assert!(!fits(&[21]) && !fits(&[10, 11]));
        // A ship is not cut in two.
        let two = of(100, vec![bay(20), bay(20)]);
        assert_eq!(stow(&two.slots(), &[40]), [None]);
        assert_eq!(stow(&two.slots(), &[5, 20, 15]), [Some(1), Some(0), Some(1)]);
        assert!(finds(&tender).contains(&(Severity::Note, "FT-11.6.1")));
    }

    /// FT-11.6.2: a tug of mass 60 that tows 108 has 6 and 22 mass of FTL drive.
    #[test]
    fn rule_11_6_2_tugs() {
        let tug = of(60, vec![ftl(108)]);
        let bill = tug.bill(&Options::default());
        assert_eq!((bill.used.up(), bill.ship), (28, 60 + 56));
        assert_eq!(stow(&tug.slots(), &[108]), [Some(0)]);
        assert_eq!(stow(&tug.slots(), &[60, 48, 1]), [Some(0), Some(0), None]);
        assert!(finds(&tug).contains(&(Severity::Note, "FT-11.6.2")));
    }

    /// FT-11.7.1, FT-11.8.1: ships without FTL need room in the fleet, and are of mass 60 at most.
    #[test]
    fn rule_11_7_1_battleriders() {
        let (mother, rider, monitor) = (of(120, vec![ftl(0), bay(60)]), of(60, vec![]), of(61, vec![]));
        assert!(homeless(&[&mother, &rider]).is_empty());
        assert_eq!(homeless(&[&mother, &rider, &rider]), [2]);
        assert_eq!(homeless(&[&of(300, vec![ftl(200)]), &monitor]), [1]);
        assert_eq!((left_out(&rider).0, left_out(&monitor).0), ("FT-11.7.1", "FT-11.8.1"));
    }

    /// FT-11.9.2, FT-11.9.7: a gate for 60 mass in a turn: 6 mass of drive and 6 boxes, no basic hull; a
    /// portal has as much drive as it transfers.
    #[test]
    fn rule_11_9_2_gates() {
        let gate = |gate, transfer: u32, boxes: u32, more: Vec<Kind>| {
            let kinds = [ftl(transfer)].into_iter().chain(more).collect();
            let mut design = of(100, kinds);
            design.gate = Some(gate);
            design.hull.boxes = boxes;
            design
        };
        let jump = gate(Gate::Jump, 60, 6, vec![]);
        let bill = jump.bill(&Options::default());
        // Six boxes at 2, six mass of drive at 2.
        assert_eq!((bill.used.up(), bill.ship), (12, 24));
        assert!(finds(&jump).is_empty());
        let portal = gate(Gate::Portal, 60, 6, vec![]).bill(&Options::default());
        assert_eq!((portal.used.up(), portal.ship), (66, 132));
        let errors = |design: Design| finds(&design).into_iter().map(|it| it.1).collect::<Vec<_>>();
        assert_eq!(errors(gate(Gate::Jump, 61, 6, vec![])), ["FT-11.9.2"]);
        assert_eq!(errors(gate(Gate::Jump, 0, 6, vec![])), ["FT-11.9.2"]);
        let drive = Kind::Drive { thrust: 2, advanced: false };
        assert_eq!(errors(gate(Gate::Portal, 60, 6, vec![drive])), ["FT-11.9.1"]);
        // It is kept in our corner of the file.
        let text = serde_json::to_string(&jump).expect("a file");
        let again: Design = serde_json::from_str(&text).expect("a design");
        assert_eq!(again.gate, Some(Gate::Jump));
    }
}
