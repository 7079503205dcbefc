//! Compare and act in one server grab, and learn who got the input.

mod burst;
mod compare;
mod deliver;
mod facts;
mod plan;
mod types;

pub(crate) use types::Act;
pub use types::{
    DeliveredTo, Delivery, Difference, Expected, ExpectedClient, MouseButton, Outcome, Primitive, ScrollDirection,
    Times,
};

use crate::clock::now_us;
use crate::fault::{Code, Fault, Result};
use crate::paste::PasteEnd;
use crate::session::Session;
use burst::Burst;
use deliver::Verdict;
use plan::Plan;

impl Session {
    /// Sends the primitive only if everything in `expected` still holds and it is not later than `not_after_us`.
    pub fn dispatch(&mut self, expected: &Expected, primitive: &Primitive, not_after_us: u64) -> Result<Outcome> {
        if !self.controls()?.leased {
            return Err(Fault::new(Code::LeaseAbsent, "this connection has no lease of the display; call lease first"));
        }
        let plan = self.plan(expected, primitive)?;
        let started_us = now_us();
        let burst = self.burst(expected, &plan, not_after_us)?;
        let times = |grab_us| Times { grab_us, started_us, ended_us: now_us() };
        match burst {
            Burst::Refused { differences, pixels_changed, grab_us } => {
                Ok(Outcome::PreconditionFailed { times: times(grab_us), differences, pixels_changed })
            }
            Burst::Pierced { sent, grab_us } => {
                self.let_go()?;
                self.give_up_clipboard()?;
                Ok(Outcome::GrabPierced { times: times(grab_us), sent })
            }
            Burst::InputGrabbed { grab_us } => Ok(Outcome::InputGrabbed { times: times(grab_us) }),
            Burst::Unknown { cause, sent, grab_us } => {
                // Best effort: the connection may be gone, and then the server has let go of nothing that it will not itself release.
                let _ = self.let_go();
                Ok(Outcome::OutcomeUnknown { times: times(grab_us), cause, sent })
            }
            Burst::Sent { sent, grab_us, verdict } => self.conclude(expected, &plan, sent, times(grab_us), verdict),
        }
    }

    fn conclude(
        &mut self,
        expected: &Expected,
        plan: &Plan,
        sent: u32,
        times: Times,
        verdict: Verdict,
    ) -> Result<Outcome> {
        let Verdict { delivered_to, deliveries } = verdict;
        let Some(delivered_to) = delivered_to else {
            self.let_go()?;
            self.give_up_clipboard()?;
            return Ok(Outcome::Misdelivered { times: Times { ended_us: now_us(), ..times }, sent, deliveries });
        };
        let Some(paste) = &plan.paste else {
            return Ok(Outcome::Dispatched { times, delivered_to, sent, deliveries, paste: None });
        };
        let (end, facts) = self.serve_paste(paste, self.base_of(expected.window_id), times.started_us);
        let times = Times { ended_us: now_us(), ..times };
        Ok(match end {
            PasteEnd::Served => Outcome::Dispatched { times, delivered_to, sent, deliveries, paste: Some(facts) },
            PasteEnd::Hijacked => Outcome::PasteHijacked { times, sent, paste: facts },
            PasteEnd::Unanswered => Outcome::PasteUnanswered { times, sent, paste: facts },
            PasteEnd::Unknown(cause) => Outcome::OutcomeUnknown { times, cause, sent },
        })
    }
}
