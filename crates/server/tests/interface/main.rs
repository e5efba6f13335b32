//! The whole interface through real sockets.

mod advice;
mod battles;
mod bots;
mod client;
mod clock;
mod clubs;
mod edge;
#[path = "../../../../examples/bot.rs"]
#[allow(dead_code, reason = "a program of its own, of which the tests play one part")]
mod example;
mod givers;
mod hold;
mod hostile;
mod joining;
mod keys;
mod killing;
mod letters;
mod live;
mod lobby;
mod moderation;
mod mutations;
mod nodes;
mod notices;
mod offers;
mod pace;
mod people;
#[path = "../../../store/tests/postgres/mod.rs"]
mod postgres;
mod profiles;
mod programs;
mod races;
mod records;
mod rematch;
mod roles;
mod secrets;
mod sinks;
mod stalls;
mod studies;
mod survival;
mod talk;
mod twins;
mod upgrades;
mod yard;
