//! Memory shared with the X server, into which it writes pixels when asked.

use rustix::fd::OwnedFd;
use std::os::fd::AsRawFd;
use std::ptr::NonNull;

/// A mapping of `len` bytes. The server writes to it only between a request of ours and its reply.
#[derive(Debug)]
pub struct Segment {
    start: NonNull<u8>,
    len: usize,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Mapped from a descriptor that the server made.
    Mapped,
    /// System V, attached by id.
    SystemV { id: i32 },
}

// SAFETY: the mapping belongs to the process, not to a thread, and `Segment` is its only owner.
unsafe impl Send for Segment {}

impl Segment {
    /// Maps what the server sent.
    pub fn map(fd: &OwnedFd, len: usize) -> std::io::Result<Self> {
        // SAFETY: a new mapping of `len` bytes at an address that the kernel chooses; it is unmapped once, in `drop`.
        let start = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                len,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                fd.as_raw_fd(),
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast()).ok_or_else(std::io::Error::last_os_error)?;
        Ok(Self { start, len, kind: Kind::Mapped })
    }

    /// Makes a System V segment that only this user may attach.
    pub fn system_v(len: usize) -> std::io::Result<Self> {
        // SAFETY: no memory is involved yet; the id is checked.
        let id = unsafe { libc::shmget(libc::IPC_PRIVATE, len, libc::IPC_CREAT | 0o600) };
        if id < 0 {
            return Err(std::io::Error::last_os_error());
        }
        // SAFETY: `id` is the segment just made, attached where the kernel chooses; it is detached once, in `drop`.
        let start = unsafe { libc::shmat(id, std::ptr::null(), 0) };
        // shmat answers -1 as an address.
        let start = NonNull::new(start.cast::<u8>()).filter(|start| start.as_ptr().addr() != usize::MAX);
        let Some(start) = start else {
            let error = std::io::Error::last_os_error();
            remove(id);
            return Err(error);
        };
        Ok(Self { start, len, kind: Kind::SystemV { id } })
    }

    /// The System V id, for the server to attach.
    pub fn id(&self) -> Option<u32> {
        match self.kind {
            Kind::Mapped => None,
            Kind::SystemV { id } => u32::try_from(id).ok(),
        }
    }

    /// Lets the segment vanish with its last user, whatever becomes of this process. Called when the server has attached it.
    pub fn forget_name(&self) {
        if let Kind::SystemV { id } = self.kind {
            remove(id);
        }
    }

    /// The bytes from `from` to `to`, or nothing when that is not within the segment. To be called for rows whose request was answered:
    /// the server does not write those again before the next request.
    pub fn bytes(&self, from: usize, to: usize) -> Option<&[u8]> {
        if from > to || to > self.len {
            return None;
        }
        // SAFETY: the range is within the mapping, and the server, which wrote these bytes before its reply, does not touch them while
        // the borrow lives, since new requests for this segment need the frame store, which is borrowed too.
        Some(unsafe { std::slice::from_raw_parts(self.start.as_ptr().add(from), to - from) })
    }
}

fn remove(id: i32) {
    // SAFETY: marks a segment of ours for removal; no memory is read or written.
    unsafe { libc::shmctl(id, libc::IPC_RMID, std::ptr::null_mut()) };
}

impl Drop for Segment {
    fn drop(&mut self) {
        match self.kind {
            // SAFETY: exactly the range that `map` mapped; no borrow outlives `self`.
            Kind::Mapped => unsafe { libc::munmap(self.start.as_ptr().cast(), self.len) },
            // SAFETY: exactly the address that `shmat` gave; no borrow outlives `self`.
            Kind::SystemV { .. } => unsafe { libc::shmdt(self.start.as_ptr().cast()) },
        };
    }
}
