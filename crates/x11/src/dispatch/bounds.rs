//! The greatest size of each primitive: a longer one is refused before anything is planned.

use super::types::Primitive;
use crate::fault::{Code, Fault, Result};

const CLICKS_MAX: usize = 3;
const REPEAT_MAX: usize = 32;
const SCROLL_MAX: usize = 32;
const TEXT_CHARS_MAX: usize = 2000;
const PASTE_BYTES_MAX: usize = 8 * 1024 * 1024;
const CLIPBOARD_BYTES_MAX: usize = 8 * 1024 * 1024;
const DRAG_POINTS_MAX: usize = 256;
const DRAG_MS_MAX: u32 = 10_000;
const HOLD_MS_MAX: usize = 5000;

pub fn bounded(primitive: &Primitive) -> Result<()> {
    let between = |what: &str, value: usize, min: usize, max: usize| {
        if (min..=max).contains(&value) {
            return Ok(());
        }
        Err(Fault::new(Code::ActionBoundExceeded, format!("{what} is {value}; it must be {min} to {max}")))
    };
    match primitive {
        Primitive::Click { count, .. } => between("the click count", *count as usize, 1, CLICKS_MAX),
        Primitive::Scroll { dx, dy, .. } => {
            let clicks = dx.unsigned_abs().saturating_add(dy.unsigned_abs());
            between("the number of scroll clicks", clicks as usize, 1, SCROLL_MAX)
        }
        Primitive::Drag { path, duration_ms, .. } => {
            between("the number of points of a drag", path.len(), 2, DRAG_POINTS_MAX)?;
            between("the duration of a drag in ms", *duration_ms as usize, 0, DRAG_MS_MAX as usize)
        }
        Primitive::Key { repeat, .. } => between("the repeat of a key", *repeat as usize, 1, REPEAT_MAX),
        Primitive::HoldKey { ms, .. } => between("the time a key is held in ms", *ms as usize, 1, HOLD_MS_MAX),
        Primitive::Type { text } => {
            between("the length of a text in characters", text.chars().count(), 1, TEXT_CHARS_MAX)
        }
        Primitive::Paste { text, .. } => between("the length of pasted text in bytes", text.len(), 1, PASTE_BYTES_MAX),
        Primitive::ClipboardRead { bytes_max, .. } => {
            between("the greatest length of a read clipboard in bytes", *bytes_max as usize, 1, CLIPBOARD_BYTES_MAX)
        }
        _ => Ok(()),
    }
}
