//! Figures as SVG. Everything has a colour of its own, so that a figure stands
//! alone on paper, and a class, so that a page can dress it for the night.

use std::fmt::Write;

/// The eight colours of Okabe and Ito, told apart by nearly everybody; each
/// series has a dash and a mark of its own as well.
pub(crate) const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];
const DASHES: [&str; 7] = ["", "7 3", "2 3", "9 3 2 3", "4 2", "12 4", "1 2"];

pub(crate) const INK: &str = "#1b1f24";
pub(crate) const FAINT: &str = "#59636e";
const GRID: &str = "#d8dee4";

/// Width of every figure, in units of the screen.
pub(crate) const WIDTH: f64 = 760.0;

#[derive(Debug, Default)]
pub(crate) struct Svg {
    body: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn word(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// A number as SVG wants it: short.
pub(crate) fn n(number: f64) -> String {
    let text = format!("{number:.2}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// About how wide text is at size 12.
pub(crate) fn width(text: &str) -> f64 {
    7.2 * text.chars().count() as f64
}

/// Text that is too long for its place, cut.
pub(crate) fn cut(text: &str, room: f64) -> String {
    let most = (room / 7.2).max(4.0) as usize;
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    format!("{}…", kept.trim_end())
}

impl Svg {
    pub(crate) fn text(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        self.write(x, y, anchor, "ink", INK, 12, text);
    }

    pub(crate) fn bold(&mut self, x: f64, y: f64, text: &str) {
        let text = escape(text);
        let (x, y) = (n(x), n(y));
        let _ = write!(
            self.body,
            r#"<text x="{x}" y="{y}" font-size="13" font-weight="bold" class="ink" fill="{INK}">{text}</text>"#
        );
    }

    pub(crate) fn faint(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        self.write(x, y, anchor, "faint", FAINT, 11, text);
    }

    #[expect(clippy::too_many_arguments, reason = "a text and how it looks")]
    fn write(&mut self, x: f64, y: f64, anchor: Anchor, class: &str, colour: &str, size: u32, text: &str) {
        let (x, y, text, anchor) = (n(x), n(y), escape(text), anchor.word());
        let _ = write!(
            self.body,
            r#"<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" class="{class}" fill="{colour}">"#
        );
        let _ = write!(self.body, "{text}</text>");
    }

    /// In the colour of series `k`, so that a line needs no key.
    pub(crate) fn label(&mut self, x: f64, y: f64, anchor: Anchor, k: usize, text: &str) {
        let k = k % COLOURS.len();
        self.write(x, y, anchor, &format!("f{k}"), COLOURS[k], 12, text);
    }

    pub(crate) fn grid(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.line(from, to, "grid", GRID, 1.0, "");
    }

    pub(crate) fn rule(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.line(from, to, "rule", FAINT, 1.0, "4 3");
    }

    pub(crate) fn axis(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.line(from, to, "rule", FAINT, 1.0, "");
    }

    pub(crate) fn bar(&mut self, from: (f64, f64), to: (f64, f64), k: usize) {
        let k = k % COLOURS.len();
        self.line(from, to, &format!("s{k}"), COLOURS[k], 2.5, "");
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str, colour: &str, width: f64, dash: &str) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(n);
        let dash = if dash.is_empty() { String::new() } else { format!(r#" stroke-dasharray="{dash}""#) };
        let _ = write!(
            self.body,
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" class="{class}" stroke="{colour}" "#
        );
        let _ = write!(self.body, r#"stroke-width="{width}"{dash}/>"#);
    }

    pub(crate) fn curve(&mut self, points: &[(f64, f64)], k: usize) {
        let k = k % COLOURS.len();
        let points: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", n(x), n(y))).collect();
        let dash = match DASHES[k] {
            "" => String::new(),
            dash => format!(r#" stroke-dasharray="{dash}""#),
        };
        let _ = write!(
            self.body,
            r#"<polyline points="{}" fill="none" class="s{k}" stroke="{}" stroke-width="2"{dash}/>"#,
            points.join(" "),
            COLOURS[k]
        );
    }

    /// A mark in the shape of series `k`.
    pub(crate) fn mark(&mut self, (x, y): (f64, f64), k: usize) {
        let k = k % COLOURS.len();
        let path = match k % 4 {
            0 => format!("M{} {}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z", n(x - 4.5), n(y)),
            1 => format!("M{} {}h8v8h-8z", n(x - 4.0), n(y - 4.0)),
            2 => format!("M{} {}l5 9h-10z", n(x), n(y - 5.5)),
            _ => format!("M{} {}l5.5 5.5l-5.5 5.5l-5.5 -5.5z", n(x), n(y - 5.5)),
        };
        let _ = write!(self.body, r#"<path d="{path}" class="f{k}" fill="{}"/>"#, COLOURS[k]);
    }

    /// A patch of series `k`, the fainter the less there is.
    pub(crate) fn patch(&mut self, at: (f64, f64), size: (f64, f64), k: usize, strength: f64) {
        let k = k % COLOURS.len();
        let [x, y, w, h] = [at.0, at.1, size.0, size.1].map(n);
        let _ = write!(
            self.body,
            r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" class="f{k}" fill="{}" fill-opacity="{}"/>"#,
            COLOURS[k],
            n(strength.clamp(0.0, 1.0))
        );
    }

    pub(crate) fn frame(&mut self, at: (f64, f64), size: (f64, f64)) {
        let [x, y, w, h] = [at.0, at.1, size.0, size.1].map(n);
        let _ = write!(
            self.body,
            r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="none" class="grid" stroke="{GRID}"/>"#
        );
    }

    /// The whole figure, of this height, with words for those who do not see it.
    pub(crate) fn finish(self, height: f64, title: &str, words: &str) -> String {
        let (title, words, h, w) = (escape(title), escape(words), n(height), n(WIDTH));
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" "#,
                r#"role="img" aria-label="{title}. {words}" font-family="system-ui, 'DejaVu Sans', sans-serif">"#,
                r##"<rect width="{w}" height="{h}" class="ground" fill="#ffffff"/>{body}</svg>"##
            ),
            w = w,
            h = h,
            title = title,
            words = words,
            body = self.body
        )
    }
}

/// A figure on a sheet of its own, with a heading and lines below it.
pub(crate) fn framed(title: &str, (figure, height): (&str, f64), below: &[&str]) -> String {
    const HEAD: f64 = 34.0;
    let mut words = Svg::default();
    words.bold(8.0, 22.0, title);
    let mut y = HEAD + height + 20.0;
    for line in below.iter().flat_map(|it| wrapped(it)) {
        words.faint(8.0, y, Anchor::Start, &line);
        y += 16.0;
    }
    // Placed in the whole by where its own drawing begins.
    let inner = figure.replacen("<svg ", &format!("<svg y=\"{}\" ", n(HEAD)), 1);
    words.body.push_str(&inner);
    words.finish(y, title, "")
}

/// Lines that fit the width of a figure.
fn wrapped(text: &str) -> Vec<String> {
    const MOST: usize = 112;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut().filter(|it| it.chars().count() + 1 + word.chars().count() <= MOST) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Where numbers of one range lie on a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
}

impl Scale {
    pub(crate) fn new(from: f64, to: f64, start: f64, end: f64) -> Scale {
        let to = if to <= from { from + 1.0 } else { to };
        Scale { from, to, start, end }
    }

    pub(crate) fn at(self, number: f64) -> f64 {
        self.start + (number - self.from) / (self.to - self.from) * (self.end - self.start)
    }

    /// Where it begins.
    pub(crate) fn begins(self) -> f64 {
        self.start
    }

    /// Round numbers along it, about so many.
    pub(crate) fn ticks(self, about: usize) -> Vec<f64> {
        let step = round_step((self.to - self.from) / about.max(1) as f64);
        let first = (self.from / step).ceil() as i64;
        let last = (self.to / step + 1e-9).floor() as i64;
        (first..=last).map(|k| k as f64 * step).collect()
    }
}

/// The next larger of 1, 2, 5, 10, 20 and so on.
fn round_step(rough: f64) -> f64 {
    let power = 10_f64.powf(rough.max(1e-9).log10().floor());
    let part = rough / power;
    let round = if part <= 1.0 + 1e-9 {
        1.0
    } else if part <= 2.0 {
        2.0
    } else if part <= 5.0 {
        5.0
    } else {
        10.0
    };
    round * power
}

/// A number of an axis.
pub(crate) fn told(number: f64) -> String {
    if number.fract().abs() < 1e-9 { format!("{number:.0}") } else { n(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        assert_eq!(Scale::new(0.0, 9.0, 0.0, 90.0).ticks(5), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(Scale::new(-120.0, 130.0, 0.0, 1.0).ticks(5), [-100.0, -50.0, 0.0, 50.0, 100.0]);
        assert_eq!(Scale::new(0.0, 9.0, 10.0, 100.0).at(3.0), 40.0);
        assert_eq!(Scale::new(4.0, 4.0, 0.0, 1.0).at(4.0), 0.0);
    }

    #[test]
    fn a_figure_alone_says_what_it_is_and_how_to_make_it_again() {
        let mut svg = Svg::default();
        svg.text(1.0, 2.0, Anchor::Start, "inside");
        let figure = svg.finish(100.0, "Scores", "How to read it.");
        let alone = framed(
            "Scores",
            (&figure, 100.0),
            &["word ".repeat(40).trim(), "7 battles. flagbridge lab run x"],
        );
        assert!(alone.starts_with("<svg ") && alone.contains("<svg y=\"34\" "), "{alone}");
        for words in ["Scores", "inside", "7 battles. flagbridge lab run x"] {
            assert!(alone.contains(words), "{alone}");
        }
        assert_eq!(wrapped(&"word ".repeat(40)).len(), 2);
    }

    #[test]
    fn text_stays_text() {
        assert_eq!(escape("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
        assert_eq!(cut("a long name of something", 72.0), "a long na…");
        assert_eq!((n(1.50), n(-0.001), n(12.0)), ("1.5".to_owned(), "0".to_owned(), "12".to_owned()));
    }
}
