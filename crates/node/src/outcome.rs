//! The outcome of a dispatch as JavaScript sees it.

use crate::micros;
use deskgate_x11 as x11;
use napi_derive::napi;

#[napi(object, object_from_js = false)]
pub struct Delivery {
    pub client_base: u32,
    pub events: u32,
}

#[napi(object, object_from_js = false)]
pub struct PasteFacts {
    pub served: u32,
    pub bytes: i64,
    pub incremental: bool,
    pub refused_requests: u32,
    pub cleared: bool,
}

/// One object for all outcomes: fields that an outcome does not have are left out.
#[napi(object, object_from_js = false)]
pub struct DispatchOutcome {
    pub outcome: &'static str,
    pub grab_us: i64,
    pub started_us: i64,
    pub ended_us: i64,
    pub delivered_to: Option<&'static str>,
    pub sent: Option<u32>,
    pub deliveries: Option<Vec<Delivery>>,
    pub paste: Option<PasteFacts>,
    pub segments: Option<u32>,
    pub segments_sent: Option<u32>,
    pub stopped_by: Option<&'static str>,
    pub clipboard_text: Option<String>,
    pub differences: Option<Vec<&'static str>>,
    pub pixels_changed: Option<i64>,
    pub cause: Option<&'static str>,
}

fn bare(outcome: &'static str, times: x11::Times) -> DispatchOutcome {
    DispatchOutcome {
        outcome,
        grab_us: micros(times.grab_us),
        started_us: micros(times.started_us),
        ended_us: micros(times.ended_us),
        delivered_to: None,
        sent: None,
        deliveries: None,
        paste: None,
        segments: None,
        segments_sent: None,
        stopped_by: None,
        clipboard_text: None,
        differences: None,
        pixels_changed: None,
        cause: None,
    }
}

impl From<x11::Outcome> for DispatchOutcome {
    fn from(outcome: x11::Outcome) -> Self {
        match outcome {
            x11::Outcome::Dispatched { times, delivered_to, sent, deliveries: got, segments, paste, clipboard } => {
                Self {
                    delivered_to: Some(match delivered_to {
                        x11::DeliveredTo::Target => "target",
                        x11::DeliveredTo::SameClient => "same_client",
                        x11::DeliveredTo::None => "none",
                    }),
                    sent: Some(sent),
                    deliveries: Some(deliveries(got)),
                    paste: paste.map(Into::into),
                    segments: Some(segments),
                    clipboard_text: clipboard,
                    ..bare("dispatched", times)
                }
            }
            x11::Outcome::Partial { times, progress, stopped } => partial(times, progress, stopped),
            x11::Outcome::DeliveryUnknown { times, sent } => {
                Self { sent: Some(sent), ..bare("delivery_unknown", times) }
            }
            x11::Outcome::PreconditionFailed { times, differences, pixels_changed } => Self {
                differences: Some(names(&differences)),
                pixels_changed: Some(micros(pixels_changed)),
                ..bare("precondition_failed", times)
            },
            x11::Outcome::GrabPierced { times, sent } => Self { sent: Some(sent), ..bare("grab_pierced", times) },
            x11::Outcome::InputGrabbed { times } => bare("input_grabbed", times),
            x11::Outcome::Misdelivered { times, sent, deliveries: got } => {
                Self { sent: Some(sent), deliveries: Some(deliveries(got)), ..bare("misdelivered", times) }
            }
            x11::Outcome::PasteHijacked { times, sent, paste } => {
                Self { sent: Some(sent), paste: Some(paste.into()), ..bare("paste_hijacked", times) }
            }
            x11::Outcome::PasteUnanswered { times, sent, paste } => {
                Self { sent: Some(sent), paste: Some(paste.into()), ..bare("paste_unanswered", times) }
            }
            x11::Outcome::OutcomeUnknown { times, cause, sent } => {
                Self { sent: Some(sent), cause: Some(cause.name()), ..bare("outcome_unknown", times) }
            }
        }
    }
}

fn names(differences: &[x11::Difference]) -> Vec<&'static str> {
    differences.iter().map(|difference| difference.name()).collect()
}

fn partial(times: x11::Times, progress: x11::Progress, stopped: x11::Stopped) -> DispatchOutcome {
    let (by, differences, cause) = match stopped {
        x11::Stopped::Differs(differences) => ("precondition_failed", Some(names(&differences)), None),
        x11::Stopped::GrabPierced => ("grab_pierced", None, None),
        x11::Stopped::InputGrabbed => ("input_grabbed", None, None),
        x11::Stopped::Misdelivered => ("misdelivered", None, None),
        x11::Stopped::DeliveryUnknown => ("delivery_unknown", None, None),
        x11::Stopped::Unknown(code) => ("outcome_unknown", None, Some(code.name())),
        x11::Stopped::Cancelled => ("cancelled", None, None),
    };
    DispatchOutcome {
        sent: Some(progress.sent),
        segments: Some(progress.planned),
        segments_sent: Some(progress.done),
        deliveries: Some(deliveries(progress.deliveries)),
        stopped_by: Some(by),
        differences,
        cause,
        ..bare("partial", times)
    }
}

fn deliveries(got: Vec<x11::Delivery>) -> Vec<Delivery> {
    got.into_iter().map(|one| Delivery { client_base: one.client_base, events: one.events }).collect()
}

impl From<x11::PasteFacts> for PasteFacts {
    fn from(facts: x11::PasteFacts) -> Self {
        Self {
            served: facts.served,
            bytes: micros(facts.bytes),
            incremental: facts.incremental,
            refused_requests: facts.refused_requests,
            cleared: facts.cleared,
        }
    }
}
