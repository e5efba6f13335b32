//! The whole interface through real sockets.

mod advice;
mod battles;
mod client;
mod clock;
mod edge;
mod givers;
mod hold;
mod hostile;
mod joining;
mod keys;
mod killing;
mod live;
mod mutations;
#[path = "../../../store/tests/postgres/mod.rs"]
mod postgres;
mod races;
mod records;
mod secrets;
mod stalls;
mod survival;
mod twins;
mod yard;
