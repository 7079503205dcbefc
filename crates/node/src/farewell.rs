//! Keys must not stay down because the process, or the Node worker that pressed them, ended.

use crate::worker::Worker;
use napi::{Env, Result};
use std::sync::{Arc, Mutex, Once, PoisonError, Weak};

static OPEN: Mutex<Vec<Weak<Worker>>> = Mutex::new(Vec::new());
static REGISTERED: Once = Once::new();

/// Lets the connection say farewell when its environment is torn down (a Node worker, a loop that ran empty), or when the process
/// exits: `process.exit` runs no environment hooks.
pub fn at_exit(env: &Env, worker: &Arc<Worker>) -> Result<()> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    open.retain(|known| known.strong_count() > 0);
    open.push(Arc::downgrade(worker));
    drop(open);
    REGISTERED.call_once(|| {
        // SAFETY: the handler is a plain function of this library without arguments; glibc runs it before the library is unloaded.
        unsafe { libc::atexit(close_all) };
    });
    env.add_env_cleanup_hook(Arc::downgrade(worker), |worker: Weak<Worker>| {
        if let Some(worker) = worker.upgrade() {
            worker.close_and_wait();
        }
    })?;
    Ok(())
}

extern "C" fn close_all() {
    let open = std::mem::take(&mut *OPEN.lock().unwrap_or_else(PoisonError::into_inner));
    let open: Vec<Arc<Worker>> = open.iter().filter_map(Weak::upgrade).collect();
    // All are told before any is waited for.
    open.iter().for_each(|worker| worker.close());
    open.iter().for_each(|worker| worker.close_and_wait());
}
