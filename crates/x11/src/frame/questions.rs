//! What may be asked about frames.

use super::store::Frame;
use crate::fault::{Code, Fault, Result};
use crate::session::Session;
use deskgate_observe::geometry::Rect;
use deskgate_observe::pixels::{Header, Mask, commit, convert, diff, rows_equal};

/// More rectangles than this become one around all.
const RECTS_MAX: usize = 64;

#[derive(Clone, Debug)]
pub struct FrameDiff {
    pub pixels_changed: u64,
    pub rects: Vec<Rect>,
}

#[derive(Clone, Debug)]
pub struct PixelData {
    pub width: u32,
    pub height: u32,
    pub channels: u32,
    pub data: Vec<u8>,
}

/// Whether two frames show the same, outside of what either of them ignores.
pub(crate) fn same(a: &Frame, b: &Frame) -> Result<bool> {
    let mask = common_mask(a, b)?;
    Ok(rows_equal(&a.layout, &mask, 0..a.layout.height, a.image()?, b.image()?))
}

fn common_mask(a: &Frame, b: &Frame) -> Result<Mask> {
    if a.region != b.region || a.layout != b.layout {
        return Err(Fault::new(
            Code::FrameMismatch,
            format!(
                "one frame is of {:?}, the other of {:?}; only frames of one place can be compared",
                a.region, b.region
            ),
        ));
    }
    Ok(a.mask_with(&b.ignored))
}

impl Session {
    pub fn equal(&self, frame: u32, other: u32) -> Result<bool> {
        same(self.frames.get(frame)?, self.frames.get(other)?)
    }

    pub fn diff(&self, frame: u32, other: u32) -> Result<FrameDiff> {
        let (a, b) = (self.frames.get(frame)?, self.frames.get(other)?);
        let found = diff(&a.layout, &common_mask(a, b)?, a.image()?, b.image()?, RECTS_MAX);
        let to_root = |rect: Rect| Rect { x: rect.x + a.region.x, y: rect.y + a.region.y, ..rect };
        Ok(FrameDiff { pixels_changed: found.pixels_changed, rects: found.rects.into_iter().map(to_root).collect() })
    }

    pub fn commit(&self, frame: u32, salt: &[u8; 32]) -> Result<[u8; 32]> {
        let frame = self.frames.get(frame)?;
        let header = Header { region: frame.region, ignored: &frame.ignored };
        Ok(commit(salt, &header, &frame.layout, &frame.mask, frame.image()?))
    }

    pub fn pixels(&self, frame: u32, channels: u32, region: Option<Rect>) -> Result<PixelData> {
        let frame = self.frames.get(frame)?;
        let wanted = region.unwrap_or(frame.region);
        let part =
            Rect { x: wanted.x.saturating_sub(frame.region.x), y: wanted.y.saturating_sub(frame.region.y), ..wanted };
        let data = convert(&frame.layout, frame.image()?, part, channels as usize);
        let data = data.ok_or_else(|| {
            Fault::new(Code::RegionOffScreen, format!("{wanted:?} is not wholly in the frame of {:?}", frame.region))
        })?;
        Ok(PixelData { width: wanted.width, height: wanted.height, channels, data })
    }

    pub fn drop_frame(&mut self, frame: u32) {
        self.frames.drop_frame(&self.conn, frame);
    }
}
