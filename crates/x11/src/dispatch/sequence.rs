//! An act of several segments: each under a grab of its own, with everything but the pixels compared anew, and a look at the caller's
//! wish to stop before it.

use super::burst::{Aim, Burst};
use super::deliver::Verdict;
use super::plan::Plan;
use super::segments::Part;
use super::types::{DeliveredTo, Delivery, Difference, Expected, Progress, Stopped};
use crate::clock::now_us;
use crate::fault::{Code, Fault, Result};
use crate::session::Session;

/// What became of the segments.
pub enum Ran {
    /// The first one was not sent, or went astray: its own answer is the act's.
    First(Burst),
    Whole {
        delivered_to: DeliveredTo,
        progress: Progress,
        grab_us: u64,
    },
    Stopped {
        progress: Progress,
        stopped: Stopped,
        grab_us: u64,
    },
}

/// One segment's answer, as the next one needs it.
enum Next {
    Sent(DeliveredTo),
    Stop(Stopped),
}

impl Session {
    pub(super) fn run_parts(&mut self, expected: &Expected, plan: &Plan, not_after_us: u64) -> Result<Ran> {
        let mut progress = Progress { planned: plan.parts.len() as u32, ..Progress::default() };
        let (mut grab_us, mut delivered_to) = (0, DeliveredTo::None);
        for (index, part) in plan.parts.iter().enumerate() {
            let first = index == 0;
            let burst = if first {
                match self.send_part(expected, plan, part, not_after_us)? {
                    burst @ Burst::Sent { verdict: Verdict { delivered_to: Some(_), .. }, .. } => burst,
                    other => return Ok(Ran::First(other)),
                }
            } else {
                match self.later_part(expected, plan, part) {
                    Ok(burst) => burst,
                    Err(stopped) => return Ok(self.stop(expected, progress, stopped, grab_us)),
                }
            };
            match note(burst, &mut progress, &mut grab_us) {
                Next::Sent(to) => delivered_to = better(delivered_to, to),
                Next::Stop(stopped) => return Ok(self.stop(expected, progress, stopped, grab_us)),
            }
        }
        Ok(Ran::Whole { delivered_to, progress, grab_us })
    }

    /// The first segment: all points and the pixels are compared.
    fn send_part(&mut self, expected: &Expected, plan: &Plan, part: &Part, not_after_us: u64) -> Result<Burst> {
        let points: Vec<_> = part.point.iter().chain(&plan.also).copied().collect();
        let acts = &part.acts;
        self.burst(&Aim { expected, plan, acts, points: &points, pixels: true, not_after_us, since: None })
    }

    fn later_part(&mut self, expected: &Expected, plan: &Plan, part: &Part) -> std::result::Result<Burst, Stopped> {
        let stopped_by = |fault: crate::fault::Fault| stopped_by(fault.code);
        self.pass(part.pause_us).map_err(stopped_by)?;
        self.control.set_deadline_us(self.options.deadline_us());
        let since = Some(self.controls().map_err(stopped_by)?.marks);
        let (acts, points) = (&part.acts, part.point.as_slice());
        self.burst(&Aim { expected, plan, acts, points, pixels: false, not_after_us: u64::MAX, since })
            .map_err(stopped_by)
    }

    /// Lets time pass between two segments; a fault when the caller wants no next one.
    fn pass(&mut self, pause_us: u64) -> Result<()> {
        let until = now_us() + pause_us;
        self.control.set_deadline_us(until + u64::from(self.options.deadline_ms) * 1000);
        while now_us() < until {
            self.absorb_until(until)?;
        }
        if self.control.is_cancelled() {
            return Err(Fault::new(Code::Cancelled, "the call was cancelled between two segments"));
        }
        Ok(())
    }

    /// Ends an act half-way: whatever is down is let go of, and whom that reached is said.
    fn stop(&mut self, expected: &Expected, mut progress: Progress, stopped: Stopped, grab_us: u64) -> Ran {
        self.control.set_deaf(true);
        self.control.set_deadline_us(self.options.deadline_us());
        let let_go = self.let_go_seen(expected);
        self.control.set_deaf(false);
        let stopped = match let_go {
            Ok(strangers) if strangers.is_empty() => stopped,
            Ok(strangers) => {
                add(&mut progress.deliveries, &strangers);
                Stopped::Misdelivered
            }
            Err(fault) => Stopped::Unknown(fault.code),
        };
        Ran::Stopped { progress, stopped, grab_us }
    }
}

/// A fault after something was sent: a cancellation is known to have come between two segments, anything else is not known.
fn stopped_by(code: Code) -> Stopped {
    if code == Code::Cancelled { Stopped::Cancelled } else { Stopped::Unknown(code) }
}

fn note(burst: Burst, progress: &mut Progress, longest_us: &mut u64) -> Next {
    let mut grabbed = |grab_us: u64| *longest_us = grab_us.max(*longest_us);
    match burst {
        Burst::Sent { sent, grab_us, verdict } => {
            grabbed(grab_us);
            progress.sent += sent;
            add(&mut progress.deliveries, &verdict.deliveries);
            match verdict.delivered_to {
                Some(to) => {
                    progress.done += 1;
                    Next::Sent(to)
                }
                None => Next::Stop(Stopped::Misdelivered),
            }
        }
        Burst::Refused { differences, grab_us, .. } => {
            grabbed(grab_us);
            // What was typed under the old layout may be read under the new one.
            let unsure = differences.contains(&Difference::Keymap);
            Next::Stop(if unsure { Stopped::DeliveryUnknown } else { Stopped::Differs(differences) })
        }
        Burst::Pierced { sent, grab_us } => {
            grabbed(grab_us);
            progress.sent += sent;
            Next::Stop(Stopped::GrabPierced)
        }
        Burst::InputGrabbed { grab_us } => {
            grabbed(grab_us);
            Next::Stop(Stopped::InputGrabbed)
        }
        Burst::Unknown { cause, sent, grab_us } => {
            grabbed(grab_us);
            progress.sent += sent;
            Next::Stop(Stopped::Unknown(cause))
        }
    }
}

fn add(all: &mut Vec<Delivery>, more: &[Delivery]) {
    for one in more {
        match all.iter_mut().find(|known| known.client_base == one.client_base) {
            Some(known) => known.events += one.events,
            None => all.push(*one),
        }
    }
}

fn better(a: DeliveredTo, b: DeliveredTo) -> DeliveredTo {
    match (a, b) {
        (DeliveredTo::Target, _) | (_, DeliveredTo::Target) => DeliveredTo::Target,
        (DeliveredTo::SameClient, _) | (_, DeliveredTo::SameClient) => DeliveredTo::SameClient,
        _ => DeliveredTo::None,
    }
}
