//! The byte stream under x11rb: the library's own for reading and writing, ours for waiting.

use crate::control::Control;
use rustix::event::PollFlags;
use rustix::fd::{AsFd, AsRawFd};
use rustix::net::{Shutdown, shutdown};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use x11rb::rust_connection::{DefaultStream, PollMode, Stream};
use x11rb::utils::RawFdContainer;

#[derive(Debug)]
pub struct GuardedStream {
    inner: DefaultStream,
    control: Arc<Control>,
    /// A write that stopped half-way leaves a torn request behind: nothing may follow it.
    torn: AtomicBool,
}

impl GuardedStream {
    pub fn new(inner: DefaultStream, control: Arc<Control>) -> Self {
        Self { inner, control, torn: AtomicBool::new(false) }
    }

    /// Ends the connection at once; the server then lets go of a grab.
    pub fn hang_up(&self) {
        self.torn.store(true, Ordering::SeqCst);
        let _ = shutdown(&self.inner, Shutdown::Both);
    }

    pub fn raw_fd(&self) -> i32 {
        self.inner.as_raw_fd()
    }

    fn usable(&self) -> io::Result<()> {
        if self.torn.load(Ordering::SeqCst) {
            return Err(io::Error::from(io::ErrorKind::BrokenPipe));
        }
        Ok(())
    }
}

impl Stream for GuardedStream {
    fn poll(&self, mode: PollMode) -> io::Result<()> {
        self.usable()?;
        let mut flags = PollFlags::empty();
        flags.set(PollFlags::IN, mode.readable());
        flags.set(PollFlags::OUT, mode.writable());
        let waited = self.control.wait(self.inner.as_fd(), flags);
        if waited.is_err() && mode.writable() {
            self.torn.store(true, Ordering::SeqCst);
        }
        waited
    }

    fn read(&self, buf: &mut [u8], fds: &mut Vec<RawFdContainer>) -> io::Result<usize> {
        self.usable()?;
        self.inner.read(buf, fds)
    }

    fn write(&self, buf: &[u8], fds: &mut Vec<RawFdContainer>) -> io::Result<usize> {
        self.usable()?;
        self.inner.write(buf, fds)
    }

    fn write_vectored(&self, bufs: &[io::IoSlice<'_>], fds: &mut Vec<RawFdContainer>) -> io::Result<usize> {
        self.usable()?;
        self.inner.write_vectored(bufs, fds)
    }
}
