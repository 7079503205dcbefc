//! Pixels of one frame: how they lie in memory, which of them count, and what may be said about them.

mod commit;
mod compare;
mod convert;
mod diff;
mod layout;
mod mask;

pub use commit::{Header, commit};
pub use compare::{count_changed, rows_equal};
pub use convert::convert;
pub use diff::{Diff, diff};
pub use layout::{Layout, Unsupported};
pub use mask::Mask;
