//! The loop: one thread, everything by poll.

use std::io::Write;
use std::os::fd::OwnedFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, getegid, geteuid, getpid, pidfd_open, pidfd_send_signal,
};
use serde::Serialize;

use crate::launch::launch;
use crate::lines::{Line, Splitter};
use crate::output::read_beneath;
use crate::protocol::{
    Command, Done, Event, Failure, ReadBody, Reply, Request, Setup, Started, Watched,
};
use crate::teardown::{self, Held};
use crate::{hex, privileges, processes};

/// Orphans become our children without a wake-up of their own; this is how long one may stay a zombie.
const IDLE_NS: i64 = 100_000_000;
/// The host program is trusted; the ceiling finds a mistake, not an attack.
const REQUEST_BYTES_MAX: usize = 4 * 1024 * 1024;
const STOPPING_NS: i64 = 2_000_000;

struct Stream {
    name: String,
    stream: String,
    fd: OwnedFd,
    splitter: Splitter,
}

struct Child {
    name: String,
    pid: i32,
    pidfd: OwnedFd,
    reaped: bool,
}

struct Stopping {
    reply: u64,
    pid: i32,
    held: Vec<Held>,
}

#[derive(Default)]
struct Supervisor {
    streams: Vec<Stream>,
    children: Vec<Child>,
    watched: Vec<Held>,
    stopping: Vec<Stopping>,
    closing: bool,
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

fn answer<T: Serialize>(reply: u64, result: Result<T, Failure>) -> Result<(), String> {
    match result {
        Ok(body) => emit(&Reply {
            reply,
            ok: true,
            body,
        }),
        Err(body) => emit(&Reply {
            reply,
            ok: false,
            body,
        }),
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
    let held = std::mem::take(&mut supervisor.watched).into_iter().chain(
        supervisor.children.drain(..).map(|child| Held {
            pid: child.pid,
            pidfd: child.pidfd,
        }),
    );
    let closed = teardown::close(held.collect());
    supervisor
        .read_streams(&mut buffer)
        .and_then(|()| emit(&Event::Closed(&closed)))
}

fn begin(text: &str) -> Result<(), String> {
    let setup: Setup = serde_json::from_str(text).map_err(|error| format!("setup: {error}"))?;
    privileges::settle(&setup)?;
    emit(&Event::Ready {
        pid: std::process::id(),
        uid: geteuid().as_raw(),
        gid: getegid().as_raw(),
    })
}

impl Supervisor {
    /// Waits for something to do; true when standard input has something.
    fn wait(&self) -> Result<bool, String> {
        let mut polled = vec![PollFd::from_borrowed_fd(
            rustix::stdio::stdin(),
            PollFlags::IN,
        )];
        polled.extend(
            self.streams
                .iter()
                .map(|stream| PollFd::new(&stream.fd, PollFlags::IN)),
        );
        polled.extend(
            self.children
                .iter()
                .filter(|child| !child.reaped)
                .map(|child| PollFd::new(&child.pidfd, PollFlags::IN)),
        );
        let nanoseconds = if self.stopping.is_empty() {
            IDLE_NS
        } else {
            STOPPING_NS
        };
        match poll(
            &mut polled,
            Some(&Timespec {
                tv_sec: 0,
                tv_nsec: nanoseconds,
            }),
        ) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(format!("poll: {error}")),
        }
        Ok(polled
            .first()
            .is_some_and(|input| !input.revents().is_empty()))
    }

    fn read_streams(&mut self, buffer: &mut [u8]) -> Result<(), String> {
        let mut ended = Vec::new();
        for (index, stream) in self.streams.iter_mut().enumerate() {
            let (lines, end) = match rustix::io::read(&stream.fd, &mut *buffer) {
                Ok(0) => (stream.splitter.finish().into_iter().collect(), true),
                Ok(count) => (
                    stream
                        .splitter
                        .push(buffer.get(..count).unwrap_or_default()),
                    false,
                ),
                Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => continue,
                Err(_) => (Vec::new(), true),
            };
            let (name, channel) = (stream.name.as_str(), stream.stream.as_str());
            for line in &lines {
                match line {
                    Line::Text(text) => emit(&Event::Line {
                        name,
                        stream: channel,
                        text,
                    })?,
                    Line::Malformed => emit(&Event::Malformed {
                        name,
                        stream: channel,
                    })?,
                }
            }
            if end {
                emit(&Event::End {
                    name,
                    stream: channel,
                })?;
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
            if let Some(child) = self
                .children
                .iter_mut()
                .find(|child| child.pid == pid && !child.reaped)
            {
                child.reaped = true;
                emit(&Event::Exited {
                    name: &child.name,
                    code: status.exit_status(),
                    signal: status.terminating_signal(),
                })?;
            }
        }
        let (finished, waiting): (Vec<_>, Vec<_>) = std::mem::take(&mut self.stopping)
            .into_iter()
            .partition(|stopping| {
                stopping.held.iter().all(teardown::is_dead)
                    && self
                        .children
                        .iter()
                        .any(|child| child.pid == stopping.pid && child.reaped)
            });
        self.stopping = waiting;
        finished
            .iter()
            .try_for_each(|stopping| answer(stopping.reply, Ok(Done {})))
    }

    fn perform(&mut self, text: &str) -> Result<(), String> {
        let Request { id, command } =
            serde_json::from_str(text).map_err(|error| format!("command: {error}"))?;
        match command {
            Command::Start(start) => {
                let started = self.start(&start);
                answer(id, started)
            }
            Command::Watch { name } => {
                let watched = self.watch(&name);
                answer(id, watched)
            }
            Command::Signal { name, pid, signal } => answer(id, self.signal(&name, pid, signal)),
            Command::Stop { name } => match self.child(&name) {
                Ok(child) => {
                    let pid = child.pid;
                    let mut held = teardown::kill_below(pid);
                    // Last: as long as it lives, what is below it stays below it.
                    let _ = pidfd_send_signal(&child.pidfd, Signal::KILL);
                    held.extend(teardown::kill_below(pid));
                    self.stopping.push(Stopping {
                        reply: id,
                        pid,
                        held,
                    });
                    Ok(())
                }
                Err(failure) => answer::<Done>(id, Err(failure)),
            },
            Command::Read {
                directory,
                path,
                bytes_max,
            } => answer(
                id,
                read_beneath(&directory, &path, bytes_max).map(|bytes| ReadBody {
                    found: bytes.is_some(),
                    hex: bytes.map(|bytes| hex::encode(&bytes)),
                }),
            ),
            Command::Close {} => {
                self.closing = true;
                Ok(())
            }
        }
    }

    fn child(&self, name: &str) -> Result<&Child, Failure> {
        self.children
            .iter()
            .find(|child| child.name == name)
            .ok_or_else(|| Failure::new("unknown_name", format!("nothing was started as {name:?}")))
    }

    fn start(&mut self, start: &crate::protocol::Start) -> Result<Started, Failure> {
        if self.child(&start.name).is_ok() {
            return Err(Failure::new(
                "start_failed",
                format!("{:?} was started already; choose another name", start.name),
            ));
        }
        let launched = launch(start)?;
        for (stream, fd) in launched.streams {
            self.streams.push(Stream {
                name: start.name.clone(),
                stream,
                fd,
                splitter: Splitter::default(),
            });
        }
        self.children.push(Child {
            name: start.name.clone(),
            pid: launched.pid,
            pidfd: launched.pidfd,
            reaped: false,
        });
        Ok(Started { pid: launched.pid })
    }

    fn watch(&mut self, name: &str) -> Result<Watched, Failure> {
        let processes = processes::below(self.child(name)?.pid);
        for process in &processes {
            if !self
                .watched
                .iter()
                .any(|held| held.pid == process.pid && !teardown::is_dead(held))
            {
                self.watched.extend(teardown::hold(process.pid));
            }
        }
        Ok(Watched { processes })
    }

    /// The handle is taken first and the place in the tree looked at after, so a recycled pid cannot be hit.
    fn signal(&self, name: &str, pid: i32, signal: i32) -> Result<Done, Failure> {
        let failed = |why: String| {
            Failure::new(
                "signal_failed",
                format!("signal {signal} to pid {pid} of {name:?}: {why}"),
            )
        };
        let root = self.child(name)?.pid;
        let target = Pid::from_raw(pid)
            .filter(|target| *target != getpid())
            .ok_or_else(|| failed("no such process".to_owned()))?;
        let pidfd =
            pidfd_open(target, PidfdFlags::empty()).map_err(|error| failed(error.to_string()))?;
        if !processes::below(root)
            .iter()
            .any(|process| process.pid == pid)
        {
            return Err(failed("it is not below that program".to_owned()));
        }
        let signal = privileges::signal(signal)
            .ok_or_else(|| failed("not a signal this program sends".to_owned()))?;
        pidfd_send_signal(&pidfd, signal).map_err(|error| failed(error.to_string()))?;
        Ok(Done {})
    }
}
