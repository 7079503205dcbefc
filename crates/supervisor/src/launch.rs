//! Spawns one program with exactly the descriptors that it was given.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, IntoRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use rustix::fs::{MemfdFlags, SealFlags, memfd_create};
use rustix::io::{FdFlags, fcntl_dupfd_cloexec, fcntl_setfd};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{PidfdFlags, Signal, getpid, getppid, pidfd_open, set_parent_process_death_signal};

use crate::hex;
use crate::protocol::{Failure, Start};

/// Our own copies stand above every number that a program is given, so that no duplication overwrites a source.
const OWN_FD_MIN: i32 = 256;

pub struct Launched {
    pub pid: i32,
    pub pidfd: OwnedFd,
    /// Read ends by stream name.
    pub streams: Vec<(String, OwnedFd)>,
}

fn failure(what: &str, error: impl std::fmt::Display) -> Failure {
    Failure::new("start_failed", format!("{what}: {error}"))
}

fn high(fd: &OwnedFd) -> Result<OwnedFd, Failure> {
    fcntl_dupfd_cloexec(fd, OWN_FD_MIN).map_err(|error| failure("dupfd", error))
}

/// A sealed memory file at offset 0: its content cannot change between our writing and bubblewrap's reading.
fn memory_file(bytes: &[u8]) -> Result<OwnedFd, Failure> {
    let fd = memfd_create("deskgate", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)
        .map_err(|error| failure("memfd", error))?;
    let mut rest = bytes;
    while !rest.is_empty() {
        let count = rustix::io::write(&fd, rest).map_err(|error| failure("memfd write", error))?;
        rest = rest.get(count..).unwrap_or_default();
    }
    rustix::fs::seek(&fd, rustix::fs::SeekFrom::Start(0)).map_err(|error| failure("memfd seek", error))?;
    rustix::fs::fcntl_add_seals(&fd, SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL)
        .map_err(|error| failure("memfd seal", error))?;
    high(&fd)
}

fn pipe_ends() -> Result<(OwnedFd, OwnedFd), Failure> {
    let (read, write) = pipe_with(PipeFlags::CLOEXEC).map_err(|error| failure("pipe", error))?;
    Ok((read, high(&write)?))
}

/// Async-signal-safe work between fork and exec.
fn in_child(supervisor: rustix::process::Pid, passed: &[(i32, OwnedFd)]) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // Had the supervisor ended before the line above, nobody would ever send that signal.
    if getppid() != Some(supervisor) {
        return Err(io::ErrorKind::BrokenPipe.into());
    }
    for (number, source) in passed {
        // SAFETY: `number` is owned by nobody in this process image: sources stand at OWN_FD_MIN and above, and the
        // descriptor made here is given up again by `into_raw_fd` without being closed.
        let mut target = unsafe { OwnedFd::from_raw_fd(*number) };
        let done = rustix::io::dup2(source, &mut target);
        let _ = target.into_raw_fd();
        done?;
        // SAFETY: `dup2` just made `number` an open descriptor, and nothing closes it before exec.
        fcntl_setfd(unsafe { BorrowedFd::borrow_raw(*number) }, FdFlags::empty())?;
    }
    Ok(())
}

pub fn launch(start: &Start) -> Result<Launched, Failure> {
    let (program, arguments) = start.argv.split_first().ok_or_else(|| Failure::new("start_failed", "argv is empty"))?;
    let mut passed = Vec::new();
    let mut streams = Vec::new();
    for file in &start.files {
        let bytes = hex::decode(&file.hex)
            .ok_or_else(|| Failure::new("start_failed", format!("files[fd {}]: not hex", file.fd)))?;
        passed.push((file.fd, memory_file(&bytes)?));
    }
    for pipe in &start.pipes {
        let (read, write) = pipe_ends()?;
        streams.push((pipe.stream.clone(), read));
        passed.push((pipe.fd, write));
    }
    if let Some((number, _)) = passed.iter().find(|(number, _)| !(3..OWN_FD_MIN).contains(number)) {
        return Err(Failure::new("start_failed", format!("descriptor {number} is outside 3..{OWN_FD_MIN}")));
    }
    let (out_read, out_write) = pipe_ends()?;
    let (err_read, err_write) = pipe_ends()?;
    streams.push(("out".to_owned(), out_read));
    streams.push(("err".to_owned(), err_read));

    let supervisor = getpid();
    let mut command = Command::new(program);
    command.args(arguments).env_clear().envs(&start.env).current_dir("/");
    command.stdin(Stdio::null()).stdout(out_write).stderr(err_write);
    // SAFETY: `in_child` only makes system calls (no allocation, no lock), which is what is allowed after fork.
    unsafe { command.pre_exec(move || in_child(supervisor, &passed)) };
    let child = command.spawn().map_err(|error| failure(program, error))?;
    let pid = i32::try_from(child.id()).map_err(|error| failure("pid", error))?;
    let raw = rustix::process::Pid::from_raw(pid).ok_or_else(|| Failure::new("start_failed", "pid 0"))?;
    // Not reaped before we do it ourselves, so the number still means this child.
    let pidfd = pidfd_open(raw, PidfdFlags::empty()).map_err(|error| failure("pidfd", error))?;
    for (_, stream) in &streams {
        rustix::io::ioctl_fionbio(stream.as_fd(), true).map_err(|error| failure("non-blocking", error))?;
    }
    debug_assert!(pidfd.as_raw_fd() >= 0);
    Ok(Launched { pid, pidfd, streams })
}
