//! A study as one page that needs nothing else: figures, numbers, and how to make them again.

use std::fmt::Write;

use crate::{
    charts::Figure,
    draw::escape,
    folder::Asked,
    sums::{Line, Sums},
};

/// Light as paper, and dark for those whose screens are.
const STYLE: &str = "
:root { --ground: #ffffff; --panel: #f6f8fa; --ink: #1b1f24; --faint: #59636e; --grid: #d8dee4;
  --s0: #0072b2; --s1: #d55e00; --s2: #009e73; --s3: #cc79a7; --s4: #e69f00; --s5: #56b4e9; --s6: #000000; }
@media (prefers-color-scheme: dark) { :root { --ground: #0b1018; --panel: #121a26; --ink: #e6edf6;
  --faint: #a3b2c9; --grid: #2c3b55; --s0: #5ab0f0; --s1: #ff8a4c; --s2: #3fc79a; --s3: #e39cc4;
  --s4: #f0b840; --s5: #8fd0f5; --s6: #ffffff; } }
@media print { :root { --ground: #ffffff; --ink: #000000; --faint: #444444; } figure { break-inside: avoid; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, 'DejaVu Sans', sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 8px; }
h2 { font-size: 20px; margin: 0 0 4px; }
p { margin: 0 0 12px; max-width: 68ch; }
figure { margin: 32px 0; }
.picture { overflow-x: auto; border: 1px solid var(--grid); border-radius: 6px; padding: 8px; }
svg { display: block; width: 100%; height: auto; min-width: 560px; }
figcaption { margin-top: 8px; color: var(--faint); font-size: 14px; }
code { font: 13px/1.4 ui-monospace, 'DejaVu Sans Mono', monospace; background: var(--panel); padding: 1px 4px;
  border-radius: 3px; overflow-wrap: anywhere; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--grid); vertical-align: top; }
th { color: var(--faint); font-weight: normal; white-space: nowrap; }
td.number { text-align: right; white-space: nowrap; }
.ground { fill: var(--ground); } .ink { fill: var(--ink); } .faint { fill: var(--faint); }
.grid { stroke: var(--grid); } .rule { stroke: var(--faint); }
";

/// The page. `remake` is the command that makes it again from the battles that are kept.
pub fn page(asked: &Asked, sums: &[Sums], figures: &[Figure], remake: &str) -> String {
    let lines = asked.lines(sums);
    let battles: u64 = lines.iter().map(|it| it.battles).sum();
    let mut style = STYLE.to_owned();
    for k in 0..crate::charts::series() {
        let _ = write!(style, ".s{k} {{ stroke: var(--s{k}); }} .f{k} {{ fill: var(--s{k}); }}");
    }
    let title = escape(&asked.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title><style>{style}</style></head><body><main>\n<h1>{title}</h1>\n"
    );
    if !asked.question.is_empty() {
        let _ = writeln!(page, "<p>{}</p>", escape(&asked.question));
    }
    let open = lines.iter().filter(|it| it.ended.is_none()).count();
    let state = match open {
        0 => "Every kind has seen enough.".to_owned(),
        open => format!("{open} of {} kinds have not seen enough yet.", lines.len()),
    };
    let _ = writeln!(
        page,
        "<p>{battles} battles of {} between computer players, made with version {} of Flagbridge. {state} \
         Battles: <code>{}</code>. This page: <code>{}</code>.</p>",
        if lines.len() == 1 { "one kind".to_owned() } else { format!("{} kinds", lines.len()) },
        escape(&asked.version),
        escape(&asked.command),
        escape(remake),
    );
    for figure in figures {
        let Figure { id, title, words, battles, svg, .. } = figure;
        let _ = writeln!(
            page,
            "<figure id=\"{id}\"><h2>{}</h2><div class=\"picture\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\
             {svg}</div><figcaption>{} {battles} battles. <code>{}</code></figcaption></figure>",
            escape(title),
            escape(title),
            escape(words),
            escape(remake),
        );
    }
    page.push_str("<h2 id=\"numbers\">Numbers</h2>\n<div class=\"table\" tabindex=\"0\" role=\"group\" ");
    page.push_str("aria-labelledby=\"numbers\"><table><thead><tr>");
    for head in ["Where", "Players", "Battles", "Won", "Drawn", "Score of the first", "95% interval", "Turns"]
    {
        let _ = write!(page, "<th scope=\"col\">{head}</th>");
    }
    page.push_str("<th scope=\"col\">The same battles</th></tr></thead><tbody>\n");
    for line in &lines {
        row(&mut page, asked, line);
    }
    page.push_str("</tbody></table></div>\n</main></body></html>\n");
    page
}

fn row(page: &mut String, asked: &Asked, line: &Line) {
    let cell = &asked.cells[line.cell];
    let wins: Vec<String> = line.wins.iter().map(u64::to_string).collect();
    let score = line.score[0];
    let _ = writeln!(
        page,
        "<tr><td>{}</td><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
         <td class=\"number\">{}</td><td class=\"number\">{:.1}%</td><td class=\"number\">{:.1} to {:.1}%</td>\
         <td class=\"number\">{:.1}</td><td><code>{}</code></td></tr>",
        escape(&cell.place()),
        escape(&line.players.join(", ")),
        line.battles,
        wins.join(" : "),
        line.draws,
        100.0 * score.mean,
        100.0 * score.low,
        100.0 * score.high,
        line.turns,
        escape(&cell.command(line.battles)),
    );
}
