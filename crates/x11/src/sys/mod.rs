//! All that needs `unsafe`: shared memory, and one socket option whose safe wrapper cannot express the answer 0.

mod peer;
mod segment;

pub use peer::peer_pid;
pub use segment::Segment;
