//! Who listens at the other end of a Unix socket.

use std::mem::size_of;

/// The process that listens, by SO_PEERCRED; nothing when it is in no pid namespace that ours shows (the kernel then says 0, for
/// which rustix's `Pid` has no value).
pub fn peer_pid(socket: i32) -> std::io::Result<Option<u32>> {
    let mut credentials = libc::ucred { pid: 0, uid: 0, gid: 0 };
    let mut length = size_of::<libc::ucred>() as libc::socklen_t;
    // SAFETY: the kernel writes at most `length` bytes into `credentials`, which is that long and made of plain integers.
    let status = unsafe {
        libc::getsockopt(socket, libc::SOL_SOCKET, libc::SO_PEERCRED, (&raw mut credentials).cast(), &raw mut length)
    };
    if status != 0 {
        return Err(std::io::Error::last_os_error());
    }
    Ok(u32::try_from(credentials.pid).ok().filter(|pid| *pid != 0))
}
