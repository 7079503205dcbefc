//! Ends processes and waits until they are reaped.

use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, pidfd_open, pidfd_send_signal, wait};

use crate::processes;
use crate::protocol::Closed;

/// Longest time that the kernel may take to end killed processes before we report what is left.
pub const TEARDOWN_MS_MAX: u64 = 3_000;

/// A process of ours, by a handle that never means another one.
pub struct Held {
    pub pid: i32,
    pub pidfd: OwnedFd,
}

pub fn hold(pid: i32) -> Option<Held> {
    let pidfd = pidfd_open(Pid::from_raw(pid)?, PidfdFlags::empty()).ok()?;
    Some(Held { pid, pidfd })
}

/// A pidfd is readable when its process has ended.
pub fn is_dead(held: &Held) -> bool {
    let mut polled = [PollFd::new(&held.pidfd, PollFlags::IN)];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    matches!(poll(&mut polled, Some(&now)), Ok(count) if count > 0)
}

/// Reaps all that has ended and gives it; `None` as the second value says that there are no children at all any more.
pub fn reap() -> (Vec<(i32, WaitStatus)>, bool) {
    let mut ended = Vec::new();
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) => ended.push((pid.as_raw_nonzero().get(), status)),
            Ok(None) => return (ended, true),
            Err(Errno::INTR) => {}
            Err(_) => return (ended, false),
        }
    }
}

pub fn kill_below(root: i32) -> Vec<Held> {
    let held: Vec<Held> = processes::below(root).iter().filter_map(|process| hold(process.pid)).collect();
    for process in &held {
        let _ = pidfd_send_signal(&process.pidfd, Signal::KILL);
    }
    held
}

/// Kills everything below this process until nothing is left to wait for.
pub fn close(mut held: Vec<Held>) -> Closed {
    let until = Instant::now() + Duration::from_millis(TEARDOWN_MS_MAX);
    let mut left = true;
    while left && Instant::now() < until {
        held.extend(kill_below(getpid().as_raw_nonzero().get()));
        left = reap().1;
        if left {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
    let descendants_left = if left { processes::below(getpid().as_raw_nonzero().get()).len().max(1) } else { 0 };
    let (dead, alive): (Vec<&Held>, Vec<&Held>) = held.iter().partition(|process| is_dead(process));
    let pids = |list: Vec<&Held>| {
        let mut pids: Vec<i32> = list.iter().map(|process| process.pid).collect();
        pids.sort_unstable();
        pids.dedup();
        pids
    };
    Closed { pidfds_dead: pids(dead), pidfds_alive: pids(alive), descendants_left }
}
