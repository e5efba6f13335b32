//! Weapons: what each of them is and what it rolls (FT-4.3, FT-5).

pub(crate) mod arms;
pub(crate) mod spinal;
