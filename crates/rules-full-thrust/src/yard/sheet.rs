//! The ship status display (FT-2.4.1), drawn for paper: black on white, A5.
//!
//! Pure and without floating point: lengths are tenths of a millimetre, symbols
//! have squares of 24 units that are drawn two to five times as large. Icons
//! carry the numbers that orders call them by.

mod pen;
pub mod symbols;

use engine::Sheet;

use crate::{
    options::Options,
    yard::{
        design::{Design, Kind, Layer, Orientation, Wing, hull::crew_dots},
        display::{self, Icon, Place},
    },
};
use pen::{Anchor, Pen};
use symbols::{Mark, symbol};

/// A5 in tenths of a millimetre.
const WIDTH: i32 = 1_480;
const HEIGHT: i32 = 2_100;
const MARGIN: i32 = 80;
const INSIDE: i32 = WIDTH - 2 * MARGIN;
const HEAD: i32 = 330;
/// Above a section.
const CAPTION: i32 = 50;
const FOOT: i32 = 60;
/// Far beyond what a battle takes; what is beyond it is counted, not drawn.
const MOST_ICONS: usize = 240;
const MOST_LINES: usize = 40;
const MOST_CRAFT: usize = 16;

/// FT-2.4.1: the display of a design.
pub fn sheet(design: &Design, options: &Options) -> Sheet {
    let name = if design.name.trim().is_empty() { &design.class } else { &design.name };
    Sheet { name: name.clone(), svg: draw(design, options), width: 148, height: 210 }
}

impl Kind {
    /// How many icons it has on the display: FT-7.2.1 one for each level of a screen,
    /// FT-7.21.3 two for a cloaking field.
    pub fn icons(&self) -> u8 {
        match self {
            Kind::Screen { level, .. } => (*level).max(1),
            Kind::CloakField => 2,
            Kind::Unknown { .. } => 0,
            Kind::Drive { .. }
            | Kind::Ftl { .. }
            | Kind::FireControl { .. }
            | Kind::Adfc { .. }
            | Kind::Sensors { .. }
            | Kind::Hangar { .. }
            | Kind::GunboatRack
            | Kind::LaunchTube { .. }
            | Kind::StealthField
            | Kind::Holofield
            | Kind::Reflex
            | Kind::Ecm { .. }
            | Kind::CloakDevice
            | Kind::CloakTuffley
            | Kind::Suicide
            | Kind::MineSweeper
            | Kind::Ortillery
            | Kind::Decoy { .. }
            | Kind::DamageControl
            | Kind::Marines
            | Kind::MineLayer { .. }
            | Kind::Bay { .. }
            | Kind::Magazine { .. }
            | Kind::BoardingMagazine { .. }
            | Kind::Turret { .. }
            | Kind::Shipyard { .. }
            | Kind::Antimatter { .. }
            | Kind::RocketPod { .. }
            | Kind::HeavyMissile { .. }
            | Kind::SalvoRack { .. }
            | Kind::SalvoLauncher { .. }
            | Kind::Gun(_) => 1,
        }
    }
}

/// What is where on the page.
struct Layout {
    /// Of the symbols.
    scale: i32,
    /// Of boxes and circles, in twenty-fourths of their side.
    unit: i32,
    per_line: usize,
}

const CELL: (i32, i32) = (26, 33);

impl Layout {
    fn per_row(scale: i32) -> usize {
        (INSIDE / (CELL.0 * scale)) as usize
    }

