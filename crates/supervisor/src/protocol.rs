//! The line protocol: what the host program asks, and what it is told.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The first line: under which identity everything runs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Absent: stay who we are, which must not be uid 0.
    pub uid: Option<u32>,
    pub gid: Option<u32>,
}

#[derive(Deserialize)]
pub struct Request {
    pub id: u64,
    #[serde(flatten)]
    pub command: Command,
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Command {
    Start(Start),
    /// Lists the processes below `name` and keeps a pidfd of each until the end.
    Watch {
        name: String,
    },
    /// To `pid`, which must be below `name`.
    Signal {
        name: String,
        pid: i32,
        signal: i32,
    },
    /// Kills `name` and all below it; answers when all of it is reaped.
    Stop {
        name: String,
    },
    Read {
        directory: String,
        path: String,
        #[serde(rename = "bytesMax")]
        bytes_max: u64,
    },
    Close {},
}

#[derive(Deserialize)]
pub struct Start {
    pub name: String,
    pub argv: Vec<String>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Contents that the program reads from a descriptor of this number.
    #[serde(default)]
    pub files: Vec<File>,
    /// Pipes that the program writes, besides standard output (`out`) and standard error (`err`).
    #[serde(default)]
    pub pipes: Vec<Pipe>,
}

#[derive(Deserialize)]
pub struct File {
    pub fd: i32,
    pub hex: String,
}

#[derive(Deserialize)]
pub struct Pipe {
    pub fd: i32,
    pub stream: String,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event<'a> {
    Ready { pid: u32, uid: u32, gid: u32 },
    Line { name: &'a str, stream: &'a str, text: &'a str },
    Malformed { name: &'a str, stream: &'a str },
    End { name: &'a str, stream: &'a str },
    Exited { name: &'a str, code: Option<i32>, signal: Option<i32> },
    Closed(&'a Closed),
}

/// What is left at the very end, as measured.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Closed {
    pub pidfds_dead: Vec<i32>,
    pub pidfds_alive: Vec<i32>,
    /// Children that could still be waited for.
    pub descendants_left: usize,
}

#[derive(Serialize)]
pub struct Reply<T: Serialize> {
    pub reply: u64,
    pub ok: bool,
    #[serde(flatten)]
    pub body: T,
}

#[derive(Serialize)]
pub struct Failure {
    pub code: &'static str,
    pub message: String,
}

impl Failure {
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

#[derive(Serialize)]
pub struct Started {
    pub pid: i32,
}

#[derive(Serialize)]
pub struct Watched {
    pub processes: Vec<ProcessFact>,
}

#[derive(Serialize, Clone, Debug, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct ProcessFact {
    pub pid: i32,
    pub parent: i32,
    /// Field 22 of `stat`, clock ticks since boot; a string because it is 64 bits wide.
    pub start_time_ticks: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadBody {
    pub found: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
}

#[derive(Serialize)]
pub struct Done {}
