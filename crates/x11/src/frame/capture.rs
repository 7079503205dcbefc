//! Taking a frame.

use super::bands::Bands;
use super::memory::Path;
use super::store::Frame;
use crate::clock::now_us;
use crate::fault::{Code, Fault, Result};
use crate::session::Session;
use deskgate_observe::geometry::Rect;
use deskgate_observe::pixels::Mask;
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
}

impl Session {
    pub fn capture(&mut self, scope: Scope, ignored: &[Rect]) -> Result<FrameFacts> {
        self.frames.has_room()?;
        let region = self.region_of(scope)?;
        let started = now_us();
        let frame = self.take_frame(region, ignored)?;
        let taken_at_us = now_us();
        Ok(FrameFacts {
            region,
            depth: frame.layout.depth,
            bits_per_pixel: frame.layout.bytes_per_pixel as u32 * 8,
            path: frame.memory.path(),
            taken_at_us,
            took_us: taken_at_us - started,
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
    pub(crate) fn take_frame(&mut self, region: Rect, ignored: &[Rect]) -> Result<Frame> {
        let layout = self.frames.layout(region)?;
        let mut memory = self.frames.take(&self.conn, layout.bytes())?;
        let asked = Bands::ask(&self.conn, self.facts.root_id, region, &layout, &memory);
        if let Err(fault) = asked.and_then(|bands| bands.read(&layout, &mut memory, |_, _| {})) {
            memory.discard(&self.conn);
            return Err(fault);
        }
        Ok(Frame { memory, layout, region, ignored: ignored.to_vec(), mask: Mask::new(region, ignored) })
    }

    /// Gives back a frame that was not kept.
    pub(crate) fn forget_frame(&mut self, frame: Frame) {
        self.frames.give_back(&self.conn, frame.memory);
    }
}
