//! Where two images differ, as rectangles: enough to explain a refusal, without a pixel.

use super::compare::changed;
use super::{Layout, Mask};
use crate::geometry::Rect;

/// Side of the squares in which changes are looked for.
const TILE: u32 = 32;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    pub pixels_changed: u64,
    /// In the coordinates of the image. Each changed pixel is in one of them.
    pub rects: Vec<Rect>,
}

/// The changed parts, at most `rects_max` rectangles (one around everything when there would be more).
pub fn diff(layout: &Layout, mask: &Mask, a: &[u8], b: &[u8], rects_max: usize) -> Diff {
    let mut found = Diff::default();
    for top in (0..layout.height).step_by(TILE as usize) {
        let height = TILE.min(layout.height - top);
        let counts = tile_row(layout, mask, top..top + height, a, b);
        found.pixels_changed += counts.iter().sum::<u64>();
        add_runs(&mut found.rects, layout.width, top, height, &counts);
    }
    if found.rects.len() > rects_max {
        found.rects = vec![around(&found.rects)];
    }
    found
}

/// How many pixels changed in each tile of one row of tiles.
fn tile_row(layout: &Layout, mask: &Mask, rows: std::ops::Range<u32>, a: &[u8], b: &[u8]) -> Vec<u64> {
    let mut counts = vec![0; layout.width.div_ceil(TILE) as usize];
    for (band, columns) in mask.bands(rows) {
        for y in band {
            for (tile, count) in (0u32..).zip(counts.iter_mut()) {
                for part in columns {
                    let from = part.start.max(tile * TILE);
                    let to = part.end.min((tile + 1) * TILE);
                    if from < to {
                        *count += match (layout.row(a, y, from, to), layout.row(b, y, from, to)) {
                            (Some(a), Some(b)) if a == b => 0,
                            (Some(a), Some(b)) => changed(layout, a, b),
                            _ => u64::from(to - from),
                        };
                    }
                }
            }
        }
    }
    counts
}

/// Adds one rectangle for each run of changed tiles, or lengthens the one right above of the same columns.
fn add_runs(rects: &mut Vec<Rect>, width: u32, top: u32, height: u32, counts: &[u64]) {
    let mut run: Option<u32> = None;
    let ends = counts.iter().copied().chain(std::iter::once(0));
    for (tile, count) in (0u32..).zip(ends) {
        match (run, count > 0) {
            (None, true) => run = Some(tile),
            (Some(start), false) => {
                run = None;
                let x = start * TILE;
                let right = (tile * TILE).min(width);
                let rect = Rect::new(x as i32, top as i32, right - x, height);
                let above = rects
                    .iter_mut()
                    .find(|above| above.x == rect.x && above.width == rect.width && above.bottom() == i64::from(top));
                match above {
                    Some(above) => above.height += height,
                    None => rects.push(rect),
                }
            }
            _ => {}
        }
    }
}

fn around(rects: &[Rect]) -> Rect {
    let x = rects.iter().map(|rect| rect.x).min().unwrap_or(0);
    let y = rects.iter().map(|rect| rect.y).min().unwrap_or(0);
    let right = rects.iter().map(Rect::right).max().unwrap_or(0);
    let bottom = rects.iter().map(Rect::bottom).max().unwrap_or(0);
    let side = |to: i64, from: i32| u32::try_from(to - i64::from(from)).unwrap_or(0);
    Rect::new(x, y, side(right, x), side(bottom, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn images(changed: &[(u32, u32)]) -> (Layout, Vec<u8>, Vec<u8>) {
        let layout = Layout::new((100, 70), 24, 32, 32, [0xff_0000, 0xff00, 0xff]).unwrap();
        let a = vec![0; layout.bytes()];
        let mut b = a.clone();
        for (x, y) in changed {
            b[*y as usize * layout.stride + *x as usize * 4] = 9;
        }
        (layout, a, b)
    }

    #[test]
    fn every_changed_pixel_is_counted_and_covered() {
        let changed = [(0, 0), (1, 0), (99, 69), (40, 33), (40, 65)];
        let (layout, a, b) = images(&changed);
        let mask = Mask::new(Rect::new(0, 0, 100, 70), &[]);
        let found = diff(&layout, &mask, &a, &b, 64);
        assert_eq!(found.pixels_changed, 5);
        for (x, y) in changed {
            assert!(found.rects.iter().any(|r| r.contains(x as i32, y as i32)), "({x}, {y})");
        }
        assert_eq!(found.rects.len(), 3);
        let one = diff(&layout, &mask, &a, &b, 2);
        assert_eq!(one.rects, vec![Rect::new(0, 0, 100, 70)]);
    }

    #[test]
    fn equal_images_and_ignored_changes_give_nothing() {
        let (layout, a, b) = images(&[(10, 10)]);
        let all = Mask::new(Rect::new(0, 0, 100, 70), &[]);
        assert_eq!(diff(&layout, &all, &a, &a, 64), Diff::default());
        let hole = Mask::new(Rect::new(0, 0, 100, 70), &[Rect::new(10, 10, 1, 1)]);
        assert_eq!(diff(&layout, &hole, &a, &b, 64), Diff::default());
    }
}
