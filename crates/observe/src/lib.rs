//! What can be known about a display without touching one: geometry, pixels, properties, keys, and who received an event.
//!
//! Nothing here reads a file, a clock or a socket, so every rule is a table in a unit test.
#![forbid(unsafe_code)]

pub mod delivery;
pub mod geometry;
pub mod keys;
pub mod motion;
pub mod pixels;
pub mod process;
pub mod resource;
pub mod text;
