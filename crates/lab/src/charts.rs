//! The figures of a report, each from the sums of a study.

use std::collections::BTreeMap;

use crate::{
    draw::{Anchor, COLOURS, Scale, Svg, WIDTH, cut, framed, told, width},
    folder::Asked,
    rating::{Results, results, results_of_forces},
    sums::{Graves, Line, Sums},
};

/// One figure, with what it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// As its files are called.
    pub id: String,
    pub title: String,
    /// How to read it.
    pub words: String,
    pub battles: u64,
    /// In units of the screen, as its width is always the same.
    pub height: f64,
    pub svg: String,
}

impl Figure {
    /// As a file of its own: with its title, how to read it, and what it was made from.
    pub fn alone(&self, remake: &str) -> String {
        let made = format!("{} battles. {remake}", self.battles);
        framed(&self.title, (&self.svg, self.height), &[&self.words, &made])
    }
}

/// Rows of one figure: more are another study.
const ROWS: usize = 60;
/// Panels of one figure.
const PANELS: usize = 12;
/// Bars of one panel.
const BARS: usize = 14;
/// Patches of a map from one side to the other.
const PATCHES: i32 = 30;

/// Every figure for which there is something to show.
pub fn figures(asked: &Asked, sums: &[Sums]) -> Vec<Figure> {
    let lines = asked.lines(sums);
    let names = names(asked);
    let all = Study { asked, sums, lines: &lines, names: &names };
    let mut figures: Vec<Option<Figure>> = vec![all.scores()];
    let mut games: Vec<&str> = asked.cells.iter().map(|it| it.game.as_str()).collect();
    games.dedup();
    for game in games {
        let own: Vec<Line> = lines.iter().filter(|it| it.game == game).cloned().collect();
        for (of, results) in [("", results(&own)), ("fleets-", results_of_forces(&own))] {
            if 2 < results.names().len() {
                figures.push(Some(matrix(&format!("{of}{game}"), game, &results)));
                figures.push(Some(ratings(&format!("{of}{game}"), game, &results)));
            }
        }
    }
    figures.extend([
        all.lengths(),
        all.curves(
            "survival",
            "Who is still there",
            "The part of each side's ships that is neither destroyed nor gone, at the end of every turn, over \
             all battles, those that were over by then included.",
            Sums::survival,
            true,
        ),
        all.curves(
            "damage",
            "Damage over the turns",
            "What a side loses in each turn, on average over all battles, those that were over by then included.",
            Sums::damage,
            false,
        ),
        all.curves(
            "standing",
            "What is left",
            "What a side has left at the end of each turn, on average over the battles that lasted so long.",
            Sums::left,
            false,
        ),
        all.shares("means", "What does the damage", "Each weapon's part of all damage.", Sums::by_means),
        all.shares(
            "ranges",
            "At what range",
            "The part of the damage that was done at each range, in the game's own measure, of what was done by \
             weapons whose range is known.",
            Sums::by_range,
        ),
        all.shares("arcs", "In which arc", "The part of the damage by the arc it came from or struck.", Sums::by_arc),
        all.shares("decided", "What decides", "Why battles were over.", Sums::by_reason),
        all.graves(),
    ]);
    figures.into_iter().flatten().collect()
}

/// What every kind of battle is called among the others: by what is not the same for all.
fn names(asked: &Asked) -> Vec<String> {
    let parts: Vec<Vec<String>> = (asked.cells.iter())
        .map(|it| {
            let changes: Vec<String> =
                it.changes.iter().map(|(name, value)| format!("{name}={value}")).collect();
            vec![
                it.game.clone(),
                it.scene().to_owned(),
                changes.join(" "),
                it.forces().join(" against "),
                it.players.join(" - "),
                format!("seed {}", it.seed),
            ]
        })
        .collect();
    let differs = |k: usize| parts.iter().any(|it| it[k] != parts[0][k]);
    let kept: Vec<usize> = (0..6).filter(|&k| differs(k)).collect();
    let kept = if kept.is_empty() { vec![0, 1, 4] } else { kept };
    let name = |it: &Vec<String>| {
        let words: Vec<&str> = kept.iter().map(|&k| it[k].as_str()).filter(|it| !it.is_empty()).collect();
        if words.is_empty() { "as usual".to_owned() } else { words.join(", ") }
    };
    parts.iter().map(name).collect()
}

