//! One capture in bands of rows: while the server copies the next one, the last one is compared. Few are on their way at once, so that a
//! band is compared while it may still be in the processor's cache.

use super::memory::Memory;
use crate::connect::Conn;
use crate::fault::{Code, Fault, Result};
use deskgate_observe::geometry::Rect;
use deskgate_observe::pixels::Layout;
use std::collections::VecDeque;
use std::ops::Range;
use x11rb::connection::Connection;
use x11rb::cookie::Cookie;
use x11rb::errors::ReplyError;
use x11rb::protocol::ErrorKind;
use x11rb::protocol::shm::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{ConnectionExt as _, GetImageReply, ImageFormat};

/// Bands of fewer rows cost more in requests than they gain.
const ROWS_MIN: u32 = 64;
const BANDS: u32 = 8;
/// Bands on their way at once.
const AHEAD: usize = 2;

enum Asked<'c> {
    Shared(Cookie<'c, Conn, shm::GetImageReply>),
    Core(Cookie<'c, Conn, GetImageReply>),
}

pub struct Bands<'c> {
    conn: &'c Conn,
    root: u32,
    region: Rect,
    /// Rows of one band.
    rows: u32,
    /// First row that was not asked for yet.
    next: u32,
    asked: VecDeque<(Range<u32>, Asked<'c>)>,
}

impl<'c> Bands<'c> {
    /// Asks for the first pixels of `region` of the root window into `memory`.
    pub fn ask(conn: &'c Conn, root: u32, region: Rect, layout: &Layout, memory: &Memory) -> Result<Self> {
        let rows = layout.height.div_ceil(BANDS).max(ROWS_MIN);
        let mut bands = Self { conn, root, region, rows, next: 0, asked: VecDeque::new() };
        for _ in 0..AHEAD {
            bands.ask_next(layout, memory)?;
        }
        Ok(bands)
    }

    fn ask_next(&mut self, layout: &Layout, memory: &Memory) -> Result<()> {
        let top = self.next;
        let height = self.rows.min(layout.height - top);
        if height == 0 {
            return Ok(());
        }
        let x = short(i64::from(self.region.x))?;
        let y = short(i64::from(self.region.y) + i64::from(top))?;
        let (w, h) = (layout.width as u16, height as u16);
        let offset = (top as usize * layout.stride) as u32;
        let format = ImageFormat::Z_PIXMAP;
        let cookie = match memory {
            Memory::Shared { id, .. } => {
                Asked::Shared(self.conn.shm_get_image(self.root, x, y, w, h, !0, format.into(), *id, offset)?)
            }
            Memory::Owned(_) => Asked::Core(self.conn.get_image(format, self.root, x, y, w, h, !0)?),
        };
        self.asked.push_back((top..top + height, cookie));
        self.next = top + height;
        Ok(())
    }

    /// Waits for one band after the other and hands out its rows, with the next ones on their way.
    pub fn read(
        mut self,
        layout: &Layout,
        memory: &mut Memory,
        mut on_band: impl FnMut(Range<u32>, &[u8]),
    ) -> Result<()> {
        while let Some((rows, cookie)) = self.asked.pop_front() {
            let from = rows.start as usize * layout.stride;
            let to = rows.end as usize * layout.stride;
            let data = match cookie {
                Asked::Shared(cookie) => cookie.reply().map(|_| None).map_err(off_screen)?,
                Asked::Core(cookie) => cookie.reply().map(|reply| Some(reply.data)).map_err(off_screen)?,
            };
            self.ask_next(layout, memory)?;
            self.conn.flush()?;
            if let (Some(data), Memory::Owned(bytes)) = (data, &mut *memory) {
                let target = bytes.get_mut(from..to).ok_or_else(short_image)?;
                target.copy_from_slice(data.get(..to - from).ok_or_else(short_image)?);
            }
            on_band(rows, memory.bytes(from, to).ok_or_else(short_image)?);
        }
        Ok(())
    }
}

fn short(value: i64) -> Result<i16> {
    i16::try_from(value)
        .map_err(|_| Fault::new(Code::RegionOffScreen, format!("coordinate {value} is beyond any screen")))
}

fn short_image() -> Fault {
    Fault::new(Code::X11Error, "the X server sent fewer pixels than asked for")
}

/// BadMatch to a capture means that the screen is not (or no longer) as large as the region.
fn off_screen(error: ReplyError) -> Fault {
    match &error {
        ReplyError::X11Error(x) if x.error_kind == ErrorKind::Match => Fault::new(
            Code::RegionOffScreen,
            "the region is not wholly on the screen any more; observe and capture again",
        ),
        _ => error.into(),
    }
}
