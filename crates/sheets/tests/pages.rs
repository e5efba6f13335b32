//! Documents: how many pages, how large, and that text stays text.

use sheets::{Pages, pdf};

fn display(name: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"148mm\" height=\"210mm\" viewBox=\"0 0 1480 2100\">\
         <rect width=\"1480\" height=\"2100\" fill=\"#fff\"/>\
         <g fill=\"none\" stroke=\"currentColor\" color=\"#000\" font-family=\"DejaVu Sans, sans-serif\">\
         <path d=\"M80 80h60v60h-60z\"/><text x=\"80\" y=\"300\" font-size=\"60\" stroke=\"none\" \
         fill=\"currentColor\">{name}</text></g></svg>"
    )
}

fn count(document: &[u8], word: &str) -> usize {
    document.windows(word.len()).filter(|it| *it == word.as_bytes()).count()
}

#[test]
fn one_page_for_each_display_or_for_two() {
    let displays: Vec<String> = (0..5).map(|n| display(&format!("Ship {n}"))).collect();
    let single = pdf("Fleet", &displays, Pages::Single).unwrap();
    assert!(single.starts_with(b"%PDF-"));
    assert_eq!(count(&single, "/Type/Page/") + count(&single, "/Type /Page\n"), 5);
    let pairs = pdf("Fleet", &displays, Pages::Pairs).unwrap();
    assert_eq!(count(&pairs, "/Type/Page/") + count(&pairs, "/Type /Page\n"), 3);
    assert_eq!(single, pdf("Fleet", &displays, Pages::Single).unwrap(), "the same twice");
}

#[test]
fn letters_of_many_tongues_are_there() {
    let plain = pdf("A", &[display("")], Pages::Single).unwrap();
    for name in ["Zürich", "Łódź", "Ναύς", "Корабль"] {
        let document = pdf(name, &[display(name)], Pages::Single).unwrap();
        // A font comes along only where there is text in it.
        assert!(count(&document, "FontFile") == 1, "{name}");
        assert!(plain.len() < document.len());
    }
    assert_eq!(count(&plain, "FontFile"), 0);
}

#[test]
fn what_is_no_display_is_told() {
    let none: [&str; 0] = [];
    assert!(pdf("A", &none, Pages::Single).is_err());
    for odd in
        ["", "<svg", "<p>no</p>", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\"/>"]
    {
        assert!(pdf("A", &[odd], Pages::Single).is_err(), "{odd}");
    }
}
