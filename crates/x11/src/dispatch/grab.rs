//! Taking the grab and comparing: everything that must still hold is read again, and the pixels are, where they are asked for.

use super::burst::Aim;
use super::compare::{Own, differences};
use super::facts::{Asked, Facts};
use super::types::Difference;
use crate::clock::now_us;
use crate::fault::{Code, Fault, Result};
use crate::frame::{Bands, Memory};
use crate::session::Session;
use deskgate_observe::pixels::{count_changed, rows_equal};
use x11rb::NONE;
use x11rb::connection::Connection;
use x11rb::protocol::damage::ConnectionExt as _;
use x11rb::protocol::xproto::ConnectionExt as _;

/// The longest that other clients may be shut out, from getting the grab.
const GRAB_US_MAX: u64 = 500_000;

/// What comparing gave.
pub struct Compared {
    pub differences: Vec<Difference>,
    pub pixels_changed: u64,
    pub pierced: bool,
    pub input_grabbed: bool,
}

/// What was read under the grab.
struct Read {
    /// Number of the first request under the grab.
    since: u64,
    facts: Facts,
    equal: bool,
}

impl Session {
    /// Takes the grab and compares. On a fault the grab is let go of, or the connection ended.
    pub(super) fn compare_grabbed(&mut self, aim: &Aim<'_>) -> Result<Compared> {
        let mut memory = match aim.pixels {
            true => Some(self.frames.take(&self.conn, self.frames.get(aim.expected.frame)?.layout.bytes())?),
            false => None,
        };
        let mut held = false;
        let Read { since, facts, equal } = match self.read_grabbed(aim, memory.as_mut(), &mut held) {
            Ok(read) => read,
            Err(fault) => {
                if let Some(memory) = memory {
                    memory.discard(&self.conn);
                }
                return Err(self.abandon(fault, held));
            }
        };
        let mut pixels_changed = 0;
        if let Some(memory) = memory {
            pixels_changed = if equal { 0 } else { self.count(aim.expected.frame, &memory)? };
            self.frames.give_back(&self.conn, memory);
        }
        self.absorb()?;
        let own = Own {
            window: self.controls()?.window,
            lease_lost: self.inbox.lease_lost,
            held: &self.held,
            resource_mask: self.facts.resource_mask,
        };
        let mut found = differences(aim.expected, aim.plan, &facts, &own);
        if !equal {
            found.push(Difference::Pixels);
            found.sort_unstable();
        }
        let own_menu = aim.expected.surface_clients.contains(&aim.expected.client.base);
        if let Some(chain) = facts.chains.into_iter().next() {
            self.guesses.last = chain;
        }
        Ok(Compared {
            differences: found,
            pixels_changed,
            pierced: self.inbox.foreign.iter().any(|sequence| *sequence >= since),
            input_grabbed: self.inbox.keyboard_grabbed && !own_menu,
        })
    }

    /// `held` becomes true once the grab is known to be ours.
    fn read_grabbed(&mut self, aim: &Aim<'_>, memory: Option<&mut Memory>, held: &mut bool) -> Result<Read> {
        let damage = self.controls()?.damage;
        let (conn, root) = (&self.conn, self.facts.root_id);
        conn.grab_server()?;
        let since = conn.damage_subtract(damage, NONE, NONE)?.sequence_number();
        let guess = aim.points.first().and_then(|point| self.guesses.points.get(point)).unwrap_or(&self.guesses.last);
        let asked = Asked::ask(conn, root, &self.atoms, aim.expected, aim.points, guess, aim.plan.keyboard.is_some())?;
        let reference = match memory {
            Some(memory) => {
                let frame = self.frames.get(aim.expected.frame)?;
                let bands = Bands::ask(conn, root, frame.region, &frame.layout, memory)?;
                Some((frame, frame.image()?, bands, memory))
            }
            None => None,
        };
        conn.flush()?;
        let facts = asked.read(&self.atoms)?;
        *held = true;
        self.control.set_deadline_us(self.control.deadline_us().min(now_us() + GRAB_US_MAX));
        let mut equal = true;
        if let Some((frame, image, bands, memory)) = reference {
            bands.read(&frame.layout, memory, |rows, band| {
                let from = rows.start as usize * frame.layout.stride;
                let kept = image.get(from..from + band.len()).unwrap_or_default();
                equal = equal && rows_equal(&frame.layout, &frame.mask, rows, kept, band);
            })?;
        }
        Ok(Read { since, facts, equal })
    }

    fn count(&self, frame: u32, memory: &crate::frame::Memory) -> Result<u64> {
        let reference = self.frames.get(frame)?;
        let now = memory.bytes(0, reference.layout.bytes()).unwrap_or_default();
        Ok(count_changed(&reference.layout, &reference.mask, 0..reference.layout.height, reference.image()?, now))
    }

    /// After a fault: if the grab is ours, the connection is ended, so that the server lets go at once; if the request for it is still
    /// waiting, the request to let go is queued behind it, and the connection goes on.
    fn abandon(&mut self, fault: Fault, held: bool) -> Fault {
        if fault.code == Code::ConnectionLost {
            return fault;
        }
        let waits_for_server = fault.code == Code::Deadline;
        if (waits_for_server && held) || self.let_server_go().is_err() {
            self.conn.stream().hang_up();
            return Fault::new(
                Code::ConnectionLost,
                "a deadline passed while the server was grabbed; the connection was ended",
            );
        }
        fault
    }

    fn let_server_go(&self) -> Result<()> {
        // The deadline that passed must not keep these few bytes from being written.
        self.control.set_deadline_us(now_us() + 50_000);
        self.conn.ungrab_server()?;
        self.conn.flush()?;
        Ok(())
    }
}
