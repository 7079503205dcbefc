//! `connect` and `connectObserver`.

use crate::desktop::Desktop;
use crate::inputs::ConnectOptions;
use crate::observer::Observer;
use crate::reply::Reply;
use crate::worker::Worker;
use deskgate_x11::Role;
use napi::bindgen_prelude::Object;
use napi::{Env, Result};
use napi_derive::napi;
use std::sync::{Arc, Weak};

/// Connects with the right to dispatch.
#[napi(catch_unwind)]
pub fn connect(env: &Env, options: ConnectOptions) -> Result<Object<'_>> {
    let options = options.read()?;
    let (reply, promise) = Reply::new(env)?;
    let worker = Worker::start(options, Role::Control, move |connected| {
        reply.send(connected.map(|(worker, facts)| Desktop::new(worker, &facts)));
    })?;
    say_farewell_at_exit(env, &worker)?;
    Ok(promise)
}

/// Connects for reading alone.
#[napi(catch_unwind)]
pub fn connect_observer(env: &Env, options: ConnectOptions) -> Result<Object<'_>> {
    let options = options.read()?;
    let (reply, promise) = Reply::new(env)?;
    let worker = Worker::start(options, Role::Observe, move |connected| {
        reply.send(connected.map(|(worker, facts)| Observer::new(worker, &facts)));
    })?;
    say_farewell_at_exit(env, &worker)?;
    Ok(promise)
}

/// Keys must not stay down because the process, or the Node worker, ended.
fn say_farewell_at_exit(env: &Env, worker: &Arc<Worker>) -> Result<()> {
    env.add_env_cleanup_hook(Arc::downgrade(worker), |worker: Weak<Worker>| {
        if let Some(worker) = worker.upgrade() {
            worker.close_and_wait();
        }
    })?;
    Ok(())
}
