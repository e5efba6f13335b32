//! The lessons that come with the games: `data/lessons` of each crate. No game
//! depends on them, so that a better word compiles no rules.

use std::sync::LazyLock;

use erased::{Fault, Format, LessonCard, Source};

/// Game, id and text of each, in the order in which one takes them.
static FILES: &[(&str, &str, &str)] = &include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// A supplied lesson.
#[derive(Clone, Debug)]
pub struct SuppliedLesson {
    pub game: &'static str,
    pub id: &'static str,
    pub card: LessonCard,
    text: &'static str,
}

impl SuppliedLesson {
    /// The file itself.
    pub fn source(&self) -> Source<'static> {
        Source { name: self.id, text: self.text, format: Format::Toml }
    }
}

static LESSONS: LazyLock<Vec<SuppliedLesson>> = LazyLock::new(|| {
    let read = |&(game, id, text): &(&'static str, &'static str, &'static str)| {
        let source = Source { name: id, text, format: Format::Toml };
        let card = crate::find(game).and_then(|it| it.lesson(&source));
        let card = card.unwrap_or_else(|err| panic!("lesson {id} of {game}: {err}"));
        SuppliedLesson { game, id, card, text }
    };
    FILES.iter().map(read).collect()
});

/// The lessons of a game, in the order in which one takes them.
///
/// # Panics
///
/// If a supplied lesson cannot be read; `flagbridge lesson check` sees to it that they can.
pub fn lessons(game: &str) -> impl Iterator<Item = &'static SuppliedLesson> {
    LESSONS.iter().filter(move |it| it.game == game)
}

/// One lesson by its id.
///
/// # Errors
///
/// The lessons there are, if it is none of them.
pub fn lesson(game: &str, id: &str) -> Result<&'static SuppliedLesson, Fault> {
    lessons(game).find(|it| it.id == id).ok_or_else(|| {
        let known = erased::list(lessons(game).map(|it| it.id));
        Fault::misuse(format!("{game} has no lesson {id:?}; it has: {known}"))
    })
}

/// Plays the lesson in a file of whatever game through.
///
/// # Errors
///
/// The place in the file and what was expected there.
pub fn check_lesson(source: &Source<'_>) -> Result<erased::LessonReport, Fault> {
    crate::game_of(source)?.check_lesson(source)
}
