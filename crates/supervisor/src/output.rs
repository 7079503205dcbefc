//! Reads a file that a confined program left for us, from a directory in which it could plant anything.

use std::os::fd::OwnedFd;

use rustix::fs::{FileType, Mode, OFlags, ResolveFlags, fstat, open, openat2};
use rustix::io::Errno;

use crate::protocol::Failure;

fn refused(path: &str, why: impl std::fmt::Display) -> Failure {
    Failure::new("output_refused", format!("{path}: {why}; the output was not read"))
}

/// `Ok(None)` when there is no such file. Links, devices, FIFOs, sockets, a second name, setuid and setgid bits, another
/// mount, more than `bytes_max` bytes, and a change while reading are refused, each by name.
pub fn read_beneath(directory: &str, path: &str, bytes_max: u64) -> Result<Option<Vec<u8>>, Failure> {
    let root = open(directory, OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())
        .map_err(|error| refused(path, format!("the output directory cannot be opened ({error})")))?;
    // NONBLOCK: opening a FIFO must not wait for a writer.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let resolve =
        ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS | ResolveFlags::NO_XDEV;
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
        return Err(refused(path, format!("{} names instead of one", before.st_nlink)));
    }
    if before.st_mode & 0o6000 != 0 {
        return Err(refused(path, format!("setuid or setgid bit (mode {:o})", before.st_mode & 0o7777)));
    }
    let bytes = read_bounded(&file, path, bytes_max)?;
    let after = fstat(&file).map_err(|error| refused(path, error))?;
    let changed = (before.st_size, before.st_mtime, before.st_mtime_nsec, before.st_ctime, before.st_ctime_nsec)
        != (after.st_size, after.st_mtime, after.st_mtime_nsec, after.st_ctime, after.st_ctime_nsec);
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::{Path, PathBuf};

    use rustix::fs::{CWD, FileType, Mode, mknodat};

    use super::read_beneath;

    struct Directory(PathBuf);

    impl Drop for Directory {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    impl Directory {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("deskgate-output-{}-{name}", std::process::id()));
            assert!(fs::create_dir_all(path.join("out")).is_ok());
            assert!(fs::write(path.join("secret"), "outside").is_ok());
            Self(path)
        }

        fn out(&self) -> PathBuf {
            self.0.join("out")
        }

        fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
            read_beneath(&self.out().to_string_lossy(), path, 16).map_err(|failure| failure.message)
        }
    }

    fn mode(path: &Path, mode: u32) {
        assert!(fs::set_permissions(path, fs::Permissions::from_mode(mode)).is_ok());
    }

    #[test]
    fn a_plain_file_up_to_the_ceiling() {
        let directory = Directory::new("plain");
        assert!(fs::write(directory.out().join("a"), "0123456789abcdef").is_ok());
        assert_eq!(directory.read("a"), Ok(Some(b"0123456789abcdef".to_vec())));
        assert_eq!(directory.read("b"), Ok(None));
        assert!(fs::write(directory.out().join("a"), "0123456789abcdefg").is_ok());
        assert!(directory.read("a").is_err_and(|why| why.contains("larger than 16 bytes")));
    }

    #[test]
    fn links_lead_nowhere() {
        let directory = Directory::new("links");
        assert!(symlink("../secret", directory.out().join("relative")).is_ok());
        assert!(symlink("/etc/hostname", directory.out().join("absolute")).is_ok());
        assert!(symlink("..", directory.out().join("up")).is_ok());
        for path in ["relative", "absolute", "up/secret"] {
            assert!(directory.read(path).is_err_and(|why| why.contains("symbolic link")), "{path}");
        }
        assert!(directory.read("../secret").is_err_and(|why| why.contains("leads out")));
        assert!(directory.read("/etc/hostname").is_err_and(|why| why.contains("leads out")));
    }

    #[test]
    fn a_second_name_and_setuid_are_refused() {
        let directory = Directory::new("names");
        let file = directory.out().join("a");
        assert!(fs::write(&file, "x").is_ok());
        assert!(fs::hard_link(&file, directory.0.join("other")).is_ok());
        assert!(directory.read("a").is_err_and(|why| why.contains("2 names")));
        assert!(fs::remove_file(directory.0.join("other")).is_ok());
        mode(&file, 0o4700);
        assert!(directory.read("a").is_err_and(|why| why.contains("setuid")));
        mode(&file, 0o2600);
        assert!(directory.read("a").is_err_and(|why| why.contains("setuid")));
        mode(&file, 0o600);
        assert_eq!(directory.read("a"), Ok(Some(b"x".to_vec())));
    }

    #[test]
    fn a_fifo_does_not_hold_the_reader() {
        let directory = Directory::new("fifo");
        assert!(mknodat(CWD, directory.out().join("fifo"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).is_ok());
        assert!(fs::create_dir(directory.out().join("folder")).is_ok());
        assert!(directory.read("fifo").is_err_and(|why| why.contains("not a regular file")));
        assert!(directory.read("folder").is_err_and(|why| why.contains("not a regular file")));
    }
}
