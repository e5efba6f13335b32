//! Every test of battles and designs, in one program: eighteen took longer to link than to run.

#![allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]

mod boarding;
mod case;
mod cases;
mod chance;
mod cloaks;
#[allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]
mod closed;
mod conformance;
mod craft;
mod decks;
mod deployments;
mod details;
mod displays;
mod dogfights;
mod echoes;
mod exact;
mod exact_boxes;
mod exact_craft;
mod exact_ordnance;
mod exchange;
#[allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]
mod ftl;
mod ftl_craft;
mod gates;
mod golden;
mod great_guns;
mod gunboats;
mod kept;
mod mines;
mod movement;
mod objectives;
mod odds;
mod opening;
mod ordnance;
mod planets;
mod playouts;
mod pricing;
mod riders;
mod scenarios;
mod schema;
#[allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]
mod scramble;
mod secrets;
#[allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]
mod sensors;
mod settings;
mod sheets;
mod situations;
mod special_moves;
mod stations;
mod switches;
mod tactics;
mod terrain;
#[allow(clippy::needless_pass_by_value, reason = "values are built on the spot")]
mod wings;
mod yard;
