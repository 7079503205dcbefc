//! An act as segments: what is sent under one grab each, and how long after the one before.

use super::types::Act;
use deskgate_observe::keys::{Segment, Stroke};
use deskgate_observe::motion::motions;

/// Between two motions of a drag: a toolkit makes one of motions that come together (measured: GTK's drawing area then sees none).
const MOTION_US: u64 = 12_000;
/// How long a held key goes without a look at who gets it.
const HOLD_CHECK_US: u64 = 50_000;
/// After Return or Tab: for a focus that moves to be seen to move.
const FOCUS_MOVES_US: u64 = 60_000;

/// What goes out under one grab. The first of an act is compared with pixels; later ones come after the act's own doing has changed them.
#[derive(Clone, Debug, Default)]
pub struct Part {
    pub acts: Vec<Act>,
    /// Time to let pass since the part before.
    pub pause_us: u64,
    /// Where the pointer acts in this part; nothing where the act has no place.
    pub point: Option<(i32, i32)>,
}

/// Press, motions, release; modifiers are held around them. `at` makes a point an act, having checked that it is on the screen.
pub fn drag(path: &[(i32, i32)], duration_ms: u32, button: u8, held: &[u8]) -> Vec<((i32, i32), Part)> {
    let steps = u32::try_from(u64::from(duration_ms) * 1000 / MOTION_US).unwrap_or(u32::MAX);
    let places = motions(path, steps);
    let last = places.len();
    let mut parts = Vec::with_capacity(last + 1);
    if let Some(first) = path.first() {
        let acts = held.iter().map(|key| Act::KeyPress(*key)).chain([Act::ButtonPress(button)]);
        parts.push((*first, Part { acts: acts.collect(), pause_us: 0, point: Some(*first) }));
    }
    parts.extend(
        places.into_iter().map(|place| (place, Part { acts: vec![], pause_us: MOTION_US, point: Some(place) })),
    );
    if let Some(end) = path.last() {
        let acts = [Act::ButtonRelease(button)].into_iter().chain(held.iter().rev().map(|key| Act::KeyRelease(*key)));
        parts.push((*end, Part { acts: acts.collect(), pause_us: MOTION_US, point: Some(*end) }));
    }
    parts
}

/// Press, looks at what goes on while the key is down, release.
pub fn hold(stroke: &Stroke, ms: u32) -> Vec<Part> {
    let press = stroke.modifiers.iter().chain([&stroke.keycode]).map(|key| Act::KeyPress(*key)).collect();
    let release = [&stroke.keycode].into_iter().chain(stroke.modifiers.iter().rev());
    let release = release.map(|key| Act::KeyRelease(*key)).collect();
    let us = u64::from(ms) * 1000;
    let checks = us.div_ceil(HOLD_CHECK_US).saturating_sub(1);
    let mut parts = vec![Part { acts: press, ..Part::default() }];
    parts.extend((0..checks).map(|_| Part { pause_us: HOLD_CHECK_US, ..Part::default() }));
    parts.push(Part { acts: release, pause_us: us - checks * HOLD_CHECK_US, ..Part::default() });
    parts
}

/// The strokes of a text, cut as `segments` says.
pub fn text(strokes: &[Stroke], segments: &[Segment], acts: impl Fn(&Stroke) -> Vec<Act>) -> Vec<Part> {
    let mut strokes = strokes.iter();
    let mut pause_us = 0;
    let parts = segments.iter().map(|segment| {
        let part = Part { acts: strokes.by_ref().take(segment.len).flat_map(&acts).collect(), pause_us, point: None };
        pause_us = if segment.moves_focus { FOCUS_MOVES_US } else { 0 };
        part
    });
    parts.collect()
}
