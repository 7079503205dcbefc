//! What the host program asks, one command at a time.

use rustix::process::{Pid, PidfdFlags, Signal, getpid, pidfd_open, pidfd_send_signal};

use crate::launch::launch;
use crate::lines::Splitter;
use crate::output::read_beneath;
use crate::protocol::{Command, Done, Failure, ReadBody, Request, Start, Started, Watched};
use crate::supervisor::{Child, Stopping, Stream, Supervisor, answer};
use crate::{hex, privileges, processes, teardown};

impl Supervisor {
    pub fn perform(&mut self, text: &str) -> Result<(), String> {
        let Request { id, command } = serde_json::from_str(text).map_err(|error| format!("command: {error}"))?;
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
                    self.stopping.push(Stopping { reply: id, pid, held });
                    Ok(())
                }
                Err(failure) => answer::<Done>(id, Err(failure)),
            },
            Command::Read { directory, path, bytes_max } => answer(
                id,
                read_beneath(&directory, &path, bytes_max)
                    .map(|bytes| ReadBody { found: bytes.is_some(), hex: bytes.map(|bytes| hex::encode(&bytes)) }),
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

    fn start(&mut self, start: &Start) -> Result<Started, Failure> {
        if self.child(&start.name).is_ok() {
            return Err(Failure::new(
                "start_failed",
                format!("{:?} was started already; choose another name", start.name),
            ));
        }
        let launched = launch(start)?;
        for (stream, fd) in launched.streams {
            self.streams.push(Stream { name: start.name.clone(), stream, fd, splitter: Splitter::default() });
        }
        self.children.push(Child { name: start.name.clone(), pid: launched.pid, pidfd: launched.pidfd, reaped: false });
        Ok(Started { pid: launched.pid })
    }

    fn watch(&mut self, name: &str) -> Result<Watched, Failure> {
        let processes = processes::below(self.child(name)?.pid);
        for process in &processes {
            if !self.watched.iter().any(|held| held.pid == process.pid && !teardown::is_dead(held)) {
                self.watched.extend(teardown::hold(process.pid));
            }
        }
        Ok(Watched { processes })
    }

    /// The handle is taken first and the place in the tree looked at after, so a recycled pid cannot be hit.
    fn signal(&self, name: &str, pid: i32, signal: i32) -> Result<Done, Failure> {
        let failed =
            |why: String| Failure::new("signal_failed", format!("signal {signal} to pid {pid} of {name:?}: {why}"));
        let root = self.child(name)?.pid;
        let target = Pid::from_raw(pid)
            .filter(|target| *target != getpid())
            .ok_or_else(|| failed("no such process".to_owned()))?;
        let pidfd = pidfd_open(target, PidfdFlags::empty()).map_err(|error| failed(error.to_string()))?;
        if !processes::below(root).iter().any(|process| process.pid == pid) {
            return Err(failed("it is not below that program".to_owned()));
        }
        let signal = privileges::signal(signal).ok_or_else(|| failed("not a signal this program sends".to_owned()))?;
        pidfd_send_signal(&pidfd, signal).map_err(|error| failed(error.to_string()))?;
        Ok(Done {})
    }
}
