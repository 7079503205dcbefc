//! From text and key chords to key presses, by the keyboard layout that is in force.

mod chord;
mod names;
mod plan;
mod segments;
mod spare;
mod table;

pub use chord::{Chord, ChordError, Modifier, parse as parse_chord};
pub use plan::{PlanError, Step, Stroke, chord as plan_chord, missing, modifiers as plan_modifiers, text as plan_text};
pub use segments::{Segment, segments as text_segments};
pub use spare::{Binding, bindings};
pub use table::{Key, KeyTable, KeyType, Locks, TypeEntry};
