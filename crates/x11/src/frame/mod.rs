//! Frames: pixels captured once and kept in native memory, as the reference for later comparisons.

mod bands;
mod capture;
mod memory;
mod questions;
mod store;

pub(crate) use bands::Bands;
pub use capture::{FrameFacts, Scope};
pub(crate) use memory::Memory;
pub use memory::Path;
pub(crate) use questions::same;
pub use questions::{FrameDiff, PixelData};
pub(crate) use store::{Frame, Frames};
