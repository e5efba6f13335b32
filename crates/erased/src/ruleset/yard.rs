//! A game's shipyard behind one face, whatever its types.

use engine::{Catalogue, Fleet, Game, Library, Review, SetupError, Sheet, Shipyard, Survey};
use serde_json::Value;

use super::{own_game, same_game, supplied};
use crate::{Fault, Override, ScenarioRef, Source, guard::guarded, options, source::Shelf};

/// Designs and fleets as files, and everything there is to say about them.
pub trait Yard: Send + Sync {
    fn catalogue(&self) -> Catalogue;
    /// Everything about the design in a file, under the game's own options with these changes.
    ///
    /// # Errors
    ///
    /// The place in the file and what was expected there; or if there is no such option.
    fn survey(
        &self,
        design: &Source<'_>,
        changes: &[Override],
        techs: Option<&[String]>,
    ) -> Result<Survey, Fault>;
    /// The displays of the design in a file, of several, or of all ships of a fleet.
    ///
    /// # Errors
    ///
    /// As [`Yard::survey`].
    fn sheets(&self, file: &Source<'_>, changes: &[Override]) -> Result<Vec<Sheet>, Fault>;
    /// Everything about the fleet in a file, and the fleet itself.
    ///
    /// # Errors
    ///
    /// As [`Yard::survey`].
    fn review(&self, fleet: &Source<'_>, changes: &[Override]) -> Result<(Review, Value), Fault>;
    /// A scenario in which the fleets meet.
    ///
    /// # Errors
    ///
    /// As [`Yard::survey`], and if a fleet is not sound.
    fn battle(&self, fleets: &[Source<'_>], changes: &[Override], turns: Option<u16>)
    -> Result<Value, Fault>;
    /// A scenario with these fleets in place of its own.
    ///
    /// # Errors
    ///
    /// As [`Yard::battle`], and if there is no such scenario.
    fn muster(
        &self,
        scenario: ScenarioRef<'_>,
        fleets: &[Source<'_>],
        changes: &[Override],
    ) -> Result<Value, Fault>;
}

/// The one generic way in.
pub(super) struct Works<G: Library>(pub(super) Shipyard<G>);

impl<G: Library> Works<G> {
    fn options(changes: &[Override]) -> Result<G::Options, Fault> {
        options::merge::<G>(&G::Options::default(), changes)
    }
}

/// What the rules say, or that they stopped short.
fn told<T>(name: &str, work: impl FnOnce() -> T) -> Result<T, Fault> {
    guarded(work).map_err(|words| Fault::Failed(format!("{name}: cannot be checked: {words}")))
}

fn fleets<G: Library>(sources: &[Source<'_>]) -> Result<Vec<Fleet<G::Design>>, Fault> {
    sources.iter().map(own_game::<G, Fleet<G::Design>>).collect()
}

fn unsound(err: &SetupError) -> Fault {
    Fault::Failed(err.to_string())
}

impl<G: Library> Yard for Works<G> {
    fn catalogue(&self) -> Catalogue {
        (self.0.catalogue)()
    }

    fn survey(
        &self,
        design: &Source<'_>,
        changes: &[Override],
        techs: Option<&[String]>,
    ) -> Result<Survey, Fault> {
        let options = Works::<G>::options(changes)?;
        let data = own_game::<G, G::Design>(design)?;
        told(design.name, || (self.0.survey)(&data, &options, techs))
    }

    fn sheets(&self, file: &Source<'_>, changes: &[Override]) -> Result<Vec<Sheet>, Fault> {
        let options = Works::<G>::options(changes)?;
        let designs: Vec<G::Design> = if file.is_shelf()? {
            let Shelf { game, ship } = file.parse()?;
            same_game::<G>(file, game.as_deref())?;
            ship
        } else {
            vec![own_game::<G, G::Design>(file)?]
        };
        told(file.name, || designs.iter().map(|design| (self.0.sheet)(design, &options)).collect())
    }

    fn review(&self, fleet: &Source<'_>, changes: &[Override]) -> Result<(Review, Value), Fault> {
        let options = Works::<G>::options(changes)?;
        let data = own_game::<G, Fleet<G::Design>>(fleet)?;
        told(fleet.name, || ((self.0.review)(&data, &options), plain::to_value(&data)))
    }

    fn battle(
        &self,
        sources: &[Source<'_>],
        changes: &[Override],
        turns: Option<u16>,
    ) -> Result<Value, Fault> {
        let options = Works::<G>::options(changes)?;
        let fleets = fleets::<G>(sources)?;
        let set = told("fleets", || (self.0.battle)(&fleets, &options, turns))?;
        set.map(|scenario| plain::to_value(&scenario)).map_err(|err| unsound(&err))
    }

    fn muster(
        &self,
        from: ScenarioRef<'_>,
        sources: &[Source<'_>],
        changes: &[Override],
    ) -> Result<Value, Fault> {
        let scenario = match from {
            ScenarioRef::Id(id) => supplied::<G>(id)?,
            ScenarioRef::File(source) => own_game::<G, <G as Game>::Scenario>(&source)?,
        };
        let options = options::merge::<G>(&G::preset(&scenario), changes)?;
        let fleets = fleets::<G>(sources)?;
        let set = told("fleets", || (self.0.muster)(&scenario, &fleets, &options))?;
        set.map(|scenario| plain::to_value(&scenario)).map_err(|err| unsound(&err))
    }
}