    /// The largest that has room for everything.
    fn new(design: &Design, sections: &[&[Icon<'_>]]) -> Layout {
        let widest = design.rows().first().copied().unwrap_or(0);
        let widest = design.armour.iter().map(|it| it.boxes()).fold(widest, u32::max) as usize;
        let lines = design.rows().len() + design.armour.len();
        let unit = match (widest, lines) {
            (0..=18, 0..=9) => 3,
            (0..=27, 0..=14) => 2,
            _ => 1,
        };
        let per_line = (INSIDE / (24 * unit)) as usize;
        let mut layout = Layout { scale: 5, unit, per_line };
        let below = HEAD + layout.damage(design) + engines_height(5) + craft_height(design) + FOOT;
        while 2 < layout.scale {
            let grids: i32 = sections.iter().map(|icons| layout.grid(icons.len())).sum();
            if below + grids <= HEIGHT - MARGIN {
                break;
            }
            layout.scale -= 1;
        }
        layout
    }

    fn grid(&self, icons: usize) -> i32 {
        if icons == 0 {
            return 0;
        }
        let rows = icons.min(MOST_ICONS).div_ceil(Layout::per_row(self.scale)) as i32;
        CAPTION + rows * CELL.1 * self.scale
    }

    fn lines(&self, boxes: u32) -> usize {
        (boxes as usize).div_ceil(self.per_line).max(1)
    }

    /// The height of armour and hull.
    fn damage(&self, design: &Design) -> i32 {
        let rows = design.rows().iter().map(|row| self.lines(*row)).sum::<usize>();
        let layers: usize = design.armour.iter().map(|it| self.lines(it.boxes())).sum();
        let captions = if layers == 0 { CAPTION } else { 2 * CAPTION };
        captions + (rows.min(MOST_LINES) + layers.min(MOST_LINES)) as i32 * self.side()
    }

    fn side(&self) -> i32 {
        24 * self.unit
    }
}

fn engines_height(scale: i32) -> i32 {
    CAPTION + CELL.1 * scale
}

const CRAFT: i32 = 48;

fn craft_height(design: &Design) -> i32 {
    let lines = (design.wings.len() + design.squadrons.len()).min(MOST_CRAFT) as i32;
    if lines == 0 { 0 } else { CAPTION + CRAFT * lines }
}

/// The display as SVG text. The same design gives the same text, to the byte.
pub fn draw(design: &Design, options: &Options) -> String {
    let mut pen = Pen { out: String::with_capacity(24_000) };
    pen.put(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"148mm\" height=\"210mm\" viewBox=\"0 0 1480 2100\">\
         <rect width=\"1480\" height=\"2100\" fill=\"#fff\"/>\
         <g fill=\"none\" stroke=\"currentColor\" color=\"#000\" stroke-width=\"1\" stroke-linejoin=\"round\" \
         font-family=\"DejaVu Sans, Verdana, sans-serif\" font-stretch=\"condensed\">",
    );
    let (sections, undrawn) = sort(design, options);
    let [.., engines, core] = &sections;
    let lists: Vec<&[Icon<'_>]> = sections[..3].iter().map(Vec::as_slice).collect();
    let layout = Layout::new(design, &lists);
    head(&mut pen, design, options);
    let mut y = HEAD;
    for (title, icons) in ["Systems", "Weapons", "Ordnance"].iter().zip(&lists) {
        y = grid(&mut pen, design, &layout, y, title, icons);
    }
    y = armour(&mut pen, design, &layout, y);
    y = hull(&mut pen, design, &layout, y);
    y = engine_room(&mut pen, design, y, engines, core);
    y = craft(&mut pen, design, y);
    log(&mut pen, y);
    foot(&mut pen, design, undrawn);
    pen.put("</g></svg>\n");
    pen.out
}

/// Icons by where they are drawn on paper: three lists, drives, the core; and how many have no room.
fn sort<'a>(design: &'a Design, options: &Options) -> ([Vec<Icon<'a>>; 5], usize) {
    let mut lists = [const { Vec::new() }; 5];
    let mut undrawn = 0;
    for icon in display::icons(design, options) {
        let list = &mut lists[match icon.piece.place() {
            Place::System | Place::Shield => 0,
            Place::Weapon | Place::Guard => 1,
            Place::Ordnance => 2,
            Place::Engine => 3,
            Place::Core => 4,
        }];
        if list.len() < MOST_ICONS {
            list.push(icon);
        } else {
            undrawn += 1;
        }
    }
    (lists, undrawn)
}

/// As much of a text as has room.
fn cut(text: &str, most: usize) -> String {
    let text = text.trim();
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

fn head(pen: &mut Pen, design: &Design, options: &Options) {
    let shown = cut(if design.name.trim().is_empty() { "Unnamed" } else { &design.name }, 40);
    let size = match shown.chars().count() {
        0..=18 => 84,
        19..=28 => 60,
        _ => 44,
    };
    pen.text((MARGIN, MARGIN + 80), size, Anchor::Start, true, &shown);
    let class = if design.class.trim().is_empty() { design.usual_class() } else { &design.class };
    let mut about = cut(class, 44);
    about.push_str(", ");
    about.push_str(design.group().name());
    pen.text((MARGIN, MARGIN + 135), 38, Anchor::Start, false, &about);
    let crew = design.crew_factor();
    let parties = design.count(|kind| *kind == Kind::DamageControl);
    let marines = design.count(|kind| *kind == Kind::Marines);
    let mut crew_words = String::from("Crew ");
    push(&mut crew_words, crew);
    if 0 < parties {
        crew_words.push_str(", extra parties ");
        push(&mut crew_words, parties);
    }
    if 0 < marines {
        crew_words.push_str(", marines ");
        push(&mut crew_words, marines);
    }
    for (on, word) in [
        (design.civilian, ", civilian"),
        (0 < design.hull.stealth, ", stealth hull"),
        (design.hull.rows == 3, ", advanced hull"),
        (design.overload, ", overload"),
        (design.flak, ", flak"),
        (design.flawed, ", flawed"),
    ] {
        if on {
            crew_words.push_str(word);
        }
    }
    pen.text((MARGIN, MARGIN + 185), 32, Anchor::Start, false, &crew_words);
    let bill = design.bill(options);
    let right = WIDTH - MARGIN;
    for (i, (name, n)) in
        [("Mass", design.mass), ("Points", bill.points()), ("Combat points", bill.cpv())].iter().enumerate()
    {
        let y = MARGIN + 50 + 58 * i as i32;
        pen.text((right - 300, y), 32, Anchor::End, false, name);
        pen.figure((right - 180, y), 46, Anchor::End, true, *n);
    }
    compass(pen, right - 75, MARGIN + 95, design.orientation);
    pen.open_path(5);
    pen.line((MARGIN, HEAD - 45), (right, HEAD - 45));
    pen.close_path();
}

fn push(text: &mut String, n: u32) {
    use std::fmt::Write as _;
    write!(text, "{n}").expect("text grows");
}

/// FT-4.2.3: which way the arcs lie.
fn compass(pen: &mut Pen, x: i32, y: i32, orientation: Orientation) {
    let (lines, names) = match orientation {
        Orientation::Alpha => (
            [(-35, -61), (35, -61), (70, 0), (35, 61), (-35, 61), (-70, 0)],
            [(0, -33, "F"), (38, -12, "FS"), (38, 29, "AS"), (0, 52, "A"), (-38, 29, "AP"), (-38, -12, "FP")],
        ),
        Orientation::Beta => (
            [(0, -70), (61, -35), (61, 35), (0, 70), (-61, 35), (-61, -35)],
            [
                (22, -28, "FS"),
                (44, 10, "S"),
                (22, 48, "AS"),
                (-22, 48, "AP"),
                (-44, 10, "P"),
                (-22, -28, "FP"),
            ],
        ),
    };
    pen.open_path(3);
    pen.circle(x, y, 70);
    for (dx, dy) in lines {
        pen.line((x, y), (x + dx, y + dy));
    }
    pen.close_path();
    for (dx, dy, name) in names {
        pen.text((x + dx, y + dy), 26, Anchor::Middle, false, name);
    }
}

fn caption(pen: &mut Pen, y: i32, title: &str) {
    pen.text((MARGIN, y + 34), 28, Anchor::Start, true, title);
}

fn grid(
    pen: &mut Pen,
    design: &Design,
    layout: &Layout,
    y: i32,
    title: &'static str,
    icons: &[Icon<'_>],
) -> i32 {
    if icons.is_empty() {
        return y;
    }
    caption(pen, y, title);
    let per_row = Layout::per_row(layout.scale);
    let (width, height) = (CELL.0 * layout.scale, CELL.1 * layout.scale);
    for (i, icon) in icons.iter().enumerate() {
        let (column, row) = ((i % per_row) as i32, (i / per_row) as i32);
        pen.open(MARGIN + column * width, y + CAPTION + row * height, layout.scale);
        draw_icon(pen, design, icon);
        pen.close();
    }
    y + layout.grid(icons.len())
}

fn draw_icon(pen: &mut Pen, design: &Design, icon: &Icon<'_>) {
    let drawn = icon.piece.symbol();
    if let Some(arcs) = icon.piece.ring() {
        symbols::ring(&mut pen.out, arcs, design.orientation);
    }
    pen.put(drawn.shape);
    pen.mark(drawn.mark);
    label(pen, icon.number, drawn.label, icon.turret.map(|it| it + 1));
}

/// Number, name, and the turret it belongs to: `12 beam T1`.
fn label(pen: &mut Pen, number: Option<usize>, name: &str, turret: Option<usize>) {
    pen.open_text((12, 29), 4, Anchor::Middle, false);
    if let Some(number) = number {
        pen.number(number as i32);
        pen.put(" ");
    }
    pen.put(name);
    if let Some(turret) = turret {
        pen.put(" T");
        pen.number(turret as i32);
    }
    pen.put("</text>");
}

/// FT-7.6.1: the outer layer on top; what regenerates has a circle inside.
fn armour(pen: &mut Pen, design: &Design, layout: &Layout, mut y: i32) -> i32 {
    if design.armour.is_empty() {
        return y;
    }
    caption(pen, y, "Armour");
    y += CAPTION;
    let side = layout.side();
    let mut left = MOST_LINES;
    pen.open_path(4);
    for Layer { standard, regenerative } in design.armour.iter().rev() {
        let boxes = standard.saturating_add(*regenerative) as usize;
        let lines = layout.lines(boxes as u32).min(left);
        left -= lines;
        for n in 0..boxes.min(lines * layout.per_line) {
            let x = MARGIN + side / 2 + (n % layout.per_line) as i32 * side;
            let y = y + side / 2 + (n / layout.per_line) as i32 * side;
            pen.circle(x, y, side / 2 - 2 * layout.unit);
            if *standard as usize <= n {
                pen.circle(x, y, side / 5);
            }
        }
        y += lines as i32 * side;
    }
    pen.close_path();
    y
}

const CREW: &str = concat!(
    r#"<path fill="currentColor" stroke="none" d=""#,
    r#"M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7l5.6-.7z"/>"#
);

/// FT-13.7.2, FT-10.5.1: rows of boxes, a star where a crew factor sits.
fn hull(pen: &mut Pen, design: &Design, layout: &Layout, mut y: i32) -> i32 {
    caption(pen, y, "Hull");
    y += CAPTION;
    let side = layout.side();
    let gap = layout.unit;
    let mut crew = crew_dots(design.hull.boxes, design.crew_factor()).peekable();
    let mut stars: Vec<(i32, i32, u32)> = Vec::new();
    let (mut counted, mut left) = (0, MOST_LINES);
    pen.open_path(4);
    for row in design.rows() {
        let lines = layout.lines(row).min(left);
        left -= lines;
        let drawn = (row as usize).min(lines * layout.per_line);
        for n in 0..drawn {
            counted += 1;
            let (x, y) =
                (MARGIN + (n % layout.per_line) as i32 * side, y + (n / layout.per_line) as i32 * side);
            pen.square(x + gap, y + gap, side - 2 * gap);
            let mut factors = 0;
            while crew.next_if(|dot| *dot == counted).is_some() {
                factors += 1;
            }
            if 0 < factors {
                stars.push((x, y, factors));
            }
        }
        counted += row - drawn as u32;
        while crew.next_if(|dot| *dot <= counted).is_some() {}
        y += lines as i32 * side;
    }
    pen.close_path();
    for (x, y, factors) in stars {
        pen.open(x, y, layout.unit);
        pen.put(CREW);
        if 1 < factors {
            pen.figure((22, 22), 8, Anchor::End, true, factors);
        }
        pen.close();
    }
    y
}

fn engine_room(pen: &mut Pen, design: &Design, y: i32, engines: &[Icon<'_>], core: &[Icon<'_>]) -> i32 {
    caption(pen, y, "Drive and core");
    let mut x = MARGIN;
    for icon in engines.iter().take(4).chain(core) {
        pen.open(x, y + CAPTION, 5);
        draw_icon(pen, design, icon);
        pen.close();
        x += CELL.0 * 5;
    }
    y + engines_height(5)
}

/// FT-13.12.1, FT-13.12.6: a circle for every fighter, a box for every gunboat.
fn craft(pen: &mut Pen, design: &Design, mut y: i32) -> i32 {
    if design.wings.is_empty() && design.squadrons.is_empty() {
        return y;
    }
    caption(pen, y, "Craft");
    y += CAPTION;
    let mut left = MOST_CRAFT;
    for wing in design.wings.iter().take(left) {
        pen.open_path(3);
        for n in 0..6 {
            pen.circle(MARGIN + 20 + n * 44, y + 20, 17);
        }
        pen.close_path();
        pen.text((MARGIN + 290, y + 31), 30, Anchor::Start, false, &wing_words(wing));
        y += CRAFT;
        left -= 1;
    }
    for squadron in design.squadrons.iter().take(left) {
        pen.open_path(3);
        for n in 0..squadron.boats.len().min(6) as i32 {
            pen.square(MARGIN + 3 + n * 44, y + 3, 34);
        }
        pen.close_path();
        let mut words = String::from("gunboats");
        for (i, boat) in squadron.boats.iter().take(6).enumerate() {
            words.push_str(if i == 0 { ": " } else { ", " });
            words.push_str(
                crate::yard::design::Boat::ALL.iter().find(|it| it.0 == *boat).map_or("", |it| it.1),
            );
        }
        pen.text((MARGIN + 290, y + 31), 30, Anchor::Start, false, &cut(&words, 64));
        y += CRAFT;
    }
    y
}

fn wing_words(wing: &Wing) -> String {
    use crate::yard::design::WingMod;
    let mut words = String::new();
    for (_, name) in WingMod::ALL.iter().filter(|it| wing.has(it.0)) {
        words.push_str(name);
        words.push(' ');
    }
    words.push_str(wing.kind.name());
    words.push_str(" fighters, ");
    push(&mut words, wing.points());
    words.push_str(" points");
    words
}

/// Lines to write orders on, as far as there is room.
fn log(pen: &mut Pen, y: i32) {
    const LINE: i32 = 62;
    let (top, bottom) = (y + 40, HEIGHT - MARGIN - FOOT);
    let lines = ((bottom - top) / LINE).min(12);
    if lines < 3 {
        return;
    }
    let columns = [(0, "Turn"), (110, "Orders"), (800, "Velocity"), (990, "Course"), (1_150, "Notes")];
    for (x, name) in columns {
        pen.text((MARGIN + x + 8, top - 8), 24, Anchor::Start, false, name);
    }
    pen.open_path(2);
    for line in 0..=lines {
        pen.line((MARGIN, top + line * LINE), (WIDTH - MARGIN, top + line * LINE));
    }
    for x in columns.iter().map(|it| it.0).chain([INSIDE]) {
        pen.line((MARGIN + x, top), (MARGIN + x, top + lines * LINE));
    }
    pen.close_path();
}

fn foot(pen: &mut Pen, design: &Design, undrawn: usize) {
    let mut words = cut(&design.notes, 90);
    if 0 < undrawn {
        words = String::from("not drawn: ");
        push(&mut words, undrawn as u32);
        words.push_str(" more systems");
    }
    if !words.is_empty() {
        pen.text((MARGIN, HEIGHT - MARGIN), 26, Anchor::Start, false, &words);
    }
    pen.text((WIDTH - MARGIN, HEIGHT - MARGIN), 22, Anchor::End, false, "Flagbridge");
}

/// A symbol alone, for a catalogue.
pub fn alone(kind: &Kind) -> String {
    let mut pen = Pen { out: String::new() };
    pen.put("<g fill=\"none\" stroke=\"currentColor\" stroke-width=\"1\" stroke-linejoin=\"round\">");
    let drawn = symbol(kind);
    pen.put(drawn.shape);
    if let Mark::Letters(_) = drawn.mark {
        pen.mark(drawn.mark);
    }
    pen.close();
    pen.out
}
