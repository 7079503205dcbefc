//! A salted commitment to what a frame shows: binding for whoever has the salt and the picture, silent to everybody else.

use super::{Layout, Mask};
use crate::geometry::Rect;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// What is committed to beside the pixels.
#[derive(Clone, Debug)]
pub struct Header<'a> {
    pub region: Rect,
    pub ignored: &'a [Rect],
}

const DOMAIN: &[u8] = b"deskgate/frame/v1\0";

/// HMAC-SHA-256 with `salt` as key over: the domain `deskgate/frame/v1` and a NUL; as 32-bit little-endian numbers x, y, width, height,
/// depth, bytes per pixel, the masks of red, green and blue, the number of ignored rectangles, and x, y, width, height of each; then
/// the rows top to bottom without padding, with zero for bits that do not show and for ignored pixels.
pub fn commit(salt: &[u8; 32], header: &Header<'_>, layout: &Layout, mask: &Mask, image: &[u8]) -> [u8; 32] {
    // HMAC takes a key of any length, so there is no error to handle; the key block is built by hand to keep it that way.
    let mut mac = <Hmac<Sha256> as Mac>::new(&{
        let mut block = hmac::digest::generic_array::GenericArray::default();
        for (to, from) in block.iter_mut().zip(salt) {
            *to = *from;
        }
        block
    });
    mac.update(DOMAIN);
    for number in numbers(header, layout) {
        mac.update(&number.to_le_bytes());
    }
    let row_bytes = layout.width as usize * layout.bytes_per_pixel;
    let mut row = vec![0; row_bytes];
    for (band, columns) in mask.bands(0..layout.height) {
        row.fill(0);
        for y in band {
            for part in columns {
                let from = part.start as usize * layout.bytes_per_pixel;
                let to = part.end as usize * layout.bytes_per_pixel;
                if let (Some(source), Some(target)) =
                    (layout.row(image, y, part.start, part.end), row.get_mut(from..to))
                {
                    copy_shown(layout, source, target);
                }
            }
            mac.update(&row);
        }
    }
    mac.finalize().into_bytes().into()
}

fn numbers(header: &Header<'_>, layout: &Layout) -> Vec<u32> {
    let place = |rect: &Rect| [rect.x.cast_unsigned(), rect.y.cast_unsigned(), rect.width, rect.height];
    let mut numbers = place(&header.region).to_vec();
    numbers.extend([u32::from(layout.depth), layout.bytes_per_pixel as u32, layout.red, layout.green, layout.blue]);
    numbers.push(header.ignored.len() as u32);
    numbers.extend(header.ignored.iter().flat_map(place));
    numbers
}

fn copy_shown(layout: &Layout, source: &[u8], target: &mut [u8]) {
    if layout.keeps_all() || layout.bytes_per_pixel == 1 {
        let keep = layout.keep() as u8;
        let all = layout.keeps_all();
        for (to, from) in target.iter_mut().zip(source) {
            *to = if all { *from } else { *from & keep };
        }
    } else if layout.bytes_per_pixel == 4 {
        let (pixels, _) = target.as_chunks_mut::<4>();
        for (to, from) in pixels.iter_mut().zip(source.as_chunks::<4>().0) {
            *to = (u32::from_le_bytes(*from) & layout.keep()).to_le_bytes();
        }
    } else {
        let (pixels, _) = target.as_chunks_mut::<2>();
        for (to, from) in pixels.iter_mut().zip(source.as_chunks::<2>().0) {
            *to = (u16::from_le_bytes(*from) & layout.keep() as u16).to_le_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(image: &[u8], salt: u8, ignored: &[Rect]) -> [u8; 32] {
        let layout = Layout::new((2, 2), 24, 32, 32, [0xff_0000, 0xff00, 0xff]).unwrap();
        let region = Rect::new(0, 0, 2, 2);
        let header = Header { region, ignored };
        commit(&[salt; 32], &header, &layout, &Mask::new(region, ignored), image)
    }

    #[test]
    fn it_is_what_the_documentation_says() {
        // The same bytes put together by hand, as docs/native.md describes them.
        let mut message = b"deskgate/frame/v1\0".to_vec();
        for number in [0u32, 0, 2, 2, 24, 4, 0xff_0000, 0xff00, 0xff, 0] {
            message.extend(number.to_le_bytes());
        }
        message.extend([1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11, 0, 13, 14, 15, 0]);
        let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(&[7; 32]).unwrap();
        mac.update(&message);
        let want: [u8; 32] = mac.finalize().into_bytes().into();
        assert_eq!(of(&(1..=16).collect::<Vec<u8>>(), 7, &[]), want);
    }

    #[test]
    fn it_depends_on_pixels_salt_and_ignored_regions_but_not_on_the_unused_byte() {
        let image: Vec<u8> = (1..=16).collect();
        let base = of(&image, 7, &[]);
        let mut unused = image.clone();
        unused[3] = 200;
        assert_eq!(of(&unused, 7, &[]), base);
        let mut shown = image.clone();
        shown[0] = 200;
        assert_ne!(of(&shown, 7, &[]), base);
        assert_ne!(of(&image, 8, &[]), base);
        let hole = [Rect::new(0, 0, 1, 1)];
        assert_ne!(of(&image, 7, &hole), base);
        assert_eq!(of(&image, 7, &hole), of(&shown, 7, &hole));
    }
}
