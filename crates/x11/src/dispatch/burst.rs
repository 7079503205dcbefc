//! The grab itself. Between taking it and letting go there is no lock, no wait for anyone but the server, and no JavaScript.

use super::compare::{Own, differences};
use super::deliver::Verdict;
use super::facts::Asked;
use super::plan::Plan;
use super::types::{Act, Difference, Expected};
use crate::clock::now_us;
use crate::connect::Conn;
use crate::fault::{Code, Fault, Result};
use crate::frame::Bands;
use crate::session::Session;
use deskgate_observe::pixels::{count_changed, rows_equal};
use x11rb::NONE;
use x11rb::connection::Connection;
use x11rb::protocol::damage::ConnectionExt as _;
use x11rb::protocol::xproto::{
    BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, KEY_PRESS_EVENT, KEY_RELEASE_EVENT,
    MOTION_NOTIFY_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt as _;

/// The longest that other clients may be shut out, from getting the grab.
const GRAB_US_MAX: u64 = 500_000;
/// How long RECORD may lag behind.
const WITNESS_US_MAX: u64 = 500_000;
/// How long a named client may take to hand input on to the target.
const HANDED_ON_US_MAX: u64 = 200_000;

pub enum Burst {
    Refused { differences: Vec<Difference>, pixels_changed: u64, grab_us: u64 },
    Pierced { sent: u32, grab_us: u64 },
    InputGrabbed { grab_us: u64 },
    Unknown { cause: Code, sent: u32, grab_us: u64 },
    Sent { sent: u32, grab_us: u64, verdict: Verdict },
}

/// What comparing gave.
struct Compared {
    differences: Vec<Difference>,
    pixels_changed: u64,
    pierced: bool,
    input_grabbed: bool,
}

/// What was written into the grab.
struct Written {
    marks: (u64, u64),
    /// Events of other clients with a number in this range came while the server was grabbed.
    grabbed: std::ops::Range<u64>,
}

impl Session {
    pub(super) fn burst(&mut self, expected: &Expected, plan: &Plan, not_after_us: u64) -> Result<Burst> {
        self.absorb()?;
        self.inbox.foreign.clear();
        let asked_at = now_us();
        self.control.set_deaf(true);
        let compared = self.compare_grabbed(expected, plan);
        let result = self.act(expected, plan, not_after_us, asked_at, compared);
        self.control.set_deaf(false);
        result
    }

    /// Takes the grab and compares. On a fault the grab is let go of, or the connection ended.
    fn compare_grabbed(&mut self, expected: &Expected, plan: &Plan) -> Result<Compared> {
        let damage = self.controls()?.damage;
        let reference = self.frames.get(expected.frame)?;
        let (layout, region) = (reference.layout, reference.region);
        let mut memory = self.frames.take(&self.conn, layout.bytes())?;
        let mut held = false;
        let read = (|| {
            let conn = &self.conn;
            conn.grab_server()?;
            let since = conn.damage_subtract(damage, NONE, NONE)?.sequence_number();
            let guess = expected.point.and_then(|point| self.guesses.points.get(&point)).map_or(&[][..], Vec::as_slice);
            let root = self.facts.root_id;
            let asked = Asked::ask(conn, root, &self.atoms, expected, guess, plan.keyboard.is_some())?;
            let bands = Bands::ask(conn, root, region, &layout, &memory)?;
            conn.flush()?;
            let facts = asked.read(&self.atoms)?;
            held = true;
            self.control.set_deadline_us(self.control.deadline_us().min(now_us() + GRAB_US_MAX));
            let reference = self.frames.get(expected.frame)?;
            let image = reference.image()?;
            let mut equal = true;
            bands.read(&layout, &mut memory, |rows, band| {
                let from = rows.start as usize * layout.stride;
                let kept = image.get(from..from + band.len()).unwrap_or_default();
                equal = equal && rows_equal(&layout, &reference.mask, rows, kept, band);
            })?;
            Ok((since, facts, equal))
        })();
        let (since, facts, equal) = match read {
            Ok(read) => read,
            Err(fault) => {
                memory.discard(&self.conn);
                return Err(self.abandon(fault, held));
            }
        };
        let pixels_changed = if equal { 0 } else { self.count(expected.frame, &memory)? };
        self.frames.give_back(&self.conn, memory);
        self.absorb()?;
        let own = Own {
            window: self.controls()?.window,
            lease_lost: self.inbox.lease_lost,
            held: &self.held,
            resource_mask: self.facts.resource_mask,
        };
        let mut found = differences(expected, plan, &facts, &own);
        if !equal {
            found.push(Difference::Pixels);
            found.sort_unstable();
        }
        let own_menu = expected.surface_clients.contains(&expected.client.base);
        Ok(Compared {
            differences: found,
            pixels_changed,
            pierced: self.inbox.foreign.iter().any(|sequence| *sequence >= since),
            input_grabbed: self.inbox.keyboard_grabbed && !own_menu,
        })
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

    fn act(
        &mut self,
        expected: &Expected,
        plan: &Plan,
        not_after_us: u64,
        asked_at: u64,
        compared: Result<Compared>,
    ) -> Result<Burst> {
        let Compared { mut differences, pixels_changed, pierced, input_grabbed } = compared?;
        let cancelled = self.control.is_cancelled();
        if now_us() > not_after_us {
            differences.push(Difference::Deadline);
        }
        if cancelled || pierced || input_grabbed || !differences.is_empty() {
            self.conn.ungrab_server()?;
            self.conn.get_input_focus()?.reply()?;
            let grab_us = now_us() - asked_at;
            return if cancelled {
                Err(Fault::new(Code::Cancelled, "the call was cancelled before anything was sent"))
            } else if !differences.is_empty() {
                Ok(Burst::Refused { differences, pixels_changed, grab_us })
            } else if pierced {
                Ok(Burst::Pierced { sent: 0, grab_us })
            } else {
                Ok(Burst::InputGrabbed { grab_us })
            };
        }
        let sent = plan.acts.len() as u32;
        let written = self.write(plan);
        let grab_us = now_us() - asked_at;
        let known = written.and_then(|written| self.witness(expected, written));
        Ok(match known {
            Ok(Some(verdict)) => Burst::Sent { sent, grab_us, verdict },
            Ok(None) => Burst::Pierced { sent, grab_us },
            Err(fault) => Burst::Unknown { cause: fault.code, sent, grab_us },
        })
    }

    /// Marker, input, marker, ungrab, in one go; then the round trip that proves that the server has done it all.
    fn write(&mut self, plan: &Plan) -> Result<Written> {
        let first = self.mark()?;
        let window = self.controls()?.window;
        if let Some(paste) = &plan.paste {
            self.conn.set_selection_owner(window, self.atoms.CLIPBOARD, paste.time)?;
            self.inbox.clipboard_lost = false;
            self.inbox.requests.clear();
            self.controls()?.owns_clipboard = true;
        }
        for act in &plan.acts {
            self.held.note(*act);
            send(&self.conn, self.facts.root_id, *act)?;
        }
        let last = self.mark()?;
        let ungrab = self.conn.ungrab_server()?.sequence_number();
        self.conn.get_input_focus()?.reply()?;
        Ok(Written { marks: (first.0, last.0), grabbed: first.1..ungrab })
    }

    /// A question of ours whose answer RECORD shows in its place among the input. Gives its number and that of its request.
    fn mark(&mut self) -> Result<(u64, u64)> {
        let cookie = self.conn.get_pointer_control()?;
        let sequence = cookie.sequence_number();
        let controls = self.controls.as_mut().ok_or_else(Session::no_controls)?;
        controls.marks += 1;
        Ok((controls.marks, sequence))
    }

    /// Who got it, or nothing when another client acted within the grab.
    fn witness(&mut self, expected: &Expected, written: Written) -> Result<Option<Verdict>> {
        let (from, to) = written.marks;
        let mut seen = self.controls()?.tap.between(from, to, now_us() + WITNESS_US_MAX)?;
        self.absorb()?;
        if self.inbox.foreign.iter().any(|sequence| written.grabbed.contains(sequence)) {
            return Ok(None);
        }
        // A window manager that is named takes a click first and hands it on when it runs again, which is after the grab.
        let until = now_us() + HANDED_ON_US_MAX;
        while self.waits_for_target(expected, &seen) {
            match self.controls()?.tap.next_input(until)? {
                Some(next) => seen.push(next),
                None => break,
            }
        }
        self.judge(expected, &seen).map(Some)
    }
}

fn send(conn: &Conn, root: u32, act: Act) -> Result<()> {
    let (kind, detail, window, x, y) = match act {
        Act::Move(x, y) => (MOTION_NOTIFY_EVENT, 0, root, x, y),
        Act::ButtonPress(button) => (BUTTON_PRESS_EVENT, button, NONE, 0, 0),
        Act::ButtonRelease(button) => (BUTTON_RELEASE_EVENT, button, NONE, 0, 0),
        Act::KeyPress(keycode) => (KEY_PRESS_EVENT, keycode, NONE, 0, 0),
        Act::KeyRelease(keycode) => (KEY_RELEASE_EVENT, keycode, NONE, 0, 0),
    };
    conn.xtest_fake_input(kind, detail, 0, window, x, y, 0)?;
    Ok(())
}
