//! Ship displays as pages to print: SVG in, PDF out.
//!
//! The only crate that knows PDF. It brings its own letters, so that a page
//! looks the same on every machine, and text on it can be searched and copied.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use krilla::{
    Document,
    geom::{Size, Transform},
    metadata::Metadata,
    page::PageSettings,
};
use krilla_svg::{SurfaceExt, SvgSettings};
use usvg::{Options, Tree, fontdb::Database};

/// What the pages are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pages {
    /// One display on a page of its own size.
    #[default]
    Single,
    /// Two displays of A5 side by side on A4.
    Pairs,
}

/// Why there is no PDF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetError(String);

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SheetError {}

/// A page of A5 in points of 1/72 inch; two of them are A4.
const A5: (f32, f32) = (419.528, 595.276);

/// The displays in one document, in order.
///
/// # Errors
///
/// If one of them is no SVG, or there are none.
pub fn pdf(title: &str, displays: &[impl AsRef<str>], pages: Pages) -> Result<Vec<u8>, SheetError> {
    if displays.is_empty() {
        return Err(SheetError("there is nothing to print".to_owned()));
    }
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(title.to_owned()).creator("Flagbridge".to_owned()));
    match pages {
        Pages::Single => {
            for display in displays {
                let tree = read(display.as_ref())?;
                let size = Size::from_wh(tree.size().width() * 0.75, tree.size().height() * 0.75);
                draw(&mut document, size, &[tree])?;
            }
        }
        Pages::Pairs => {
            for pair in displays.chunks(2) {
                let trees: Vec<Tree> =
                    pair.iter().map(|display| read(display.as_ref())).collect::<Result<_, _>>()?;
                draw(&mut document, Size::from_wh(2.0 * A5.0, A5.1), &trees)?;
            }
        }
    }
    document.finish().map_err(|err| SheetError(format!("the document could not be written: {err:?}")))
}

/// Draws displays side by side on a page that has room for them.
fn draw(document: &mut Document, size: Option<Size>, trees: &[Tree]) -> Result<(), SheetError> {
    let size = size.ok_or_else(|| SheetError("a page without a size".to_owned()))?;
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    for (n, tree) in trees.iter().enumerate() {
        // All but a page's only display are A5.
        let (width, height) =
            if trees.len() == 1 && size.width() < 2.0 * A5.0 { (size.width(), size.height()) } else { A5 };
        surface.push_transform(&Transform::from_translate(n as f32 * A5.0, 0.0));
        let size = Size::from_wh(width, height).expect("a page has a size");
        surface.draw_svg(tree, size, SvgSettings::default());
        surface.pop();
    }
    surface.finish();
    page.finish();
    Ok(())
}

/// What the fonts we bring call themselves.
const FAMILY: &str = "DejaVu Sans Condensed";

fn read(svg: &str) -> Result<Tree, SheetError> {
    static OPTIONS: OnceLock<Options<'static>> = OnceLock::new();
    let options = OPTIONS.get_or_init(|| {
        let mut fonts = Database::new();
        fonts.load_font_data(include_bytes!("../fonts/DejaVuSansCondensed.ttf").to_vec());
        fonts.load_font_data(include_bytes!("../fonts/DejaVuSansCondensed-Bold.ttf").to_vec());
        // Displays end their list of families with sans-serif.
        fonts.set_sans_serif_family(FAMILY);
        Options {
            fontdb: Arc::new(fonts),
            font_family: FAMILY.to_owned(),
            // A display has no pictures, and none is fetched from anywhere.
            image_href_resolver: usvg::ImageHrefResolver {
                resolve_data: Box::new(|_, _, _| None),
                resolve_string: Box::new(|_, _| None),
            },
            ..Options::default()
        }
    });
    Tree::from_str(svg, options).map_err(|err| SheetError(format!("a display is not an SVG: {err}")))
}
