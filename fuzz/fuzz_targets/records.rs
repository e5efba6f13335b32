//! A match file: opened, told, verified, taken up, branched, looked at.
#![no_main]

use flagbridge_fuzz::{look, source, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(text) = text(data) else { return };
    let Ok(record) = rulesets::open_record(&source(text)) else { return };
    for viewer in [engine::Viewer::Spectator, engine::Viewer::Referee, engine::Viewer::Seat(engine::Seat(0))]
    {
        let _ = record.log(viewer);
        let _ = record.describe_after(record.events() / 2, viewer);
        let _ = record.view_after(record.events(), viewer);
    }
    let _ = record.verify();
    if let Ok(battle) = record.resume() {
        look(&*battle);
        assert!(record.fold().is_ok(), "what recomputes can be told");
    }
    if let Ok(battle) = record.fold() {
        look(&*battle);
    }
    let players = vec!["human".to_owned(); record.seats().len()];
    if let Ok(battle) = record.branch(record.events() / 2, &players) {
        look(&*battle);
    }
});
