//! Reads a file that a confined program left for us, from a directory in which it could plant anything.

use std::os::fd::OwnedFd;

use rustix::fs::{FileType, Mode, OFlags, ResolveFlags, fstat, open, openat2};
use rustix::io::Errno;

use crate::protocol::Failure;

fn refused(path: &str, why: impl std::fmt::Display) -> Failure {
    Failure::new(
        "output_refused",
        format!("{path}: {why}; the output was not read"),
    )
}

/// `Ok(None)` when there is no such file. Links, devices, FIFOs, sockets, a second name, setuid and setgid bits, another
/// mount, more than `bytes_max` bytes, and a change while reading are refused, each by name.
pub fn read_beneath(
    directory: &str,
    path: &str,
    bytes_max: u64,
) -> Result<Option<Vec<u8>>, Failure> {
    let root = open(
        directory,
        OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC,
        Mode::empty(),
    )
    .map_err(|error| {
        refused(
            path,
            format!("the output directory cannot be opened ({error})"),
        )
    })?;
    // NONBLOCK: opening a FIFO must not wait for a writer.
    let flags =
        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let resolve = ResolveFlags::BENEATH
        | ResolveFlags::NO_SYMLINKS
        | ResolveFlags::NO_MAGICLINKS
        | ResolveFlags::NO_XDEV;
    let file = match openat2(&root, path, flags, Mode::empty(), resolve) {
        Ok(file) => file,
        Err(Errno::NOENT) => return Ok(None),
        Err(Errno::LOOP) => return Err(refused(path, "a symbolic link")),
        Err(Errno::XDEV) => return Err(refused(path, "it leads out of the output directory")),
        Err(Errno::NXIO) => return Err(refused(path, "not a regular file")),
        Err(error) => return Err(refused(path, error)),
    };
    let before = fstat(&file).map_err(|error| refused(path, error))?;
    if FileType::from_raw_mode(before.st_mode) != FileType::RegularFile {
        return Err(refused(path, "not a regular file"));
    }
    if before.st_nlink != 1 {
        return Err(refused(
            path,
            format!("{} names instead of one", before.st_nlink),
        ));
    }
    if before.st_mode & 0o6000 != 0 {
        return Err(refused(
            path,
            format!("setuid or setgid bit (mode {:o})", before.st_mode & 0o7777),
        ));
    }
    let bytes = read_bounded(&file, path, bytes_max)?;
    let after = fstat(&file).map_err(|error| refused(path, error))?;
    let changed = (
        before.st_size,
        before.st_mtime,
        before.st_mtime_nsec,
        before.st_ctime,
        before.st_ctime_nsec,
    ) != (
        after.st_size,
        after.st_mtime,
        after.st_mtime_nsec,
        after.st_ctime,
        after.st_ctime_nsec,
    );
    if changed || u64::try_from(after.st_size) != Ok(bytes.len() as u64) {
        return Err(refused(path, "it changed while it was read"));
    }
    Ok(Some(bytes))
}

fn read_bounded(file: &OwnedFd, path: &str, bytes_max: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut buffer = [0_u8; 64 * 1024];
    loop {
        let count = rustix::io::read(file, &mut buffer).map_err(|error| refused(path, error))?;
        if count == 0 {
            return Ok(bytes);
        }
        if bytes.len() as u64 + count as u64 > bytes_max {
            return Err(refused(path, format!("larger than {bytes_max} bytes")));
        }
        bytes.extend_from_slice(buffer.get(..count).unwrap_or_default());
    }
}
