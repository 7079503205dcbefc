//! Who this process is, once and for all.

use rustix::process::{self, DumpableBehavior, Gid, Signal, Uid};
use rustix::thread;

use crate::protocol::Setup;

/// Drops to the identity of `setup`, becomes subreaper, and dies with its parent. Called before anything is spawned, while
/// there is one thread. Uid 0 is refused: a sandboxed process of uid 0 could open host files under `/proc/sys` for writing.
pub fn settle(setup: &Setup) -> Result<(), String> {
    if let Some(uid) = setup.uid {
        let gid = setup.gid.ok_or("setup: uid without gid; name both")?;
        if uid == 0 || gid == 0 {
            return Err(format!("setup: uid {uid}, gid {gid}: neither may be 0"));
        }
        let (uid, gid) = (Uid::from_raw(uid), Gid::from_raw(gid));
        thread::set_thread_groups(&[]).map_err(|error| format!("setgroups: {error}"))?;
        thread::set_thread_res_gid(gid, gid, gid).map_err(|error| format!("setresgid to {gid:?}: {error}"))?;
        thread::set_thread_res_uid(uid, uid, uid).map_err(|error| format!("setresuid to {uid:?}: {error}"))?;
    }
    if process::getuid().is_root() || process::geteuid().is_root() {
        return Err("nothing is started as uid 0; name an unprivileged uid to drop to".to_owned());
    }
    // After the change of identity, which clears both: the parent-death signal and the dumpable flag (without it the
    // kernel would give /proc/self to root, and bubblewrap could not write its uid map through it).
    process::set_dumpable_behavior(DumpableBehavior::Dumpable).map_err(|error| format!("set dumpable: {error}"))?;
    process::set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|error| format!("parent-death signal: {error}"))?;
    process::set_child_subreaper(Some(process::getpid())).map_err(|error| format!("child subreaper: {error}"))?;
    Ok(())
}

/// Closes every descriptor above standard error that whoever started us left open: one that is not close-on-exec would
/// travel through bubblewrap into the sandbox (found by measuring: a pipe of the shell arrived there). Called first of all.
pub fn close_inherited() -> Result<(), String> {
    let entries = std::fs::read_dir("/proc/self/fd").map_err(|error| format!("/proc/self/fd: {error}"))?;
    let open: Vec<i32> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|number| *number > 2)
        .collect();
    for number in open {
        // SAFETY: nothing in this process has opened a descriptor yet, so no owner of `number` exists whose descriptor
        // could be closed under it; the one of the listing itself is closed already, and closing it again fails harmlessly.
        unsafe { rustix::io::close(number) };
    }
    Ok(())
}

/// The signals that a run needs, by number; nothing else is sent.
pub fn signal(number: i32) -> Option<Signal> {
    [Signal::HUP, Signal::KILL, Signal::TERM, Signal::USR1, Signal::USR2, Signal::CONT, Signal::WINCH]
        .into_iter()
        .find(|signal| signal.as_raw() == number)
}

#[cfg(test)]
mod tests {
    use super::signal;

    #[test]
    fn only_the_listed_signals() {
        assert!([1, 9, 10, 12, 15, 18, 28].into_iter().all(|number| signal(number).is_some()));
        assert!([0, 2, 3, 11, 19, 34, 64, -1].into_iter().all(|number| signal(number).is_none()));
    }
}
