//! The loop: one thread, everything by poll.

use std::io::Write;
use std::os::fd::OwnedFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{getegid, geteuid};
use serde::Serialize;

use crate::lines::{Line, Splitter};
use crate::privileges;
use crate::protocol::{Done, Event, Failure, Reply, Setup};
use crate::teardown::{self, Held};

/// Orphans become our children without a wake-up of their own; this is how long one may stay a zombie.
const IDLE_NS: i64 = 100_000_000;
/// The host program is trusted; the ceiling finds a mistake, not an attack.
const REQUEST_BYTES_MAX: usize = 4 * 1024 * 1024;
const STOPPING_NS: i64 = 2_000_000;

pub struct Stream {
    pub name: String,
    pub stream: String,
    pub fd: OwnedFd,
    pub splitter: Splitter,
}

pub struct Child {
    pub name: String,
    pub pid: i32,
    pub pidfd: OwnedFd,
    pub reaped: bool,
}

pub struct Stopping {
    pub reply: u64,
    pub pid: i32,
    pub held: Vec<Held>,
}

#[derive(Default)]
pub struct Supervisor {
    pub streams: Vec<Stream>,
    pub children: Vec<Child>,
    pub watched: Vec<Held>,
    pub stopping: Vec<Stopping>,
    pub closing: bool,
}

/// Standard output is the host program's; when it is gone, so is our reason to be.
fn emit(message: &impl Serialize) -> Result<(), String> {
    let mut line = serde_json::to_vec(message).map_err(|error| format!("serialize: {error}"))?;
    line.push(b'\n');
    std::io::stdout()
        .write_all(&line)
        .and_then(|()| std::io::stdout().flush())
        .map_err(|error| format!("standard output: {error}"))
}

pub fn answer<T: Serialize>(reply: u64, result: Result<T, Failure>) -> Result<(), String> {
    match result {
        Ok(body) => emit(&Reply { reply, ok: true, body }),
        Err(body) => emit(&Reply { reply, ok: false, body }),
    }
}

pub fn run() -> Result<(), String> {
    privileges::close_inherited()?;
    let mut input = Splitter::with_max(REQUEST_BYTES_MAX);
    let mut supervisor = Supervisor::default();
    let mut ready = false;
    let mut buffer = vec![0_u8; 64 * 1024];
    while !supervisor.closing {
        supervisor.reap()?;
        let input_ready = supervisor.wait()?;
        supervisor.read_streams(&mut buffer)?;
        if !input_ready {
            continue;
        }
        let count = rustix::io::read(rustix::stdio::stdin(), &mut buffer)
            .map_err(|error| format!("standard input: {error}"))?;
        if count == 0 {
            break;
        }
        for line in input.push(buffer.get(..count).unwrap_or_default()) {
            let Line::Text(text) = line else {
                return Err("standard input: a line that is not UTF-8 or too long".to_owned());
            };
            if ready {
                supervisor.perform(&text)?;
            } else {
                begin(&text)?;
                ready = true;
            }
        }
    }
    let held = std::mem::take(&mut supervisor.watched)
        .into_iter()
        .chain(supervisor.children.drain(..).map(|child| Held { pid: child.pid, pidfd: child.pidfd }));
    let closed = teardown::close(held.collect());
    supervisor.read_streams(&mut buffer).and_then(|()| emit(&Event::Closed(&closed)))
}

fn begin(text: &str) -> Result<(), String> {
    let setup: Setup = serde_json::from_str(text).map_err(|error| format!("setup: {error}"))?;
    privileges::settle(&setup)?;
    emit(&Event::Ready { pid: std::process::id(), uid: geteuid().as_raw(), gid: getegid().as_raw() })
}

impl Supervisor {
    /// Waits for something to do; true when standard input has something.
    fn wait(&self) -> Result<bool, String> {
        let mut polled = vec![PollFd::from_borrowed_fd(rustix::stdio::stdin(), PollFlags::IN)];
        polled.extend(self.streams.iter().map(|stream| PollFd::new(&stream.fd, PollFlags::IN)));
        polled.extend(
            self.children.iter().filter(|child| !child.reaped).map(|child| PollFd::new(&child.pidfd, PollFlags::IN)),
        );
        let nanoseconds = if self.stopping.is_empty() { IDLE_NS } else { STOPPING_NS };
        match poll(&mut polled, Some(&Timespec { tv_sec: 0, tv_nsec: nanoseconds })) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(format!("poll: {error}")),
        }
        Ok(polled.first().is_some_and(|input| !input.revents().is_empty()))
    }

    fn read_streams(&mut self, buffer: &mut [u8]) -> Result<(), String> {
        let mut ended = Vec::new();
        for (index, stream) in self.streams.iter_mut().enumerate() {
            let (lines, end) = match rustix::io::read(&stream.fd, &mut *buffer) {
                Ok(0) => (stream.splitter.finish().into_iter().collect(), true),
                Ok(count) => (stream.splitter.push(buffer.get(..count).unwrap_or_default()), false),
                Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => continue,
                Err(_) => (Vec::new(), true),
            };
            let (name, channel) = (stream.name.as_str(), stream.stream.as_str());
            for line in &lines {
                match line {
                    Line::Text(text) => emit(&Event::Line { name, stream: channel, text })?,
                    Line::Malformed => emit(&Event::Malformed { name, stream: channel })?,
                }
            }
            if end {
                emit(&Event::End { name, stream: channel })?;
                ended.push(index);
            }
        }
        for index in ended.into_iter().rev() {
            self.streams.remove(index);
        }
        Ok(())
    }

    fn reap(&mut self) -> Result<(), String> {
        for (pid, status) in teardown::reap().0 {
            if let Some(child) = self.children.iter_mut().find(|child| child.pid == pid && !child.reaped) {
                child.reaped = true;
                emit(&Event::Exited {
                    name: &child.name,
                    code: status.exit_status(),
                    signal: status.terminating_signal(),
                })?;
            }
        }
        let (finished, waiting): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.stopping).into_iter().partition(|stopping| {
                stopping.held.iter().all(teardown::is_dead)
                    && self.children.iter().any(|child| child.pid == stopping.pid && child.reaped)
            });
        self.stopping = waiting;
        finished.iter().try_for_each(|stopping| answer(stopping.reply, Ok(Done {})))
    }
}
