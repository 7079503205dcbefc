//! How the server lays pixels out in an image.

/// Rows top to bottom, each padded to `stride` bytes; a pixel is `bytes_per_pixel` little-endian bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub width: u32,
    pub height: u32,
    pub depth: u8,
    pub bytes_per_pixel: usize,
    pub stride: usize,
    pub red: u32,
    pub green: u32,
    pub blue: u32,
}

/// Why the pixels of a screen cannot be read without guessing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// A palette: equal pixels may show different colours, so that no comparison would prove anything.
    Palette,
    BitsPerPixel(u8),
    ByteOrder,
    Masks,
}

impl Layout {
    /// The layout of a `width` x `height` image. `pad` is the scanline pad in bits.
    pub fn new(size: (u32, u32), depth: u8, bits_per_pixel: u8, pad: u8, masks: [u32; 3]) -> Result<Self, Unsupported> {
        if !matches!(bits_per_pixel, 8 | 16 | 32) {
            return Err(Unsupported::BitsPerPixel(bits_per_pixel));
        }
        let [red, green, blue] = masks;
        let distinct = red & green == 0 && green & blue == 0 && red & blue == 0;
        if !distinct || masks.iter().any(|mask| !contiguous(*mask, bits_per_pixel)) {
            return Err(Unsupported::Masks);
        }
        let bytes_per_pixel = usize::from(bits_per_pixel / 8);
        let pad_bytes = usize::from((pad / 8).max(1));
        let stride = (size.0 as usize * bytes_per_pixel).div_ceil(pad_bytes) * pad_bytes;
        Ok(Self { width: size.0, height: size.1, depth, bytes_per_pixel, stride, red, green, blue })
    }

    /// Bytes of the whole image.
    pub fn bytes(&self) -> usize {
        self.stride * self.height as usize
    }

    /// Bits of a pixel that show on the screen; the rest is whatever a client left there.
    pub fn keep(&self) -> u32 {
        self.red | self.green | self.blue
    }

    /// Whether every bit of a pixel shows.
    pub fn keeps_all(&self) -> bool {
        self.keep().count_ones() as usize == self.bytes_per_pixel * 8
    }

    /// The bytes of columns `from..to` of row `y`, or nothing when the image is shorter.
    pub fn row<'a>(&self, image: &'a [u8], y: u32, from: u32, to: u32) -> Option<&'a [u8]> {
        let start = y as usize * self.stride;
        image.get(start + from as usize * self.bytes_per_pixel..start + to as usize * self.bytes_per_pixel)
    }
}

fn contiguous(mask: u32, bits_per_pixel: u8) -> bool {
    let width = mask.count_ones();
    mask != 0
        && width <= 16
        && mask >> mask.trailing_zeros() == (1 << width) - 1
        && 32 - mask.leading_zeros() <= u32::from(bits_per_pixel)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RGB24: [u32; 3] = [0xff_0000, 0xff00, 0xff];
    const RGB16: [u32; 3] = [0xf800, 0x7e0, 0x1f];

    #[test]
    fn rows_are_padded_to_the_scanline_pad() {
        let layout = Layout::new((3, 2), 16, 16, 32, RGB16).unwrap();
        assert_eq!((layout.stride, layout.bytes()), (8, 16));
    }

    #[test]
    fn the_unused_byte_of_depth_24_does_not_count() {
        let layout = Layout::new((1, 1), 24, 32, 32, RGB24).unwrap();
        assert_eq!(layout.keep(), 0xff_ffff);
        assert!(!layout.keeps_all());
        assert!(Layout::new((1, 1), 16, 16, 32, RGB16).unwrap().keeps_all());
    }

    #[test]
    fn what_cannot_be_read_exactly_is_a_fault() {
        assert_eq!(Layout::new((1, 1), 24, 24, 32, RGB24), Err(Unsupported::BitsPerPixel(24)));
        for masks in [[0, 0xff00, 0xff], [0xff, 0xff, 0xff], [0xf0f, 0xf000, 0xf0], [0xff_0000, 0xff00, 0xff]] {
            assert_eq!(Layout::new((1, 1), 16, 16, 32, masks), Err(Unsupported::Masks), "{masks:x?}");
        }
    }
}
