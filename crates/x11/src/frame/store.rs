//! The frames of one connection, and memory that is used again.

use super::memory::{Memory, Path};
use crate::connect::Conn;
use crate::fault::{Code, Fault, Result};
use deskgate_observe::geometry::Rect;
use deskgate_observe::pixels::{Layout, Mask, Unsupported};
use std::collections::HashMap;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ImageOrder, Setup, VisualClass};

const FRAMES_MAX: usize = 32;
/// Free memory that is kept, so that a run needs no new one once it goes round: for the frame under the grab, the fresh one, and the two that
/// waiting for stillness compares. Making and unmapping memory costs the server more than the capture itself.
const FREE_MAX: usize = 4;

pub struct Frame {
    pub memory: Memory,
    pub layout: Layout,
    pub region: Rect,
    pub ignored: Vec<Rect>,
    pub mask: Mask,
}

impl Frame {
    /// What counts when it is compared with one that ignores `others`.
    pub fn mask_with(&self, others: &[Rect]) -> Mask {
        let ignored: Vec<Rect> = self.ignored.iter().chain(others).copied().collect();
        Mask::new(self.region, &ignored)
    }

    /// All rows.
    pub fn image(&self) -> Result<&[u8]> {
        let image = self.memory.bytes(0, self.layout.bytes());
        image.ok_or_else(|| Fault::new(Code::FrameMismatch, "the frame's memory is shorter than the frame"))
    }
}

pub struct Frames {
    kept: HashMap<u32, Frame>,
    free: Vec<Memory>,
    next: u32,
    /// The best path that worked last: one that failed is not tried again and again.
    best: Path,
    format: std::result::Result<Format, Unsupported>,
    /// Size of the root window at the last capture.
    pub root_size: (u32, u32),
}

/// How the root window's pixels look.
#[derive(Clone, Copy)]
struct Format {
    depth: u8,
    bits_per_pixel: u8,
    pad: u8,
    masks: [u32; 3],
}

impl Frames {
    pub fn new(conn: &Conn) -> Result<Self> {
        let setup = conn.setup();
        let root_size = setup
            .roots
            .first()
            .map_or((0, 0), |screen| (screen.width_in_pixels.into(), screen.height_in_pixels.into()));
        Ok(Self {
            kept: HashMap::new(),
            free: Vec::new(),
            next: 1,
            best: Path::ShmFd,
            format: format(setup),
            root_size,
        })
    }

    pub fn layout(&self, region: Rect) -> Result<Layout> {
        self.format
            .and_then(|f| Layout::new((region.width, region.height), f.depth, f.bits_per_pixel, f.pad, f.masks))
            .map_err(|why| {
                let what = match why {
                    Unsupported::Palette => {
                        "its root window has a palette, so that equal pixels may look different".to_owned()
                    }
                    Unsupported::BitsPerPixel(bits) => format!("its pixels have {bits} bits"),
                    Unsupported::ByteOrder => "its images have the other byte order".to_owned(),
                    Unsupported::Masks => "its colour masks are not three separate runs of bits".to_owned(),
                };
                let advice = "use a true-colour screen of depth 15, 16, 24 or 30";
                Fault::new(Code::VisualUnsupported, format!("this screen cannot be captured: {what}; {advice}"))
            })
    }

    /// Memory for an image of `len` bytes, used before if possible.
    pub fn take(&mut self, conn: &Conn, len: usize) -> Result<Memory> {
        if let Some(at) = self.free.iter().position(|memory| memory.len() == len) {
            return Ok(self.free.swap_remove(at));
        }
        let memory = Memory::make(conn, len, self.best)?;
        self.best = memory.path();
        Ok(memory)
    }

    /// Gives memory back whose capture was answered in full.
    pub fn give_back(&mut self, conn: &Conn, memory: Memory) {
        self.free.push(memory);
        if self.free.len() > FREE_MAX {
            self.free.remove(0).discard(conn);
        }
    }

    pub fn has_room(&self) -> Result<()> {
        if self.kept.len() >= FRAMES_MAX {
            return Err(Fault::new(
                Code::FramesExhausted,
                format!("{FRAMES_MAX} frames are held already; drop one first"),
            ));
        }
        Ok(())
    }

    pub fn keep(&mut self, frame: Frame) -> u32 {
        let id = self.next;
        self.next += 1;
        self.kept.insert(id, frame);
        id
    }

    pub fn get(&self, id: u32) -> Result<&Frame> {
        self.kept.get(&id).ok_or_else(|| {
            Fault::new(
                Code::FrameUnknown,
                format!("there is no frame {id} on this handle; it was dropped or never taken"),
            )
        })
    }

    pub fn drop_frame(&mut self, conn: &Conn, id: u32) {
        if let Some(frame) = self.kept.remove(&id) {
            self.give_back(conn, frame.memory);
        }
    }
}

fn format(setup: &Setup) -> std::result::Result<Format, Unsupported> {
    if setup.image_byte_order != ImageOrder::LSB_FIRST {
        return Err(Unsupported::ByteOrder);
    }
    let screen = setup.roots.first().ok_or(Unsupported::Palette)?;
    let visuals = screen.allowed_depths.iter().flat_map(|depth| &depth.visuals);
    let visual = visuals
        .filter(|visual| visual.visual_id == screen.root_visual)
        .find(|visual| visual.class == VisualClass::TRUE_COLOR)
        .ok_or(Unsupported::Palette)?;
    let format = setup
        .pixmap_formats
        .iter()
        .find(|format| format.depth == screen.root_depth)
        .ok_or(Unsupported::BitsPerPixel(0))?;
    Ok(Format {
        depth: screen.root_depth,
        bits_per_pixel: format.bits_per_pixel,
        pad: format.scanline_pad,
        masks: [visual.red_mask, visual.green_mask, visual.blue_mask],
    })
}