struct Study<'a> {
    asked: &'a Asked,
    sums: &'a [Sums],
    lines: &'a [Line],
    names: &'a [String],
}

/// For each seat, turn by turn.
type Curves = Vec<Vec<f64>>;

impl Sums {
    fn survival(&self) -> Option<Curves> {
        let lost = self.harm.iter().any(|it| !it.is_empty());
        let curve = |seat: usize| {
            let all = self.units[seat] as f64;
            let mut there = all;
            let mut curve = vec![1.0];
            for turn in 1..self.turns.len() {
                there -= self.harm[seat].get(turn).map_or(0, |it| it.1) as f64;
                curve.push((there / all).max(0.0));
            }
            curve
        };
        (lost && self.units.iter().all(|it| 0 < *it)).then(|| (0..self.harm.len()).map(curve).collect())
    }

    fn damage(&self) -> Option<Curves> {
        let lost = self.harm.iter().any(|it| !it.is_empty());
        let mean = |seat: usize, turn: usize| {
            self.harm[seat].get(turn).map_or(0.0, |it| it.0 as f64 / self.battles as f64)
        };
        let curve = |seat| (0..self.turns.len()).map(|turn| mean(seat, turn)).collect();
        lost.then(|| (0..self.harm.len()).map(curve).collect())
    }

    fn left(&self) -> Option<Curves> {
        let there = self.standing.iter().any(|it| !it.is_empty());
        // What hardly any battle came to says little.
        let enough = |&(battles, ..): &(u64, f64, f64)| self.battles / 50 < battles;
        let curve = |all: &Vec<(u64, f64, f64)>| {
            let until = all.iter().rposition(enough).map_or(0, |it| it + 1);
            let first = all.iter().position(enough).unwrap_or(0);
            let mean = |it: &(u64, f64, f64)| it.1 / it.0.max(1) as f64;
            let mut curve: Vec<f64> = all[first..until].iter().map(mean).collect();
            curve.splice(0..0, std::iter::repeat_n(f64::NAN, first));
            curve
        };
        there.then(|| self.standing.iter().map(curve).collect())
    }

    fn by_means(&self) -> Vec<(String, u64)> {
        largest(self.means.iter().map(|(name, (_, points))| (name.clone(), *points)))
    }

    fn by_reason(&self) -> Vec<(String, u64)> {
        largest(self.decided.clone())
    }

    fn by_arc(&self) -> Vec<(String, u64)> {
        largest(self.arcs.clone())
    }

    /// From near to far, over all weapons.
    fn by_range(&self) -> Vec<(String, u64)> {
        let mut all: BTreeMap<i64, u64> = BTreeMap::new();
        for (range, points) in self.ranges.values().flatten() {
            // Where ranges are long, bands of so many are enough.
            *all.entry(range.div_euclid(self.band()) * self.band()).or_default() += points;
        }
        let name = |from: i64| match self.band() {
            1 => from.to_string(),
            band => format!("{from} to {}", from + band),
        };
        all.into_iter().map(|(from, points)| (name(from), points)).collect()
    }

    /// How many ranges are shown as one, so that there are hardly more than a dozen.
    fn band(&self) -> i64 {
        let farthest = self.ranges.values().flat_map(BTreeMap::keys).copied().max().unwrap_or(0);
        [1, 2, 5, 10, 20, 50].into_iter().find(|band| farthest / band <= 12).unwrap_or(100)
    }
}

/// The largest parts first, those that are nothing left out.
fn largest(parts: impl IntoIterator<Item = (String, u64)>) -> Vec<(String, u64)> {
    let mut parts: Vec<(String, u64)> = parts.into_iter().filter(|it| 0 < it.1).collect();
    parts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    parts
}

