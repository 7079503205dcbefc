//! `deskgate-supervisor`: a small process of one run, between the host program and the sandboxes.
//!
//! The host program cannot do what this one does: drop its uid for good, be the subreaper of everything below, hold
//! pidfds, spawn from a main thread that lives as long as the sandboxes (bubblewrap's `--die-with-parent` follows the
//! *thread*), and read a hostile directory beneath itself. It takes one JSON object a line on standard input and gives
//! one a line on standard output; the end of standard input means: end everything.

mod commands;
mod hex;
mod launch;
mod lines;
mod output;
mod privileges;
mod processes;
mod protocol;
mod supervisor;
mod teardown;

use std::process::ExitCode;

fn main() -> ExitCode {
    match supervisor::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("deskgate-supervisor: {message}");
            ExitCode::from(70)
        }
    }
}
