//! The laws every game keeps, and a [`toy`] game to try them on.

pub mod toy;