impl Study<'_> {
    fn figure(&self, id: &str, title: &str, words: &str, height: f64, svg: Svg) -> Figure {
        let battles = self.sums.iter().map(|it| it.battles).sum();
        let svg = svg.finish(height, title, words);
        Figure { id: id.to_owned(), title: title.to_owned(), words: words.to_owned(), battles, height, svg }
    }

    /// Room for names at the left.
    fn margin(names: &[String]) -> f64 {
        names.iter().map(|it| width(it)).fold(60.0, f64::max).min(330.0) + 24.0
    }

    /// Every kind of battle: the first player's score with its interval.
    fn scores(&self) -> Option<Figure> {
        let shown = self.lines.len().min(ROWS);
        let left = Study::margin(self.names);
        let scale = Scale::new(0.0, 100.0, left, WIDTH - 110.0);
        let bottom = 24.0 + 24.0 * shown as f64;
        let mut svg = Svg::default();
        for tick in scale.ticks(5) {
            svg.grid((scale.at(tick), 14.0), (scale.at(tick), bottom));
            svg.faint(scale.at(tick), bottom + 16.0, Anchor::Middle, &format!("{}%", told(tick)));
        }
        for (n, (line, name)) in self.lines.iter().zip(self.names).take(shown).enumerate() {
            let y = 30.0 + 24.0 * n as f64;
            svg.text(left - 12.0, y + 4.0, Anchor::End, &cut(name, left - 16.0));
            let even = scale.at(100.0 / line.score.len() as f64);
            svg.rule((even, y - 12.0), (even, y + 12.0));
            let it = line.score[0];
            let [mean, low, high] = [it.mean, it.low, it.high].map(|it| 100.0 * it);
            svg.bar((scale.at(low), y), (scale.at(high), y), 0);
            svg.mark((scale.at(mean), y), 0);
            svg.faint(WIDTH - 4.0, y + 4.0, Anchor::End, &format!("{mean:.1}% of {}", line.battles));
        }
        let more = if shown < self.lines.len() {
            format!(" The first {shown} of {} kinds are shown.", self.lines.len())
        } else {
            String::new()
        };
        let words = format!(
            "The score of the player who is named first, a draw counting half, with its 95% interval. The broken \
             line is what even sides would score.{more}"
        );
        Some(self.figure("scores", "Scores", &words, bottom + 28.0, svg))
    }

    fn lengths(&self) -> Option<Figure> {
        let shown = self.sums.len().min(ROWS);
        let left = Study::margin(self.names);
        let most = self.sums.iter().map(|it| it.turns_by(0.95)).max().unwrap_or(1);
        let scale = Scale::new(0.0, most as f64 + 1.0, left, WIDTH - 70.0);
        let bottom = 24.0 + 24.0 * shown as f64;
        let mut svg = Svg::default();
        for tick in scale.ticks(8) {
            svg.grid((scale.at(tick), 14.0), (scale.at(tick), bottom));
            svg.faint(scale.at(tick), bottom + 16.0, Anchor::Middle, &told(tick));
        }
        for (n, (sums, name)) in self.sums.iter().zip(self.names).take(shown).enumerate() {
            let y = 30.0 + 24.0 * n as f64;
            svg.text(left - 12.0, y + 4.0, Anchor::End, &cut(name, left - 16.0));
            let [low, middle, high] = [0.05, 0.5, 0.95].map(|part| scale.at(sums.turns_by(part) as f64));
            svg.bar((low, y), (high, y), 0);
            svg.mark((middle, y), 0);
            svg.faint(WIDTH - 4.0, y + 4.0, Anchor::End, &format!("mean {:.1}", sums.mean_turns()));
        }
        let words = "Turns until the battle is over: the middle one at the mark, nine in ten along the line.";
        Some(self.figure("lengths", "How long battles last", words, bottom + 28.0, svg))
    }

    /// A panel for each kind of battle, a line for each side.
    fn curves(
        &self,
        id: &str,
        title: &str,
        words: &str,
        of: impl Fn(&Sums) -> Option<Curves>,
        part: bool,
    ) -> Option<Figure> {
        let all: Vec<(usize, Curves)> =
            self.sums.iter().enumerate().filter_map(|(n, sums)| Some((n, of(sums)?))).take(PANELS).collect();
        if all.is_empty() {
            return None;
        }
        let (columns, room) = if all.len() == 1 { (1, WIDTH) } else { (2, WIDTH / 2.0) };
        let tall = if all.len() == 1 { 250.0 } else { 200.0 };
        let mut svg = Svg::default();
        for (k, (n, curves)) in all.iter().enumerate() {
            let (x, y) = (room * (k % columns) as f64, (tall + 30.0) * (k / columns) as f64);
            svg.bold(x + 8.0, y + 18.0, &cut(&self.names[*n], room - 16.0));
            let turns = self.sums[*n].turns_by(0.98).max(2);
            let most = curves.iter().flatten().copied().filter(|it| it.is_finite()).fold(0.0, f64::max);
            let across = Scale::new(if part { 0.0 } else { 1.0 }, turns as f64, x + 42.0, x + room - 112.0);
            let up = Scale::new(0.0, if part { 1.0 } else { most.max(0.1) }, y + tall - 22.0, y + 32.0);
            for tick in up.ticks(4) {
                svg.grid((x + 42.0, up.at(tick)), (x + room - 112.0, up.at(tick)));
                let number = if part { format!("{:.0}%", 100.0 * tick) } else { told(tick) };
                svg.faint(x + 38.0, up.at(tick) + 4.0, Anchor::End, &number);
            }
            for tick in across.ticks(6).into_iter().filter(|it| it.fract() == 0.0) {
                svg.faint(across.at(tick), y + tall - 6.0, Anchor::Middle, &told(tick));
            }
            svg.axis((x + 42.0, y + tall - 22.0), (x + room - 112.0, y + tall - 22.0));
            self.panel(&mut svg, *n, curves, (across, up), turns, x + room - 106.0);
        }
        let rows = all.len().div_ceil(columns) as f64;
        let words = format!("{words} The numbers below are turns.");
        Some(self.figure(id, title, &words, (tall + 30.0) * rows, svg))
    }

    fn panel(
        &self,
        svg: &mut Svg,
        cell: usize,
        curves: &Curves,
        (across, up): (Scale, Scale),
        turns: usize,
        edge: f64,
    ) {
        let seats = &self.asked.cells[cell].seats;
        let mut labels: Vec<(f64, usize)> = Vec::new();
        for (seat, curve) in curves.iter().enumerate() {
            let points = curve.iter().enumerate().take(turns + 1).filter(|(_, it)| it.is_finite());
            // What comes before the first number below is not shown.
            let points: Vec<(f64, f64)> = points
                .map(|(turn, &it)| (across.at(turn as f64), up.at(it)))
                .filter(|(x, _)| across.begins() <= *x)
                .collect();
            svg.curve(&points, seat);
            if let Some(&end) = points.last() {
                svg.mark(end, seat);
                labels.push((end.1, seat));
            }
        }
        // Names beside the ends of their lines, none above another.
        labels.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut last = f64::NEG_INFINITY;
        for (y, seat) in labels {
            last = (y + 4.0).max(last + 14.0);
            svg.label(edge + 4.0, last, Anchor::Start, seat, &cut(&seats[seat], 104.0));
        }
    }

    /// Bars of what makes up a whole.
    fn shares(
        &self,
        id: &str,
        title: &str,
        words: &str,
        of: impl Fn(&Sums) -> Vec<(String, u64)>,
    ) -> Option<Figure> {
        let mut svg = Svg::default();
        let mut y = 6.0;
        let mut any = false;
        for (n, sums) in self.sums.iter().enumerate().take(PANELS) {
            let parts = of(sums);
            let all: u64 = parts.iter().map(|it| it.1).sum();
            if all == 0 {
                continue;
            }
            any = true;
            svg.bold(8.0, y + 16.0, &cut(&self.names[n], WIDTH - 16.0));
            y += 26.0;
            let scale = Scale::new(0.0, 1.0, 190.0, WIDTH - 70.0);
            for (name, count) in parts.iter().take(BARS) {
                let part = *count as f64 / all as f64;
                svg.text(180.0, y + 12.0, Anchor::End, &cut(name, 170.0));
                svg.patch((190.0, y + 1.0), (scale.at(part) - 190.0, 14.0), 0, 0.85);
                svg.faint(scale.at(part) + 6.0, y + 12.0, Anchor::Start, &format!("{:.1}%", 100.0 * part));
                y += 20.0;
            }
            y += 10.0;
        }
        any.then(|| self.figure(id, title, words, y, svg))
    }

    /// Where ships are destroyed: a map for each side.
    fn graves(&self) -> Option<Figure> {
        let there = |sums: &&Sums| sums.graves.iter().any(|it| !it.cells.is_empty());
        let shown: Vec<(usize, &Sums)> =
            self.sums.iter().enumerate().filter(|(_, sums)| there(sums)).take(PANELS / 2).collect();
        if shown.is_empty() {
            return None;
        }
        let mut svg = Svg::default();
        let mut y = 0.0;
        for &(n, sums) in &shown {
            svg.bold(8.0, y + 18.0, &cut(&self.names[n], WIDTH - 16.0));
            y += 26.0;
            let seats = sums.graves.len().max(1);
            let room = WIDTH / seats as f64 - 24.0;
            // All sides on the same ground, and no patch so small that nobody sees it.
            let mut graves: Vec<Graves> = sums.graves.clone();
            while graves.iter().any(|it| PATCHES < it.span()) {
                graves.iter_mut().for_each(Graves::coarsen);
            }
            let places = graves.iter().flat_map(|it| {
                it.cells.keys().map(|&(x, y)| (f64::from(x) * it.size, f64::from(y) * it.size, it.size))
            });
            let (mut west, mut south, mut east, mut north) = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
            for (px, py, size) in places {
                (west, south) = (west.min(px), south.min(py));
                (east, north) = (east.max(px + size), north.max(py + size));
            }
            let scale = (room / (east - west)).min(300.0 / (north - south));
            let (wide, tall) = ((east - west) * scale, (north - south) * scale);
            for (seat, graves) in graves.iter().enumerate() {
                let left = 12.0 + seat as f64 * (room + 24.0);
                let most = graves.cells.values().copied().max().unwrap_or(1) as f64;
                for (&(cx, cy), &count) in &graves.cells {
                    let (px, py) = (f64::from(cx) * graves.size, f64::from(cy) * graves.size);
                    let at = (left + (px - west) * scale, y + tall - (py + graves.size - south) * scale);
                    let side = graves.size * scale;
                    svg.patch(at, (side, side), seat, 0.12 + 0.88 * (count as f64 / most).sqrt());
                }
                svg.frame((left, y), (wide, tall));
                let dead: u64 = graves.cells.values().sum();
                let name = cut(&self.asked.cells[n].seats[seat], room - 110.0);
                svg.label(left, y + tall + 16.0, Anchor::Start, seat, &format!("{name}: {dead} destroyed"));
            }
            let units = format!(
                "The frame is {} wide and {} high, a patch {} wide.",
                told((east - west).round()),
                told((north - south).round()),
                told(graves.iter().map(|it| it.size).fold(0.0, f64::max))
            );
            svg.faint(12.0, y + tall + 32.0, Anchor::Start, &units);
            y += tall + 50.0;
        }
        let words = "Where ships were destroyed, a map for each side, as seen on the table: the darker, the more of \
                     them (by the square root of their number). Sizes are in the game's own measure.";
        Some(self.figure("graves", "Where ships die", words, y, svg))
    }
}

