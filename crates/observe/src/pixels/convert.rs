//! Pixels as 8-bit channels, for the picture that a planner gets.

use super::Layout;
use crate::geometry::Rect;

/// The part `region` (in the coordinates of the image) as RGB (`channels` 3) or RGBA with 255 (`channels` 4), without padding.
/// Nothing when the region is not wholly in the image.
pub fn convert(layout: &Layout, image: &[u8], region: Rect, channels: usize) -> Option<Vec<u8>> {
    if !region.inside(&Rect::new(0, 0, layout.width, layout.height)) {
        return None;
    }
    let (x, y) = (u32::try_from(region.x).ok()?, u32::try_from(region.y).ok()?);
    let mut out = vec![255; region.width as usize * region.height as usize * channels];
    let row_bytes = region.width as usize * channels;
    for (row, target) in (y..).zip(out.chunks_exact_mut(row_bytes)) {
        let source = layout.row(image, row, x, x + region.width)?;
        if layout.bytes_per_pixel == 4 && layout.keep() == 0xff_ffff && layout.blue == 0xff {
            bgrx(source, target, channels);
        } else {
            any(layout, source, target, channels);
        }
    }
    Some(out)
}

/// The layout of nearly every screen, as plain byte moves that the compiler can vectorise.
fn bgrx(source: &[u8], target: &mut [u8], channels: usize) {
    for ([blue, green, red, _], to) in source.as_chunks::<4>().0.iter().zip(target.chunks_exact_mut(channels)) {
        if let [r, g, b, ..] = to {
            (*r, *g, *b) = (*red, *green, *blue);
        }
    }
}

fn any(layout: &Layout, source: &[u8], target: &mut [u8], channels: usize) {
    for (bytes, to) in source.chunks_exact(layout.bytes_per_pixel).zip(target.chunks_exact_mut(channels)) {
        let pixel = bytes.iter().rev().fold(0u32, |value, byte| value << 8 | u32::from(*byte));
        if let [r, g, b, ..] = to {
            *r = channel(pixel, layout.red);
            *g = channel(pixel, layout.green);
            *b = channel(pixel, layout.blue);
        }
    }
}

/// One channel, scaled to 0..=255 with full intensity kept full: 31 of 31 is 255, not 248.
fn channel(pixel: u32, mask: u32) -> u8 {
    let max = mask >> mask.trailing_zeros();
    let value = (pixel & mask) >> mask.trailing_zeros();
    ((value * 255 + max / 2) / max) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(depth: u8, bits: u8, masks: [u32; 3], pixel: u32) -> Vec<u8> {
        let layout = Layout::new((1, 1), depth, bits, 32, masks).unwrap();
        let mut image = pixel.to_le_bytes().to_vec();
        image.truncate(layout.stride);
        convert(&layout, &image, Rect::new(0, 0, 1, 1), 4).unwrap()
    }

    type Case = (u8, u8, [u32; 3], u32, [u8; 4]);

    #[test]
    fn every_depth_gives_the_right_colour() {
        let cases: [Case; 7] = [
            (8, 8, [0xe0, 0x1c, 0x03], 0xe0, [255, 0, 0, 255]),
            (15, 16, [0x7c00, 0x3e0, 0x1f], 0x7c00, [255, 0, 0, 255]),
            (16, 16, [0xf800, 0x7e0, 0x1f], 0x07e0, [0, 255, 0, 255]),
            (16, 16, [0xf800, 0x7e0, 0x1f], 0x001f, [0, 0, 255, 255]),
            (24, 32, [0xff_0000, 0xff00, 0xff], 0x0a01_0203, [1, 2, 3, 255]),
            (24, 32, [0xff, 0xff00, 0xff_0000], 0x01_0203, [3, 2, 1, 255]),
            (30, 32, [0x3ff0_0000, 0xf_fc00, 0x3ff], 0x3ff0_0200, [255, 0, 128, 255]),
        ];
        for (depth, bits, masks, pixel, want) in cases {
            assert_eq!(one(depth, bits, masks, pixel), want, "depth {depth} pixel {pixel:x}");
        }
    }

    #[test]
    fn a_region_is_cut_out_exactly_and_one_off_the_image_is_nothing() {
        let layout = Layout::new((3, 2), 24, 32, 32, [0xff_0000, 0xff00, 0xff]).unwrap();
        let image: Vec<u8> = (0..24).collect();
        assert_eq!(convert(&layout, &image, Rect::new(1, 1, 2, 1), 3).unwrap(), [18, 17, 16, 22, 21, 20]);
        assert_eq!(convert(&layout, &image, Rect::new(2, 0, 2, 1), 3), None);
        assert_eq!(convert(&layout, &image, Rect::new(-1, 0, 1, 1), 3), None);
    }
}
