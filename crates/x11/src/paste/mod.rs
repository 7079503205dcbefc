//! Pasting: we own the clipboard for one burst, answer the target's client alone, and give it up.

mod read;
mod reply;
mod serve;

pub(crate) use read::ReadJob;

/// A text to be served.
pub(crate) struct PasteJob {
    pub text: Vec<u8>,
    /// The same as Latin-1, where it is.
    pub latin1: Option<Vec<u8>>,
    pub quiet_us: u64,
    pub deadline_us: u64,
    /// The server's time as of which the clipboard is ours.
    pub time: u32,
}

impl PasteJob {
    pub fn new(text: &str, quiet_ms: u32, deadline_ms: u32, time: u32) -> Self {
        let latin1 = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
        Self {
            text: text.as_bytes().to_vec(),
            latin1,
            quiet_us: u64::from(quiet_ms) * 1000,
            deadline_us: u64::from(deadline_ms) * 1000,
            time,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct PasteFacts {
    pub served: u32,
    pub bytes: u64,
    pub incremental: bool,
    pub refused_requests: u32,
    pub cleared: bool,
}

pub(crate) enum PasteEnd {
    Served,
    Hijacked,
    Unanswered,
    Unknown(crate::fault::Code),
}