/// Who scores how much against whom.
fn matrix(id: &str, game: &str, results: &Results) -> Figure {
    let names = results.names();
    let left = names.iter().map(|it| width(it)).fold(60.0, f64::max).min(220.0) + 24.0;
    let size = ((WIDTH - left - 10.0) / names.len() as f64).min(96.0);
    let tall = size.min(40.0);
    let mut svg = Svg::default();
    let mut battles = 0.0;
    for (a, name) in names.iter().enumerate() {
        let y = 30.0 + tall * a as f64;
        svg.text(left - 8.0, y + tall / 2.0 + 4.0, Anchor::End, &cut(name, left - 12.0));
        svg.faint(left + size * (a as f64 + 0.5), 20.0, Anchor::Middle, &cut(name, size - 4.0));
        for b in 0..names.len() {
            let at = (left + size * b as f64, y);
            svg.frame(at, (size, tall));
            let met = results.battles(a, b);
            if a == b || met == 0.0 {
                continue;
            }
            if a < b {
                battles += met;
            }
            let part = results.scored(a, b) / met;
            // Better than even in one colour, worse in the other, and as strong as it is far from even.
            let k = if 0.5 <= part { 0 } else { 1 };
            svg.patch((at.0 + 1.0, at.1 + 1.0), (size - 2.0, tall - 2.0), k, (part - 0.5).abs() * 0.9);
            let number = format!("{:.1}%", 100.0 * part);
            svg.text(at.0 + size / 2.0, y + tall / 2.0 + 4.0, Anchor::Middle, &number);
        }
    }
    let words = "What the row scores against the column, a draw counting half.";
    let title = format!("Everybody against everybody in {game}");
    let height = 40.0 + tall * names.len() as f64;
    let svg = svg.finish(height, &title, words);
    let battles = battles as u64;
    Figure { id: format!("matrix-{id}"), title, words: words.to_owned(), battles, height, svg }
}

