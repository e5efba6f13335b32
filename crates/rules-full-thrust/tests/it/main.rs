//! Every test of battles and designs, in one program: eighteen took longer to link than to run.

#[allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]
mod case;
mod cases;
mod cloaks;
#[allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]
mod closed;
mod conformance;
mod exchange;
#[allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]
mod ftl;
mod golden;
mod great_guns;
mod kept;
mod movement;
mod odds;
mod ordnance;
mod playouts;
mod pricing;
mod schema;
mod secrets;
#[allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]
mod sensors;
mod settings;
mod sheets;
mod switches;
mod tactics;
mod terrain;
mod yard;
