//! Whether two images of one layout are equal where it counts.

use super::{Layout, Mask};
use std::ops::Range;

/// Whether the rows `rows` are equal. `a` and `b` hold exactly these rows. False too when one of them is too short: unknown is not equal.
pub fn rows_equal(layout: &Layout, mask: &Mask, rows: Range<u32>, a: &[u8], b: &[u8]) -> bool {
    let first = rows.start;
    if a.len() != b.len() || a.len() < layout.stride * rows.len() {
        return false;
    }
    // Equal bytes are equal pixels whatever counts: the usual case, at the speed of memcmp.
    if a == b {
        return true;
    }
    mask.bands(rows).all(|(band, columns)| {
        band.into_iter().all(|y| {
            columns.iter().all(|part| {
                match (layout.row(a, y - first, part.start, part.end), layout.row(b, y - first, part.start, part.end)) {
                    (Some(a), Some(b)) => a == b || (!layout.keeps_all() && changed(layout, a, b) == 0),
                    _ => false,
                }
            })
        })
    })
}

/// How many pixels differ in the rows `rows`; all of them count when an image is too short.
pub fn count_changed(layout: &Layout, mask: &Mask, rows: Range<u32>, a: &[u8], b: &[u8]) -> u64 {
    let first = rows.start;
    let mut count = 0;
    for (band, columns) in mask.bands(rows) {
        for y in band {
            for part in columns {
                count += match (
                    layout.row(a, y - first, part.start, part.end),
                    layout.row(b, y - first, part.start, part.end),
                ) {
                    (Some(a), Some(b)) if a == b => 0,
                    (Some(a), Some(b)) => changed(layout, a, b),
                    _ => u64::from(part.end - part.start),
                };
            }
        }
    }
    count
}

/// How many pixels of two equally long rows differ in a bit that shows.
pub(super) fn changed(layout: &Layout, a: &[u8], b: &[u8]) -> u64 {
    let keep = layout.keep();
    let differs = |a: u32, b: u32| u64::from((a ^ b) & keep != 0);
    match layout.bytes_per_pixel {
        4 => pixels4(a).zip(pixels4(b)).map(|(a, b)| differs(a, b)).sum(),
        2 => pixels2(a).zip(pixels2(b)).map(|(a, b)| differs(a, b)).sum(),
        _ => a.iter().zip(b).map(|(a, b)| differs(u32::from(*a), u32::from(*b))).sum(),
    }
}

fn pixels4(row: &[u8]) -> impl Iterator<Item = u32> {
    row.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes))
}

fn pixels2(row: &[u8]) -> impl Iterator<Item = u32> {
    row.as_chunks::<2>().0.iter().map(|bytes| u32::from(u16::from_le_bytes(*bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;
    use proptest::prelude::*;

    fn layout(width: u32, height: u32) -> Layout {
        Layout::new((width, height), 24, 32, 32, [0xff_0000, 0xff00, 0xff]).unwrap()
    }

    #[test]
    fn the_unused_byte_never_makes_a_difference_and_a_shown_bit_always_does() {
        let layout = layout(4, 2);
        let mask = Mask::new(Rect::new(0, 0, 4, 2), &[]);
        let a = vec![0; layout.bytes()];
        for at in 0..a.len() {
            let mut b = a.clone();
            b[at] = 1;
            let want = at % 4 == 3;
            assert_eq!(rows_equal(&layout, &mask, 0..2, &a, &b), want, "byte {at}");
            assert_eq!(count_changed(&layout, &mask, 0..2, &a, &b), u64::from(!want), "byte {at}");
        }
    }

    #[test]
    fn a_short_image_is_not_equal() {
        let layout = layout(4, 2);
        let mask = Mask::new(Rect::new(0, 0, 4, 2), &[]);
        assert!(!rows_equal(&layout, &mask, 0..2, &[0; 31], &[0; 31]));
        assert!(!rows_equal(&layout, &mask, 0..2, &[], &[]));
    }

    proptest! {
        #[test]
        fn equal_means_that_no_counted_pixel_changed(
            changes in prop::collection::vec((0u32..9, 0u32..7, any::<u8>()), 0..5),
            hole in (0i32..9, 0i32..7, 0u32..9, 0u32..7),
            split in 0u32..7,
        ) {
            let layout = layout(9, 7);
            let hole = Rect::new(hole.0, hole.1, hole.2, hole.3);
            let mask = Mask::new(Rect::new(0, 0, 9, 7), &[hole]);
            let a = vec![0x55; layout.bytes()];
            let mut b = a.clone();
            for (x, y, value) in &changes {
                b[*y as usize * layout.stride + *x as usize * 4 + 1] = *value;
            }
            let want = (0..7u32).flat_map(|y| (0..9u32).map(move |x| (x, y))).filter(|(x, y)| {
                b[*y as usize * layout.stride + *x as usize * 4 + 1] != 0x55 && !hole.contains(*x as i32, *y as i32)
            }).count() as u64;
            let at = split as usize * layout.stride;
            let equal = rows_equal(&layout, &mask, 0..split, &a[..at], &b[..at])
                && rows_equal(&layout, &mask, split..7, &a[at..], &b[at..]);
            prop_assert_eq!(equal, want == 0);
            prop_assert_eq!(count_changed(&layout, &mask, 0..7, &a, &b), want);
        }
    }
}
