//! Frames as JavaScript sees them.

use crate::inputs::Rect;
use crate::micros;
use deskgate_x11 as x11;
use napi::bindgen_prelude::{Either, Null, Uint8Array};
use napi_derive::napi;

#[napi(object, object_from_js = false)]
pub struct FrameFacts {
    pub frame: u32,
    pub region: Rect,
    pub depth: u32,
    pub bits_per_pixel: u32,
    pub path: &'static str,
    pub taken_at_us: i64,
    pub took_us: i64,
    pub equal: Either<bool, Null>,
}

impl From<x11::FrameFacts> for FrameFacts {
    fn from(facts: x11::FrameFacts) -> Self {
        Self {
            frame: facts.frame,
            region: facts.region.into(),
            depth: facts.depth.into(),
            bits_per_pixel: facts.bits_per_pixel,
            path: match facts.path {
                x11::Path::ShmFd => "shm_fd",
                x11::Path::ShmSystemV => "shm_sysv",
                x11::Path::GetImage => "get_image",
            },
            taken_at_us: micros(facts.taken_at_us),
            took_us: micros(facts.took_us),
            equal: facts.equal.map_or(Either::B(Null), Either::A),
        }
    }
}

#[napi(object, object_from_js = false)]
pub struct FrameDiff {
    pub pixels_changed: i64,
    pub rects: Vec<Rect>,
}

impl From<x11::FrameDiff> for FrameDiff {
    fn from(diff: x11::FrameDiff) -> Self {
        Self { pixels_changed: micros(diff.pixels_changed), rects: diff.rects.into_iter().map(Into::into).collect() }
    }
}

#[napi(object, object_from_js = false)]
pub struct PixelData {
    pub width: u32,
    pub height: u32,
    pub channels: u32,
    pub data: Uint8Array,
}

impl From<x11::PixelData> for PixelData {
    fn from(pixels: x11::PixelData) -> Self {
        Self { width: pixels.width, height: pixels.height, channels: pixels.channels, data: pixels.data.into() }
    }
}