fn ratings(id: &str, game: &str, results: &Results) -> Figure {
    let mut ratings = results.ratings();
    ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    let left = ratings.iter().map(|it| width(&it.name)).fold(60.0, f64::max).min(220.0) + 24.0;
    let low = ratings.iter().map(|it| it.low).fold(f64::MAX, f64::min);
    let high = ratings.iter().map(|it| it.high).fold(f64::MIN, f64::max);
    let scale = Scale::new(low, high, left, WIDTH - 150.0);
    let bottom = 24.0 + 24.0 * ratings.len() as f64;
    let mut svg = Svg::default();
    for tick in scale.ticks(6) {
        svg.grid((scale.at(tick), 14.0), (scale.at(tick), bottom));
        svg.faint(scale.at(tick), bottom + 16.0, Anchor::Middle, &told(tick));
    }
    for (n, it) in ratings.iter().enumerate() {
        let y = 30.0 + 24.0 * n as f64;
        svg.text(left - 12.0, y + 4.0, Anchor::End, &cut(&it.name, left - 16.0));
        svg.bar((scale.at(it.low), y), (scale.at(it.high), y), 0);
        svg.mark((scale.at(it.elo), y), 0);
        svg.faint(
            WIDTH - 4.0,
            y + 4.0,
            Anchor::End,
            &format!("{:+.0} ({:+.0} to {:+.0})", it.elo, it.low, it.high),
        );
    }
    let words = "Elo that explain the scores best (Bradley and Terry), with their 95% intervals. The mean of all \
                 is 0; 100 more are 64% of the points.";
    let title = format!("Ratings in {game}");
    let height = bottom + 28.0;
    let svg = svg.finish(height, &title, words);
    let battles = ratings.iter().map(|it| it.battles).sum::<u64>() / 2;
    Figure { id: format!("ratings-{id}"), title, words: words.to_owned(), battles, height, svg }
}

/// The colours of the figures, for the page that holds them.
pub(crate) fn series() -> usize {
    COLOURS.len()
}
