//! A pen that writes SVG: whole numbers and escaped text, nothing else.

use super::symbols::Mark;

/// Where a text stands by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The drawing so far.
#[derive(Debug)]
pub(super) struct Pen {
    pub(super) out: String,
}

impl Pen {
    pub(super) fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Formatting machinery would take most of the time of a display.
    pub(super) fn number(&mut self, n: i32) {
        if n < 0 {
            self.out.push('-');
        }
        let mut digits = [0_u8; 10];
        let (mut at, mut rest) = (digits.len(), n.unsigned_abs());
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        for digit in &digits[at..] {
            self.out.push(char::from(*digit));
        }
    }

    fn pair(&mut self, x: i32, y: i32) {
        self.number(x);
        self.out.push(' ');
        self.number(y);
    }

    /// What people write may hold anything; a display must stay what it is.
    pub(super) fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.put("&amp;"),
                '<' => self.put("&lt;"),
                '>' => self.put("&gt;"),
                '"' => self.put("&quot;"),
                // Not allowed in XML, however written.
                '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => self.out.push(' '),
                // Would turn the rest of the line around.
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => (),
                c => self.out.push(c),
            }
        }
    }

    pub(super) fn text(&mut self, (x, y): (i32, i32), size: i32, anchor: Anchor, bold: bool, text: &str) {
        self.open_text((x, y), size, anchor, bold);
        self.escaped(text);
        self.put("</text>");
    }

    pub(super) fn open_text(&mut self, (x, y): (i32, i32), size: i32, anchor: Anchor, bold: bool) {
        self.put("<text x=\"");
        self.number(x);
        self.put("\" y=\"");
        self.number(y);
        self.put("\" font-size=\"");
        self.number(size);
        self.put(match anchor {
            Anchor::Start => "\"",
            Anchor::Middle => "\" text-anchor=\"middle\"",
            Anchor::End => "\" text-anchor=\"end\"",
        });
        self.put(if bold {
            " font-weight=\"bold\" fill=\"currentColor\" stroke=\"none\">"
        } else {
            " fill=\"currentColor\" stroke=\"none\">"
        });
    }

    /// A number in a line of its own.
    pub(super) fn figure(&mut self, at: (i32, i32), size: i32, anchor: Anchor, bold: bool, n: u32) {
        self.open_text(at, size, anchor, bold);
        self.number(n.min(999_999) as i32);
        self.put("</text>");
    }

    /// In the middle of a symbol.
    pub(super) fn mark(&mut self, mark: Mark) {
        let (fill, bold) = match mark {
            Mark::None => return,
            Mark::Light(_) => ("#fff", "bold"),
            Mark::Number(_) | Mark::Letters(_) => ("currentColor", "bold"),
        };
        self.put("<text x=\"12\" y=\"14.8\" font-size=\"8\" text-anchor=\"middle\" stroke=\"none\" fill=\"");
        self.put(fill);
        self.put("\" font-weight=\"");
        self.put(bold);
        self.put("\">");
        match mark {
            Mark::None => (),
            Mark::Number(n) | Mark::Light(n) => self.number(n.min(9_999) as i32),
            Mark::Letters(letters) => self.put(letters),
        }
        self.put("</text>");
    }

    /// Everything until [`Pen::close`] is drawn there, so many times as large.
    pub(super) fn open(&mut self, x: i32, y: i32, scale: i32) {
        self.put("<g transform=\"translate(");
        self.pair(x, y);
        self.put(") scale(");
        self.number(scale);
        self.put(")\">");
    }

    pub(super) fn close(&mut self) {
        self.put("</g>");
    }

    pub(super) fn open_path(&mut self, width: i32) {
        self.put("<path stroke-width=\"");
        self.number(width);
        self.put("\" d=\"");
    }

    pub(super) fn close_path(&mut self) {
        self.put("\"/>");
    }

    /// A box of a path that is open.
    pub(super) fn square(&mut self, x: i32, y: i32, side: i32) {
        self.rectangle(x, y, side, side);
    }

    pub(super) fn rectangle(&mut self, x: i32, y: i32, width: i32, height: i32) {
        self.put("M");
        self.pair(x, y);
        self.put("h");
        self.number(width);
        self.put("v");
        self.number(height);
        self.put("h");
        self.number(-width);
        self.put("z");
    }

    /// A circle of a path that is open, by its middle.
    pub(super) fn circle(&mut self, x: i32, y: i32, radius: i32) {
        self.put("M");
        self.pair(x - radius, y);
        for across in [2 * radius, -2 * radius] {
            self.put("a");
            self.pair(radius, radius);
            self.put(" 0 1 0 ");
            self.pair(across, 0);
        }
        self.put("z");
    }

    /// A line of a path that is open.
    pub(super) fn line(&mut self, from: (i32, i32), to: (i32, i32)) {
        self.put("M");
        self.pair(from.0, from.1);
        self.put("L");
        self.pair(to.0, to.1);
    }
}
