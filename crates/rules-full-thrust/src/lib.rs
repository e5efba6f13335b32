//! Full Thrust: Project Continuum. Not in the registry yet; `README.md` says
//! what is there and what is not.

pub mod design;
pub mod library;
pub mod options;

pub use design::Design;
pub use options::Options;
