//! The handle that may dispatch.

use crate::facts::{ConnectionFacts, LeaseFacts, ReleaseFacts, StillFacts};
use crate::frames::{FrameDiff, FrameFacts, PixelData};
use crate::inputs::{
    CaptureOptions, Expected, ObserveOptions, PixelOptions, Primitive, ReleaseOptions, StillOptions, bytes,
};
use crate::observer::{observe, query_input};
use crate::outcome::DispatchOutcome;
use crate::worker::Worker;
use napi::bindgen_prelude::{Null, Object, Uint8Array};
use napi::{Env, Result};
use napi_derive::napi;
use std::sync::Arc;

#[napi]
pub struct Desktop {
    worker: Arc<Worker>,
    facts: ConnectionFacts,
}

impl Desktop {
    pub fn new(worker: Arc<Worker>, facts: &deskgate_x11::ConnectionFacts) -> Self {
        Self { worker, facts: facts.into() }
    }
}

#[napi]
impl Desktop {
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

    #[napi(catch_unwind)]
    pub fn lease<'env>(&self, env: &'env Env, operation: u32) -> Result<Object<'env>> {
        self.worker.call(env, operation, |session| session.lease().map(LeaseFacts::from))
    }

    #[napi(catch_unwind)]
    pub fn wait_for_still<'env>(&self, env: &'env Env, operation: u32, options: StillOptions) -> Result<Object<'env>> {
        let options = options.read()?;
        self.worker.call(env, operation, move |session| session.wait_for_still(&options).map(StillFacts::from))
    }

    #[napi(catch_unwind)]
    pub fn capture<'env>(&self, env: &'env Env, operation: u32, options: CaptureOptions) -> Result<Object<'env>> {
        let (scope, ignored, compare_to) = options.read()?;
        self.worker
            .call(env, operation, move |session| session.capture(scope, &ignored, compare_to).map(FrameFacts::from))
    }

    #[napi(catch_unwind)]
    pub fn equal<'env>(&self, env: &'env Env, operation: u32, frame: u32, other: u32) -> Result<Object<'env>> {
        self.worker.call(env, operation, move |session| session.equal(frame, other))
    }

    #[napi(catch_unwind)]
    pub fn diff<'env>(&self, env: &'env Env, operation: u32, frame: u32, other: u32) -> Result<Object<'env>> {
        self.worker.call(env, operation, move |session| session.diff(frame, other).map(FrameDiff::from))
    }

    #[napi(catch_unwind)]
    pub fn commit<'env>(&self, env: &'env Env, operation: u32, frame: u32, salt: Uint8Array) -> Result<Object<'env>> {
        let salt: [u8; 32] = bytes("salt", &salt)?;
        self.worker.call(env, operation, move |session| {
            let digest = session.commit(frame, &salt)?;
            Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
        })
    }

    #[napi(catch_unwind)]
    pub fn pixels<'env>(
        &self,
        env: &'env Env,
        operation: u32,
        frame: u32,
        options: PixelOptions,
    ) -> Result<Object<'env>> {
        let (channels, region) = options.read()?;
        self.worker.call(env, operation, move |session| session.pixels(frame, channels, region).map(PixelData::from))
    }

    #[napi(catch_unwind)]
    pub fn drop<'env>(&self, env: &'env Env, operation: u32, frame: u32) -> Result<Object<'env>> {
        self.worker.call(env, operation, move |session| {
            session.drop_frame(frame);
            Ok(Null)
        })
    }

    #[napi(catch_unwind)]
    pub fn dispatch<'env>(
        &self,
        env: &'env Env,
        operation: u32,
        expected: Expected,
        primitive: Primitive,
        not_after_us: f64,
    ) -> Result<Object<'env>> {
        let primitive = primitive.read(expected.point.is_some())?;
        let expected = expected.read()?;
        // A time before the clock's beginning is one that has passed; so is what is no number.
        let not_after_us = not_after_us as u64;
        self.worker.call(env, operation, move |session| {
            session.dispatch(&expected, &primitive, not_after_us).map(DispatchOutcome::from)
        })
    }

    #[napi(catch_unwind)]
    pub fn release<'env>(
        &self,
        env: &'env Env,
        operation: u32,
        options: Option<ReleaseOptions>,
    ) -> Result<Object<'env>> {
        let lease = options.and_then(|options| options.lease).unwrap_or(false);
        self.worker.call(env, operation, move |session| session.release(lease).map(ReleaseFacts::from))
    }
}
