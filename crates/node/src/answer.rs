//! `{ ok: true, value } | { ok: false, fault }`: what can fail in the world comes back as data.

use deskgate_x11::Fault;
use napi::bindgen_prelude::{Object, ToNapiValue};
use napi::{Env, sys};

pub struct Answer<T>(pub Result<T, Fault>);

impl<T: ToNapiValue> ToNapiValue for Answer<T> {
    unsafe fn to_napi_value(env: sys::napi_env, answer: Self) -> napi::Result<sys::napi_value> {
        let scope = Env::from_raw(env);
        let mut object = Object::new(&scope)?;
        match answer.0 {
            Ok(value) => {
                object.set("ok", true)?;
                object.set("value", value)?;
            }
            Err(fault) => {
                let mut described = Object::new(&scope)?;
                described.set("code", fault.code.name())?;
                described.set("message", fault.message)?;
                object.set("ok", false)?;
                object.set("fault", described)?;
            }
        }
        // SAFETY: `env` is the environment that this very call was made with, and `object` was made in it.
        unsafe { Object::to_napi_value(env, object) }
    }
}
