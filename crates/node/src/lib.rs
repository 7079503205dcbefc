//! The N-API surface: conversions only. What the calls mean stands in `native/index.d.ts`.

// Compiled as a test target, the macros export nothing, and all of it looks unused.
#![cfg_attr(test, allow(unused))]

mod answer;
mod connect;
mod desktop;
mod facts;
mod farewell;
mod frames;
mod inputs;
mod observer;
mod operations;
mod outcome;
mod reply;
mod worker;

use napi_derive::napi;

/// CLOCK_MONOTONIC in microseconds.
#[napi(catch_unwind)]
pub fn now_us() -> i64 {
    micros(deskgate_x11::clock::now_us())
}

/// A JavaScript number holds 53 bits: microseconds for 285 years.
pub(crate) fn micros(us: u64) -> i64 {
    i64::try_from(us).unwrap_or(i64::MAX)
}
