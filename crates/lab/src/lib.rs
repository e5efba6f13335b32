//! Studies: many battles that answer a question.
//!
//! A study says as data who meets where, what is looked at and when it is
//! enough ([`Study`]). Its battles are fought on all cores and taken in one
//! order ([`run`]), kept as lines in a folder ([`Folder`]), written out as
//! tables ([`export`]), and summed up in figures ([`figures`]) on one page ([`page`]). The crate reads
//! and writes the files of studies and nothing else; what people read on a
//! terminal the program prints.

mod answer;
mod balance;
mod charts;
mod draw;
mod folder;
mod forces;
mod parquet;
mod program;
mod rating;
mod report;
mod row;
mod run;
mod stop;
mod study;
mod sums;
mod table;
mod work;
mod worth;

pub use answer::{Asking, Bar, Standing, Verdict, answers, standings, title};
pub use balance::{Change, Found, Search, ranked};
pub use charts::{Figure, figures};
pub use folder::{ASKED, Asked, BATTLES, Folder, Journal};
pub use program::Command;
pub use rating::{Rating, Results, results, results_of_forces};
pub use report::page;
pub use row::{Fates, Row};
pub use run::{Course, Fought, Plan, Run, run};
pub use stop::{Enough, Record, Sprt, Stop, elo, expected};
pub use study::{Cell, Contest, Field, Measure, PATIENCE, Study, entrant, pairs, player, prepare};
pub use sums::{Graves, Line, Sums, Totals};
pub use table::{Form, Part, export};
pub use work::Work;
pub use worth::{Draw, Ruler, Worth};
