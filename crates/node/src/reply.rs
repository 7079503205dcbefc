//! A Promise that is settled, whatever happens to the work: one that is never settled would keep Node alive for ever.

use crate::answer::Answer;
use deskgate_x11::{Code, Fault};
use napi::bindgen_prelude::{Object, ToNapiValue};
use napi::{Env, JsDeferred, Result};

type Resolver<T> = Box<dyn FnOnce(Env) -> Result<Answer<T>>>;

pub struct Reply<T: ToNapiValue + Send + 'static>(Option<JsDeferred<Answer<T>, Resolver<T>>>);

impl<T: ToNapiValue + Send + 'static> Reply<T> {
    /// The promise for JavaScript, and the one way to settle it.
    pub fn new(env: &Env) -> Result<(Self, Object<'_>)> {
        let (deferred, promise) = env.create_deferred()?;
        Ok((Self(Some(deferred)), promise))
    }

    pub fn send(mut self, result: std::result::Result<T, Fault>) {
        self.settle(result);
    }

    fn settle(&mut self, result: std::result::Result<T, Fault>) {
        if let Some(deferred) = self.0.take() {
            deferred.resolve(Box::new(move |_| Ok(Answer(result))));
        }
    }
}

impl<T: ToNapiValue + Send + 'static> Drop for Reply<T> {
    fn drop(&mut self) {
        self.settle(Err(Fault::new(
            Code::NativePanic,
            "the native layer gave up on this call because of a bug of its own; the handle is closed, connect again",
        )));
    }
}
