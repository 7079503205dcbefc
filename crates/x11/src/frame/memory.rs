//! Where the pixels of a capture lie, and how they get there.

use crate::connect::Conn;
use crate::fault::{Code, Fault, Result};
use crate::sys::Segment;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::shm::{self, ConnectionExt as _};

/// How pixels come from the server, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Memory that the server made and handed over as a descriptor.
    ShmFd,
    /// System V shared memory, attached by id.
    ShmSystemV,
    /// Through the socket.
    GetImage,
}

#[derive(Debug)]
pub enum Memory {
    Shared { segment: Segment, id: shm::Seg, path: Path, len: usize },
    Owned(Vec<u8>),
}

impl Memory {
    /// Makes room for `len` bytes by the best path that works, trying none better than `best`. Gives the path that worked.
    pub fn make(conn: &Conn, len: usize, best: Path) -> Result<Self> {
        if conn.extension_information(shm::X11_EXTENSION_NAME)?.is_some() {
            if best == Path::ShmFd
                && let Some(memory) = by_descriptor(conn, len)?
            {
                return Ok(memory);
            }
            if best != Path::GetImage
                && let Some(memory) = by_id(conn, len)?
            {
                return Ok(memory);
            }
        }
        Ok(Self::Owned(vec![0; len]))
    }

    pub fn path(&self) -> Path {
        match self {
            Self::Shared { path, .. } => *path,
            Self::Owned(_) => Path::GetImage,
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Shared { len, .. } => *len,
            Self::Owned(bytes) => bytes.len(),
        }
    }

    pub fn bytes(&self, from: usize, to: usize) -> Option<&[u8]> {
        match self {
            Self::Shared { segment, .. } => segment.bytes(from, to),
            Self::Owned(bytes) => bytes.get(from..to),
        }
    }

    /// Tells the server to let go of the memory. What it was still asked to write goes to its own mapping, in order, before that.
    pub fn discard(self, conn: &Conn) {
        if let Self::Shared { id, .. } = self {
            // A connection that is gone has let go already.
            if let Ok(cookie) = conn.shm_detach(id) {
                cookie.ignore_error();
            }
        }
    }
}

/// Nothing when the server offers no descriptors: an older one, or one that may make no file.
fn by_descriptor(conn: &Conn, len: usize) -> Result<Option<Memory>> {
    let version = conn.shm_query_version()?.reply()?;
    if (version.major_version, version.minor_version) < (1, 2) {
        return Ok(None);
    }
    let id = conn.generate_id()?;
    let Ok(reply) = conn.shm_create_segment(id, size(len)?, false)?.reply() else { return Ok(None) };
    match Segment::map(&reply.shm_fd, len) {
        Ok(segment) => Ok(Some(Memory::Shared { segment, id, path: Path::ShmFd, len })),
        Err(_) => {
            conn.shm_detach(id)?.ignore_error();
            Ok(None)
        }
    }
}

/// Nothing when the server cannot attach: another IPC namespace, or another user.
fn by_id(conn: &Conn, len: usize) -> Result<Option<Memory>> {
    let Ok(segment) = Segment::system_v(len) else { return Ok(None) };
    let Some(system_id) = segment.id() else { return Ok(None) };
    let id = conn.generate_id()?;
    let attached = conn.shm_attach(id, system_id, false)?.check();
    segment.forget_name();
    match attached {
        Ok(()) => Ok(Some(Memory::Shared { segment, id, path: Path::ShmSystemV, len })),
        Err(x11rb::errors::ReplyError::X11Error(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn size(len: usize) -> Result<u32> {
    u32::try_from(len).map_err(|_| Fault::new(Code::VisualUnsupported, format!("a screen of {len} bytes is too large")))
}
