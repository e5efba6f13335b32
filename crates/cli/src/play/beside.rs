//! The map beside the orders, where the terminal is wide enough for both.

/// The fewest columns that orders are legible in.
const ROOM: usize = 44;
/// Between the two.
const GAP: usize = 3;
/// How the frame of a map begins, above and below.
const FRAME: &str = "  +--";

/// A situation in words, its map taken out.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Split {
    pub(super) words: String,
    map: Vec<String>,
}

/// Takes the map out of a situation; nothing if there is none.
pub(super) fn split(situation: &str) -> Option<Split> {
    let lines: Vec<&str> = situation.lines().collect();
    let first = lines.iter().position(|it| it.starts_with(FRAME))?;
    let last = lines.iter().rposition(|it| it.starts_with(FRAME)).filter(|last| first < *last)?;
    let mut map: Vec<String> = Vec::new();
    for line in &lines[first..=last] {
        // What stands after a frame goes below it: that is the room the orders take.
        let end = line.rfind(['+', '|']).map_or(line.len(), |at| at + 1);
        let (frame, foot) = if line.starts_with(FRAME) { line.split_at(end) } else { (*line, "") };
        map.push(frame.to_owned());
        map.extend(Some(foot.trim()).filter(|it| !it.is_empty()).map(|it| format!("  {it}")));
    }
    let words: Vec<&str> = lines[..first].iter().chain(&lines[last + 1..]).copied().collect();
    Some(Split { words: words.join("\n"), map })
}

impl Split {
    /// How many columns are left beside the map, if that is enough.
    pub(super) fn room(&self, width: usize) -> Option<usize> {
        width.checked_sub(self.wide() + GAP).filter(|room| ROOM <= *room)
    }

    fn wide(&self) -> usize {
        self.map.iter().map(|it| it.chars().count()).max().unwrap_or(0)
    }

    /// The map with these lines beside it.
    pub(super) fn beside(&self, orders: &[String]) -> Vec<String> {
        let wide = self.wide();
        let lines = (0..self.map.len().max(orders.len())).map(|n| {
            let left = self.map.get(n).map_or("", String::as_str);
            let right = orders.get(n).map_or("", String::as_str);
            let pad = wide - left.chars().count() + GAP;
            format!("{left}{:pad$}{right}", "").trim_end().to_owned()
        });
        lines.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITUATION: &str = "Turn 2\n  +---+\n  |A1 |\n  +---+  (0, 0) to (3, 1)\nA1 at 1,1";

    #[test]
    fn the_map_is_taken_out_of_the_words() {
        let split = split(SITUATION).unwrap();
        assert_eq!(split.words, "Turn 2\nA1 at 1,1");
        assert_eq!(split.map, ["  +---+", "  |A1 |", "  +---+", "  (0, 0) to (3, 1)"]);
        assert_eq!(super::split("Turn 2\nnothing to see"), None);
        assert_eq!(super::split("  +--- half a frame"), None);
    }

    #[test]
    fn orders_stand_beside_it_where_there_is_room() {
        let split = split(SITUATION).unwrap();
        assert_eq!(split.wide(), 18);
        assert_eq!(split.room(18 + GAP + ROOM), Some(ROOM));
        assert_eq!(split.room(18 + GAP + ROOM - 1), None);
        assert_eq!(split.room(3), None);
        let orders: Vec<String> =
            ["Cobalt: plot", "", "Enter gives: A1 3", "d", "e"].map(String::from).into();
        assert_eq!(
            split.beside(&orders),
            [
                "  +---+              Cobalt: plot",
                "  |A1 |",
                "  +---+              Enter gives: A1 3",
                "  (0, 0) to (3, 1)   d",
                "                     e",
            ]
        );
    }
}
