//! Which pixels of a frame count: all but the ignored rectangles.

use crate::geometry::Rect;
use std::ops::Range;

/// Rows in groups that share the same columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    bands: Vec<Band>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Band {
    rows: Range<u32>,
    columns: Vec<Range<u32>>,
}

impl Mask {
    /// The mask of a frame at `region` (root coordinates) that ignores `ignored` (root coordinates).
    pub fn new(region: Rect, ignored: &[Rect]) -> Self {
        let holes: Vec<(Range<u32>, Range<u32>)> = ignored
            .iter()
            .filter_map(|rect| rect.intersect(&region))
            .map(|rect| {
                let x = rect.x.abs_diff(region.x);
                let y = rect.y.abs_diff(region.y);
                (y..y + rect.height, x..x + rect.width)
            })
            .collect();
        let mut edges: Vec<u32> = vec![0, region.height];
        edges.extend(holes.iter().flat_map(|(rows, _)| [rows.start, rows.end]));
        edges.sort_unstable();
        edges.dedup();
        let starts = edges.iter().copied();
        let bands = starts
            .zip(edges.iter().copied().skip(1))
            .map(|(from, to)| Band { rows: from..to, columns: columns(region.width, from, &holes) })
            .collect();
        Self { bands }
    }

    /// Groups of rows within `rows`, each with the columns that count in it.
    pub fn bands(&self, rows: Range<u32>) -> impl Iterator<Item = (Range<u32>, &[Range<u32>])> {
        self.bands.iter().filter_map(move |band| {
            let part = band.rows.start.max(rows.start)..band.rows.end.min(rows.end);
            (!part.is_empty()).then_some((part, band.columns.as_slice()))
        })
    }
}

/// The columns of row `y` that no hole covers.
fn columns(width: u32, y: u32, holes: &[(Range<u32>, Range<u32>)]) -> Vec<Range<u32>> {
    let mut cuts: Vec<&Range<u32>> =
        holes.iter().filter(|(rows, _)| rows.contains(&y)).map(|(_, columns)| columns).collect();
    cuts.sort_unstable_by_key(|cut| cut.start);
    let mut kept = Vec::new();
    let mut at = 0;
    for cut in cuts {
        if cut.start > at {
            kept.push(at..cut.start);
        }
        at = at.max(cut.end);
    }
    if at < width {
        kept.push(at..width);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_ignored_is_one_band_of_all_columns() {
        let mask = Mask::new(Rect::new(5, 5, 10, 4), &[]);
        let mut bands = mask.bands(0..4);
        let (rows, columns) = bands.next().unwrap();
        assert_eq!((rows, columns.len(), columns[0].clone()), (0..4, 1, 0..10));
        assert!(bands.next().is_none());
    }

    proptest! {
        #[test]
        fn a_pixel_counts_exactly_when_no_rectangle_holds_it(
            rects in prop::collection::vec((-5i32..20, -5i32..20, 0u32..12, 0u32..12), 0..6),
        ) {
            let region = Rect::new(3, 2, 13, 11);
            let ignored: Vec<Rect> = rects.into_iter().map(|(x, y, w, h)| Rect::new(x, y, w, h)).collect();
            let mask = Mask::new(region, &ignored);
            for y in 0..region.height {
                for x in 0..region.width {
                    let counted = mask.bands(y..y + 1).any(|(_, columns)| columns.iter().any(|c| c.contains(&x)));
                    let held = ignored.iter().any(|r| r.contains(region.x + x as i32, region.y + y as i32));
                    prop_assert_eq!(counted, !held, "({}, {})", x, y);
                }
            }
        }
    }
}
