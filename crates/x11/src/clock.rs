//! The one clock of this layer: CLOCK_MONOTONIC in microseconds, the same as `process.hrtime.bigint()`.

use rustix::time::{ClockId, clock_gettime};

pub fn now_us() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    u64::try_from(now.tv_sec).unwrap_or(0) * 1_000_000 + u64::try_from(now.tv_nsec).unwrap_or(0) / 1000
}
