//! Waiting until the picture rests. DAMAGE wakes, comparing proves: a repaint with the same pixels is no change.

use crate::clock::now_us;
use crate::fault::Result;
use crate::frame::{Frame, Scope, same};
use crate::session::Session;
use deskgate_observe::geometry::Rect;
use x11rb::NONE;
use x11rb::protocol::damage::ConnectionExt as _;

/// After a wake-up, before looking.
const PAUSE_US: u64 = 4000;

#[derive(Clone, Debug)]
pub struct StillOptions {
    pub quiet_ms: u32,
    pub max_ms: u32,
    pub scope: Scope,
    pub ignored: Vec<Rect>,
}

#[derive(Clone, Copy, Debug)]
pub struct StillFacts {
    pub settled: bool,
    pub waited_us: u64,
    pub changes: u32,
}

impl Session {
    pub fn wait_for_still(&mut self, options: &StillOptions) -> Result<StillFacts> {
        let started = now_us();
        let until = self.deadline_after_ms(options.max_ms);
        let connection_deadline = self.options.deadline_us();
        self.control.set_deadline_us(connection_deadline.max(until + u64::from(self.options.deadline_ms) * 1000));
        let quiet_us = u64::from(options.quiet_ms) * 1000;
        let mut changes = 0;
        let mut last = self.look(options)?;
        let mut quiet_since = now_us();
        let settled = loop {
            let quiet_end = quiet_since + quiet_us;
            while !self.inbox.damaged && now_us() < quiet_end.min(until) {
                self.absorb_until(quiet_end.min(until))?;
            }
            if self.inbox.damaged {
                // A client that never stops painting must not make us capture without a pause.
                let pause = (now_us() + PAUSE_US).min(until);
                while now_us() < pause && self.absorb_until(pause)? {}
            }
            let next = match self.look(options) {
                Ok(next) => next,
                Err(fault) => break Err(fault),
            };
            let changed = !same(&last, &next).unwrap_or(false);
            self.forget_frame(std::mem::replace(&mut last, next));
            if changed {
                changes += 1;
                quiet_since = now_us();
            } else if now_us() >= quiet_end {
                break Ok(true);
            }
            if now_us() >= until {
                break Ok(false);
            }
        };
        self.forget_frame(last);
        Ok(StillFacts { settled: settled?, waited_us: now_us() - started, changes })
    }

    /// Captures, having asked to be woken by whatever is painted from now on.
    fn look(&mut self, options: &StillOptions) -> Result<Frame> {
        let damage = self.controls()?.damage;
        // Forgotten before the subtraction: what is painted after it is told again, and is then never missed.
        self.absorb()?;
        self.inbox.damaged = false;
        self.conn.damage_subtract(damage, NONE, NONE)?;
        let region = self.region_of(options.scope)?;
        self.take_frame(region, &options.ignored, None).map(|(frame, _)| frame)
    }
}
