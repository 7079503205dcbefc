//! `connect` and `connectObserver`.

use crate::desktop::Desktop;
use crate::farewell;
use crate::inputs::ConnectOptions;
use crate::observer::Observer;
use crate::reply::Reply;
use crate::worker::Worker;
use deskgate_x11::Role;
use napi::bindgen_prelude::Object;
use napi::{Env, Result};
use napi_derive::napi;

/// Connects with the right to dispatch.
#[napi(catch_unwind)]
pub fn connect(env: &Env, options: ConnectOptions) -> Result<Object<'_>> {
    let options = options.read()?;
    let (reply, promise) = Reply::new(env)?;
    let worker = Worker::start(options, Role::Control, move |connected| {
        reply.send(connected.map(|(worker, facts)| Desktop::new(worker, &facts)));
    })?;
    farewell::at_exit(env, &worker)?;
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
    farewell::at_exit(env, &worker)?;
    Ok(promise)
}
