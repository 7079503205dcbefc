//! The grab itself. Between taking it and letting go there is no lock, no wait for anyone but the server, and no JavaScript.

use super::deliver::Verdict;
use super::grab::Compared;
use super::plan::Plan;
use super::types::{Act, Delivery, Difference, Expected};
use crate::clock::now_us;
use crate::connect::Conn;
use crate::fault::{Code, Fault, Result};
use crate::record::Seen;
use crate::session::Session;
use deskgate_observe::delivery::Delivered;
use x11rb::NONE;
use x11rb::protocol::xproto::{
    BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, KEY_PRESS_EVENT, KEY_RELEASE_EVENT,
    MOTION_NOTIFY_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt as _;

/// How long RECORD may lag behind.
const WITNESS_US_MAX: u64 = 500_000;
/// How long a named client may take to hand input on to the target.
const HANDED_ON_US_MAX: u64 = 200_000;

/// One burst: what is sent, and what must hold for it.
pub struct Aim<'a> {
    pub expected: &'a Expected,
    pub plan: &'a Plan,
    pub acts: &'a [Act],
    /// Where the surface is asked for.
    pub points: &'a [(i32, i32)],
    /// Whether the planned frame is compared too.
    pub pixels: bool,
    pub not_after_us: u64,
    /// The last mark of the segment before: keys that were delivered since then (a held key repeats) are judged as well.
    pub since: Option<u64>,
}

pub enum Burst {
    Refused { differences: Vec<Difference>, pixels_changed: u64, grab_us: u64 },
    Pierced { sent: u32, grab_us: u64 },
    InputGrabbed { grab_us: u64 },
    Unknown { cause: Code, sent: u32, grab_us: u64 },
    Sent { sent: u32, grab_us: u64, verdict: Verdict },
}

/// What was written into the grab.
struct Written {
    marks: (u64, u64),
    /// Events of other clients with a number in this range came while the server was grabbed.
    grabbed: std::ops::Range<u64>,
}

impl Session {
    pub(super) fn burst(&mut self, aim: &Aim<'_>) -> Result<Burst> {
        self.absorb()?;
        self.inbox.foreign.clear();
        let asked_at = now_us();
        self.control.set_deaf(true);
        let compared = self.compare_grabbed(aim);
        let result = self.act(aim, asked_at, compared);
        self.control.set_deaf(false);
        result
    }

    fn act(&mut self, aim: &Aim<'_>, asked_at: u64, compared: Result<Compared>) -> Result<Burst> {
        let Compared { mut differences, pixels_changed, pierced, input_grabbed } = compared?;
        let cancelled = self.control.is_cancelled();
        if now_us() > aim.not_after_us {
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
        let sent = aim.acts.len() as u32;
        let written = self.write(aim);
        let grab_us = now_us() - asked_at;
        let known = written.and_then(|written| self.witness(aim, written));
        Ok(match known {
            Ok(Some(verdict)) => Burst::Sent { sent, grab_us, verdict },
            Ok(None) => Burst::Pierced { sent, grab_us },
            Err(fault) => Burst::Unknown { cause: fault.code, sent, grab_us },
        })
    }

    /// Marker, input, marker, ungrab, in one go; then the round trip that proves that the server has done it all.
    fn write(&mut self, aim: &Aim<'_>) -> Result<Written> {
        let first = self.mark()?;
        let window = self.controls()?.window;
        if let Some(paste) = &aim.plan.paste {
            self.conn.set_selection_owner(window, self.atoms.CLIPBOARD, paste.time)?;
            self.inbox.clipboard_lost = false;
            self.inbox.requests.clear();
            self.controls()?.owns_clipboard = true;
        }
        for act in aim.acts {
            self.held.note(*act);
            send(&self.conn, self.facts.root_id, *act)?;
        }
        let last = self.mark()?;
        let ungrab = self.conn.ungrab_server()?.sequence_number();
        self.conn.get_input_focus()?.reply()?;
        Ok(Written { marks: (first.0, last.0), grabbed: first.1..ungrab })
    }

    /// A question of ours whose answer RECORD shows in its place among the input. Gives its number and that of its request.
    pub(super) fn mark(&mut self) -> Result<(u64, u64)> {
        let cookie = self.conn.get_pointer_control()?;
        let sequence = cookie.sequence_number();
        let controls = self.controls.as_mut().ok_or_else(Session::no_controls)?;
        controls.marks += 1;
        Ok((controls.marks, sequence))
    }

    /// Who got it, or nothing when another client acted within the grab.
    fn witness(&mut self, aim: &Aim<'_>, written: Written) -> Result<Option<Verdict>> {
        let (from, to) = written.marks;
        let mut seen = Vec::new();
        if let Some(since) = aim.since {
            let repeated = self.controls()?.tap.between(since, from, now_us() + WITNESS_US_MAX)?;
            seen.extend(repeated.into_iter().filter(is_key));
        }
        seen.extend(self.controls()?.tap.between(from, to, now_us() + WITNESS_US_MAX)?);
        self.absorb()?;
        if self.inbox.foreign.iter().any(|sequence| written.grabbed.contains(sequence)) {
            return Ok(None);
        }
        // A window manager that is named takes a click first and hands it on when it runs again, which is after the grab.
        let until = now_us() + HANDED_ON_US_MAX;
        while self.waits_for_target(aim.expected, &seen) {
            match self.controls()?.tap.next_input(until)? {
                Some(next) => seen.push(next),
                None => break,
            }
        }
        self.judge(aim.expected, &seen).map(Some)
    }

    /// Lets go of all that is down, and tells whom that reached if it was anybody but the target's client.
    pub(super) fn let_go_seen(&mut self, expected: &Expected) -> Result<Vec<Delivery>> {
        let since = self.controls()?.marks;
        self.let_go()?;
        let (to, _) = self.mark()?;
        self.conn.get_input_focus()?.reply()?;
        let seen = self.controls()?.tap.between(since, to, now_us() + WITNESS_US_MAX)?;
        let verdict = self.judge(expected, &seen)?;
        Ok(if verdict.delivered_to.is_none() { verdict.deliveries } else { Vec::new() })
    }
}

fn is_key(seen: &Seen) -> bool {
    matches!(seen.event, Delivered::Input { key: true, .. })
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
