//! One capture in bands of rows: all are asked for at once, and while the server copies the next one, the last one can be compared.

use super::memory::Memory;
use crate::connect::Conn;
use crate::fault::{Code, Fault, Result};
use deskgate_observe::geometry::Rect;
use deskgate_observe::pixels::Layout;
use std::ops::Range;
use x11rb::cookie::Cookie;
use x11rb::errors::ReplyError;
use x11rb::protocol::ErrorKind;
use x11rb::protocol::shm::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{ConnectionExt as _, GetImageReply, ImageFormat};

/// Bands of fewer rows cost more in requests than they gain.
const ROWS_MIN: u32 = 64;
const BANDS: u32 = 8;

enum Asked<'c> {
    Shared(Cookie<'c, Conn, shm::GetImageReply>),
    Core(Cookie<'c, Conn, GetImageReply>),
}

pub struct Bands<'c> {
    asked: Vec<(Range<u32>, Asked<'c>)>,
}

impl<'c> Bands<'c> {
    /// Asks for the pixels of `region` of the root window into `memory`.
    pub fn ask(conn: &'c Conn, root: u32, region: Rect, layout: &Layout, memory: &Memory) -> Result<Self> {
        let rows = layout.height.div_ceil(BANDS).max(ROWS_MIN);
        let mut asked = Vec::new();
        let mut top = 0;
        while top < layout.height {
            let height = rows.min(layout.height - top);
            let x = short(i64::from(region.x))?;
            let y = short(i64::from(region.y) + i64::from(top))?;
            let (w, h) = (layout.width as u16, height as u16);
            let offset = (top as usize * layout.stride) as u32;
            let format = ImageFormat::Z_PIXMAP;
            let cookie = match memory {
                Memory::Shared { id, .. } => {
                    Asked::Shared(conn.shm_get_image(root, x, y, w, h, !0, format.into(), *id, offset)?)
                }
                Memory::Owned(_) => Asked::Core(conn.get_image(format, root, x, y, w, h, !0)?),
            };
            asked.push((top..top + height, cookie));
            top += height;
        }
        Ok(Self { asked })
    }

    /// Waits for one band after the other and hands out its rows.
    pub fn read(self, layout: &Layout, memory: &mut Memory, mut on_band: impl FnMut(Range<u32>, &[u8])) -> Result<()> {
        for (rows, cookie) in self.asked {
            let from = rows.start as usize * layout.stride;
            let to = rows.end as usize * layout.stride;
            match cookie {
                Asked::Shared(cookie) => {
                    cookie.reply().map_err(off_screen)?;
                }
                Asked::Core(cookie) => {
                    let data = cookie.reply().map_err(off_screen)?.data;
                    let target = match memory {
                        Memory::Owned(bytes) => bytes.get_mut(from..to),
                        Memory::Shared { .. } => None,
                    };
                    target
                        .zip(data.get(..to - from))
                        .map(|(target, data)| target.copy_from_slice(data))
                        .ok_or_else(short_image)?;
                }
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
