//! Opening a connection: our own socket, one path, no display names and no TCP.

use crate::clock::now_us;
use crate::control::Control;
use crate::fault::{Code, Fault, Result, Stop};
use crate::stream::GuardedStream;
use crate::sys::peer_pid;
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType, connect, socket_with};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use x11rb::rust_connection::{DefaultStream, RustConnection};

pub type Conn = RustConnection<GuardedStream>;

/// Whether a connection may dispatch. An observer has no RECORD context, selects no events and makes no resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Control,
    Observe,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub socket_path: PathBuf,
    pub cookie: Option<[u8; 16]>,
    pub server_pid: Option<u32>,
    pub deadline_ms: u32,
}

impl Options {
    pub fn deadline_us(&self) -> u64 {
        now_us() + u64::from(self.deadline_ms) * 1000
    }
}

/// Connects, and makes sure of who listens. Gives the connection and the server's process where it can be known.
pub fn open(options: &Options, control: &Arc<Control>) -> Result<(Conn, Option<u32>)> {
    let socket = dial(options, control)?;
    let (stream, _) = DefaultStream::from_unix_stream(UnixStream::from(socket))?;
    let stream = GuardedStream::new(stream, Arc::clone(control));
    let pid = peer_pid(stream.raw_fd())?;
    if let Some(wanted) = options.server_pid
        && pid != Some(wanted)
    {
        let found = pid.map_or("a process outside of our pid namespace".to_owned(), |pid| format!("process {pid}"));
        return Err(Fault::new(
            Code::ServerMismatch,
            format!("{} listens on the socket, not process {wanted}; name the X server that was started", found),
        ));
    }
    let (name, data) = match options.cookie {
        Some(cookie) => (b"MIT-MAGIC-COOKIE-1".to_vec(), cookie.to_vec()),
        None => (Vec::new(), Vec::new()),
    };
    Ok((RustConnection::connect_to_stream_with_auth_info(stream, 0, name, data)?, pid))
}

fn dial(options: &Options, control: &Control) -> Result<OwnedFd> {
    let failed = |what: String| Fault::new(Code::ConnectFailed, what);
    let path = options.socket_path.display();
    let address = SocketAddrUnix::new(&options.socket_path)
        .map_err(|error| failed(format!("{path} cannot be a socket's path: {error}")))?;
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)
        .map_err(|error| failed(format!("no socket could be made: {error}")))?;
    loop {
        match connect(&socket, &address) {
            Ok(()) => return Ok(socket),
            // The server's queue of waiting clients is full; a Unix socket offers nothing to poll for here.
            Err(Errno::AGAIN | Errno::INTR) if now_us() < control.deadline_us() && !control.is_cancelled() => {
                std::thread::sleep(Duration::from_millis(2));
            }
            Err(Errno::AGAIN | Errno::INTR) => {
                let stop = if control.is_cancelled() { Stop::Cancelled } else { Stop::Deadline };
                return Err(std::io::Error::other(stop).into());
            }
            Err(error) => {
                return Err(failed(format!("{path} cannot be connected to: {error}; is the X server running there?")));
            }
        }
    }
}
