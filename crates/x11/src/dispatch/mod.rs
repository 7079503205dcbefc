//! Compare and act in one server grab, and learn who got the input.

mod bounds;
mod burst;
mod compare;
mod deliver;
mod facts;
mod grab;
mod plan;
mod segments;
mod sequence;
mod types;

pub(crate) use types::Act;
pub use types::{
    DeliveredTo, Delivery, Difference, Expected, ExpectedClient, MouseButton, Outcome, Primitive, Progress, Stopped,
    Times,
};

use crate::clock::now_us;
use crate::fault::{Code, Fault, Result};
use crate::paste::PasteEnd;
use crate::session::Session;
use burst::Burst;
use plan::Plan;
use sequence::Ran;

impl Session {
    /// Sends the primitive only if everything in `expected` still holds and it is not later than `not_after_us`.
    pub fn dispatch(&mut self, expected: &Expected, primitive: &Primitive, not_after_us: u64) -> Result<Outcome> {
        if !self.controls()?.leased {
            return Err(Fault::new(Code::LeaseAbsent, "this connection has no lease of the display; call lease first"));
        }
        let plan = self.plan(expected, primitive)?;
        let started_us = now_us();
        let ran = self.run_parts(expected, &plan, not_after_us)?;
        let times = |grab_us| Times { grab_us, started_us, ended_us: now_us() };
        match ran {
            Ran::First(burst) => self.not_sent(burst, times),
            Ran::Stopped { progress, stopped, grab_us } => {
                Ok(Outcome::Partial { times: times(grab_us), progress, stopped })
            }
            Ran::Whole { delivered_to, progress, grab_us } => {
                let times = times(grab_us);
                self.conclude(expected, &plan, times, delivered_to, progress)
            }
        }
    }

    /// The first segment was not sent, or not to whom it was for. Buttons that an earlier act holds are let go of: what they were held for
    /// is not as it was.
    fn not_sent(&mut self, burst: Burst, times: impl Fn(u64) -> Times) -> Result<Outcome> {
        Ok(match burst {
            Burst::Refused { differences, pixels_changed, grab_us } => {
                self.let_go()?;
                Outcome::PreconditionFailed { times: times(grab_us), differences, pixels_changed }
            }
            Burst::Pierced { sent, grab_us } => {
                self.let_go()?;
                self.give_up_clipboard()?;
                Outcome::GrabPierced { times: times(grab_us), sent }
            }
            Burst::InputGrabbed { grab_us } => {
                self.let_go()?;
                Outcome::InputGrabbed { times: times(grab_us) }
            }
            Burst::Unknown { cause, sent, grab_us } => {
                // Best effort: the connection may be gone, and then the server has let go of nothing that it will not itself release.
                let _ = self.let_go();
                Outcome::OutcomeUnknown { times: times(grab_us), cause, sent }
            }
            Burst::Sent { sent, grab_us, verdict } => {
                self.let_go()?;
                self.give_up_clipboard()?;
                Outcome::Misdelivered { times: times(grab_us), sent, deliveries: verdict.deliveries }
            }
        })
    }

    fn conclude(
        &mut self,
        expected: &Expected,
        plan: &Plan,
        times: Times,
        delivered_to: DeliveredTo,
        progress: Progress,
    ) -> Result<Outcome> {
        let Progress { sent, planned: segments, deliveries, .. } = progress;
        let done = |times, paste, clipboard| Outcome::Dispatched {
            times,
            delivered_to,
            sent,
            deliveries,
            segments,
            paste,
            clipboard,
        };
        if let Some(read) = &plan.read {
            return Ok(match self.read_clipboard(read, self.base_of(expected.window_id))? {
                Some(text) => done(Times { ended_us: now_us(), ..times }, None, Some(text)),
                None => Outcome::PreconditionFailed {
                    times: Times { ended_us: now_us(), ..times },
                    differences: vec![Difference::Clipboard],
                    pixels_changed: 0,
                },
            });
        }
        let Some(paste) = &plan.paste else {
            if plan.exact && !self.same_layout(plan) {
                return Ok(Outcome::DeliveryUnknown { times: Times { ended_us: now_us(), ..times }, sent });
            }
            return Ok(done(times, None, None));
        };
        let (end, facts) = self.serve_paste(paste, self.base_of(expected.window_id), times.started_us);
        let times = Times { ended_us: now_us(), ..times };
        Ok(match end {
            PasteEnd::Served => done(times, Some(facts), None),
            PasteEnd::Hijacked => Outcome::PasteHijacked { times, sent, paste: facts },
            PasteEnd::Unanswered => Outcome::PasteUnanswered { times, sent, paste: facts },
            PasteEnd::Unknown(cause) => Outcome::OutcomeUnknown { times, cause, sent },
        })
    }

    /// Whether the layout is still the one that the keys were chosen by. What cannot be read is not known to be the same.
    fn same_layout(&self, plan: &Plan) -> bool {
        let now = || crate::keyboard::ask(&self.conn)?.raw();
        plan.keyboard.as_ref().is_none_or(|planned| now().is_ok_and(|raw| planned.still(&raw)))
    }
}
