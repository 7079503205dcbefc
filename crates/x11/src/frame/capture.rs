//! Taking a frame.

use super::bands::Bands;
use super::memory::Path;
use super::store::Frame;
use crate::clock::now_us;
use crate::fault::{Code, Fault, Result};
use crate::session::Session;
use deskgate_observe::geometry::Rect;
use deskgate_observe::pixels::{Mask, rows_equal};
use std::ops::Range;
use x11rb::protocol::xproto::ConnectionExt as _;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Display,
    /// Where this window is: what is seen there, whoever drew it.
    Window(u32),
}

#[derive(Clone, Debug)]
pub struct FrameFacts {
    pub frame: u32,
    pub region: Rect,
    pub depth: u8,
    pub bits_per_pixel: u32,
    pub path: Path,
    pub taken_at_us: u64,
    pub took_us: u64,
    /// Whether it shows the same as the frame it was to be compared with; nothing where there is none of the same place.
    pub equal: Option<bool>,
}

impl Session {
    /// Keeps a new frame. Compared with the frame `compare_to` band by band, while the pixels are in the processor's cache.
    pub fn capture(&mut self, scope: Scope, ignored: &[Rect], compare_to: Option<u32>) -> Result<FrameFacts> {
        self.frames.has_room()?;
        let region = self.region_of(scope)?;
        let started = now_us();
        let (frame, equal) = self.take_frame(region, ignored, compare_to)?;
        let taken_at_us = now_us();
        Ok(FrameFacts {
            region,
            depth: frame.layout.depth,
            bits_per_pixel: frame.layout.bytes_per_pixel as u32 * 8,
            path: frame.memory.path(),
            taken_at_us,
            took_us: taken_at_us - started,
            equal,
            frame: self.frames.keep(frame),
        })
    }

    /// Where the scope is now; a fault when that is not wholly on the screen.
    pub(crate) fn region_of(&mut self, scope: Scope) -> Result<Rect> {
        let (conn, root_id) = (&self.conn, self.facts.root_id);
        let root = conn.get_geometry(root_id)?;
        let window = match scope {
            Scope::Display => None,
            Scope::Window(id) => Some((conn.get_geometry(id)?, conn.translate_coordinates(id, root_id, 0, 0)?)),
        };
        let root = root.reply()?;
        let screen = Rect::new(0, 0, root.width.into(), root.height.into());
        self.frames.root_size = (screen.width, screen.height);
        let Some((geometry, origin)) = window else { return Ok(screen) };
        let (geometry, origin) = (geometry.reply()?, origin.reply()?);
        let region = Rect::new(origin.dst_x.into(), origin.dst_y.into(), geometry.width.into(), geometry.height.into());
        if !region.inside(&screen) {
            return Err(Fault::new(
                Code::RegionOffScreen,
                format!(
                    "the window at {},{} of {}x{} is not wholly on the screen of {}x{}; capture the display instead",
                    region.x, region.y, region.width, region.height, screen.width, screen.height
                ),
            ));
        }
        Ok(region)
    }

    /// Captures without keeping.
    pub(crate) fn take_frame(
        &mut self,
        region: Rect,
        ignored: &[Rect],
        compare_to: Option<u32>,
    ) -> Result<(Frame, Option<bool>)> {
        let layout = self.frames.layout(region)?;
        let mut memory = self.frames.take(&self.conn, layout.bytes())?;
        let reference = compare_to
            .and_then(|id| self.frames.get(id).ok())
            .filter(|frame| frame.region == region && frame.layout == layout)
            .and_then(|frame| Some((frame.image().ok()?, frame.mask_with(ignored))));
        let mut equal = reference.is_some().then_some(true);
        let compare = |rows: Range<u32>, band: &[u8]| {
            if let (Some((image, mask)), Some(true)) = (&reference, equal) {
                let from = rows.start as usize * layout.stride;
                let kept = image.get(from..from + band.len()).unwrap_or_default();
                equal = Some(rows_equal(&layout, mask, rows, kept, band));
            }
        };
        let asked = Bands::ask(&self.conn, self.facts.root_id, region, &layout, &memory);
        if let Err(fault) = asked.and_then(|bands| bands.read(&layout, &mut memory, compare)) {
            memory.discard(&self.conn);
            return Err(fault);
        }
        let frame = Frame { memory, layout, region, ignored: ignored.to_vec(), mask: Mask::new(region, ignored) };
        Ok((frame, equal))
    }

    /// Gives back a frame that was not kept.
    pub(crate) fn forget_frame(&mut self, frame: Frame) {
        self.frames.give_back(&self.conn, frame.memory);
    }
}
