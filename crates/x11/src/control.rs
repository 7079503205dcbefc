//! Deadline and cancellation of one connection, shared between the thread that works on it and those that may stop it.

use crate::clock::now_us;
use crate::fault::Stop;
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::fd::{BorrowedFd, OwnedFd};
use rustix::io::Errno;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

#[derive(Debug)]
pub struct Control {
    deadline_us: AtomicU64,
    /// While the server is grabbed a cancellation waits: the grab ends within its own deadline, and what was sent must be known.
    deaf: AtomicBool,
    cancelled: AtomicBool,
    wake: OwnedFd,
}

impl Control {
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            deadline_us: AtomicU64::new(u64::MAX),
            deaf: AtomicBool::new(false),
            cancelled: AtomicBool::new(false),
            wake: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?,
        })
    }

    /// Starts a call that may wait until `deadline_us`.
    pub fn begin(&self, deadline_us: u64) {
        self.deadline_us.store(deadline_us, Ordering::SeqCst);
        self.deaf.store(false, Ordering::SeqCst);
        self.cancelled.store(false, Ordering::SeqCst);
        // An old wake-up only costs one more turn of the loop below, but would do so for ever if it stayed.
        let mut count = [0; 8];
        let _ = rustix::io::read(&self.wake, &mut count);
    }

    pub fn deadline_us(&self) -> u64 {
        self.deadline_us.load(Ordering::SeqCst)
    }

    pub fn set_deadline_us(&self, deadline_us: u64) {
        self.deadline_us.store(deadline_us, Ordering::SeqCst);
    }

    pub fn set_deaf(&self, deaf: bool) {
        self.deaf.store(deaf, Ordering::SeqCst);
    }

    /// Stops the call that is running. From any thread.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        let _ = rustix::io::write(&self.wake, &1u64.to_ne_bytes());
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    /// Waits until `socket` is ready, or fails with `Stop`.
    pub fn wait(&self, socket: BorrowedFd<'_>, flags: PollFlags) -> io::Result<()> {
        // A cancelled write would leave a torn request, and with it a dead connection: what can be written at once is, and the
        // wait for its answer heeds the cancellation.
        if flags.contains(PollFlags::OUT) && is_ready(socket, flags)? {
            return Ok(());
        }
        loop {
            let deaf = self.deaf.load(Ordering::SeqCst);
            if !deaf && self.is_cancelled() {
                return Err(io::Error::other(Stop::Cancelled));
            }
            let left = self.deadline_us().saturating_sub(now_us());
            let timeout = Timespec {
                tv_sec: i64::try_from(left / 1_000_000).unwrap_or(i64::MAX),
                tv_nsec: i64::try_from(left % 1_000_000 * 1000).unwrap_or(0),
            };
            let mut fds = [PollFd::from_borrowed_fd(socket, flags), PollFd::new(&self.wake, PollFlags::IN)];
            let watched = if deaf { fds.split_at_mut(1).0 } else { &mut fds[..] };
            match poll(watched, Some(&timeout)) {
                Ok(0) if left == 0 => return Err(io::Error::new(io::ErrorKind::TimedOut, Stop::Deadline)),
                Ok(_) if fds.first().is_some_and(|fd| !fd.revents().is_empty()) => return Ok(()),
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

fn is_ready(socket: BorrowedFd<'_>, flags: PollFlags) -> io::Result<bool> {
    let mut fds = [PollFd::from_borrowed_fd(socket, flags)];
    match poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
