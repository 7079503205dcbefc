//! The handle that reads.

use crate::facts::{ConnectionFacts, InputFacts, Observation};
use crate::inputs::ObserveOptions;
use crate::worker::Worker;
use napi::bindgen_prelude::Object;
use napi::{Env, Result};
use napi_derive::napi;
use std::sync::Arc;

#[napi]
pub struct Observer {
    worker: Arc<Worker>,
    facts: ConnectionFacts,
}

impl Observer {
    pub fn new(worker: Arc<Worker>, facts: &deskgate_x11::ConnectionFacts) -> Self {
        Self { worker, facts: facts.into() }
    }
}

#[napi]
impl Observer {
    #[napi(getter, catch_unwind)]
    pub fn facts(&self) -> ConnectionFacts {
        self.facts.clone()
    }

    #[napi(catch_unwind)]
    pub fn observe<'env>(
        &self,
        env: &'env Env,
        operation: u32,
        options: Option<ObserveOptions>,
    ) -> Result<Object<'env>> {
        observe(&self.worker, env, operation, options)
    }

    #[napi(catch_unwind)]
    pub fn query_input<'env>(&self, env: &'env Env, operation: u32) -> Result<Object<'env>> {
        query_input(&self.worker, env, operation)
    }

    #[napi(catch_unwind)]
    pub fn cancel(&self, operation: u32) {
        self.worker.cancel(operation);
    }

    #[napi(catch_unwind)]
    pub fn close(&self) {
        self.worker.close();
    }
}

pub fn observe<'env>(
    worker: &Worker,
    env: &'env Env,
    operation: u32,
    options: Option<ObserveOptions>,
) -> Result<Object<'env>> {
    let (points, text_bytes_max) = options.unwrap_or_default().read()?;
    worker.call(env, operation, move |session| session.observe(&points, text_bytes_max).map(Observation::from))
}

pub fn query_input<'env>(worker: &Worker, env: &'env Env, operation: u32) -> Result<Object<'env>> {
    worker.call(env, operation, |session| session.query_input().map(InputFacts::from))
}
