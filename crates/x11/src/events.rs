//! Events that the server sent us, sorted by what they mean here.

use crate::connect::Conn;
use crate::fault::Result;
use crate::session::Session;
use std::collections::VecDeque;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    FocusInEvent, NotifyMode, PropertyNotifyEvent, SelectionNotifyEvent, SelectionRequestEvent,
};

/// Bound of each list below: a hostile client can make the server send us as many events as it likes.
const KEPT_MAX: usize = 4096;

#[derive(Debug, Default)]
pub struct Inbox {
    /// Another client took the lease.
    pub lease_lost: bool,
    /// Another client took the clipboard while we owned it.
    pub clipboard_lost: bool,
    /// A keyboard grab is in force, as far as the focus windows that we watch tell.
    pub keyboard_grabbed: bool,
    /// Sequence numbers of events that another client's doing caused: painting, mapping, properties, focus.
    pub foreign: Vec<u64>,
    /// The screen changed since the damage was last subtracted.
    pub damaged: bool,
    /// The last answer to our asking for a selection.
    pub converted: Option<SelectionNotifyEvent>,
    pub requests: VecDeque<SelectionRequestEvent>,
    pub properties: VecDeque<PropertyNotifyEvent>,
}

impl Inbox {
    /// Sorts in one event. `ours` are our lease selection and our window.
    fn take(&mut self, event: &Event, sequence: u64, ours: Ours) {
        match event {
            Event::DamageNotify(_) => {
                self.damaged = true;
                self.foreign(sequence);
            }
            Event::SelectionClear(event) if event.selection == ours.lease => self.lease_lost = true,
            Event::SelectionClear(event) if event.selection == ours.clipboard => self.clipboard_lost = true,
            Event::SelectionNotify(event) if event.requestor == ours.window => self.converted = Some(*event),
            Event::SelectionRequest(event) => keep(&mut self.requests, *event),
            Event::PropertyNotify(event) => {
                if event.window != ours.window {
                    self.foreign(sequence);
                }
                keep(&mut self.properties, *event);
            }
            Event::FocusIn(event) => self.focus(event, sequence, false),
            Event::FocusOut(event) => self.focus(event, sequence, true),
            Event::MapNotify(_)
            | Event::UnmapNotify(_)
            | Event::ConfigureNotify(_)
            | Event::CreateNotify(_)
            | Event::DestroyNotify(_)
            | Event::ReparentNotify(_)
            | Event::CirculateNotify(_)
            | Event::GravityNotify(_) => self.foreign(sequence),
            _ => {}
        }
    }

    fn focus(&mut self, event: &FocusInEvent, sequence: u64, out: bool) {
        match (event.mode, out) {
            (NotifyMode::GRAB, _) | (NotifyMode::WHILE_GRABBED, true) => self.keyboard_grabbed = true,
            (NotifyMode::UNGRAB, _) => self.keyboard_grabbed = false,
            // A focus that is set while a grab is in force says nothing of the grab's end.
            (NotifyMode::WHILE_GRABBED, false) => self.foreign(sequence),
            _ => self.foreign(sequence),
        }
    }

    fn foreign(&mut self, sequence: u64) {
        if self.foreign.len() < KEPT_MAX {
            self.foreign.push(sequence);
        }
    }
}

fn keep<T>(list: &mut VecDeque<T>, item: T) {
    if list.len() < KEPT_MAX {
        list.push_back(item);
    }
}

#[derive(Clone, Copy)]
struct Ours {
    window: u32,
    lease: u32,
    clipboard: u32,
}

impl Session {
    /// Sorts in all events that have arrived. Does not wait.
    pub(crate) fn absorb(&mut self) -> Result<()> {
        let ours = self.ours();
        while let Some((event, sequence)) = poll(&self.conn)? {
            self.inbox.take(&event, sequence, ours);
        }
        Ok(())
    }

    /// Waits for one event until `until_us`, and sorts it in with all that came after it. False when none came.
    pub(crate) fn absorb_until(&mut self, until_us: u64) -> Result<bool> {
        let ours = self.ours();
        // Waiting for an answer to what is still in our own buffer would be waiting for ever.
        self.conn.flush()?;
        let deadline = self.control.deadline_us();
        self.control.set_deadline_us(until_us.min(deadline));
        let waited = self.conn.wait_for_event_with_sequence();
        self.control.set_deadline_us(deadline);
        match waited.map_err(crate::fault::Fault::from) {
            Ok((event, sequence)) => {
                self.inbox.take(&event, sequence, ours);
                self.absorb()?;
                Ok(true)
            }
            Err(fault) if fault.code == crate::fault::Code::Deadline => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    fn ours(&self) -> Ours {
        Ours {
            window: self.controls.as_ref().map_or(0, |controls| controls.window),
            lease: self.atoms._DESKGATE_LEASE,
            clipboard: self.atoms.CLIPBOARD,
        }
    }
}

fn poll(conn: &Conn) -> Result<Option<(Event, u64)>> {
    Ok(conn.poll_for_event_with_sequence()?)
}
