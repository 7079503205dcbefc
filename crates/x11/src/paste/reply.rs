//! Answers to one request for the clipboard.

use super::PasteJob;
use crate::fault::Result;
use crate::session::Session;
use x11rb::NONE;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, PropMode, SELECTION_NOTIFY_EVENT,
    SelectionNotifyEvent, SelectionRequestEvent,
};

/// Within the smallest request that every server takes (256 KiB).
const PART_BYTES: usize = 128 * 1024;

/// The text on its way to one property of one window.
pub struct Transfer {
    requestor: u32,
    property: u32,
    kind: u32,
    latin1: bool,
    state: State,
}

enum State {
    /// All of it is in the property.
    Whole,
    /// Sent up to here; the property's deletion asks for more.
    Part(usize),
    /// The empty part that ends the transfer is in the property.
    Ended,
}

impl Transfer {
    pub fn is_at(&self, window: u32, property: u32) -> bool {
        self.requestor == window && self.property == property
    }

    pub fn is_incremental(&self) -> bool {
        !matches!(self.state, State::Whole)
    }

    fn text<'a>(&self, job: &'a PasteJob) -> &'a [u8] {
        job.latin1.as_deref().filter(|_| self.latin1).unwrap_or(&job.text)
    }
}

impl Session {
    /// Answers a request of the target's client. Gives the transfer that it began, if it asked for the text.
    pub(super) fn answer(&mut self, job: &PasteJob, request: &SelectionRequestEvent) -> Result<Option<Transfer>> {
        let atoms = &self.atoms;
        let property = if request.property == NONE { request.target } else { request.property };
        let string = u32::from(AtomEnum::STRING);
        let (kind, latin1) = match request.target {
            target if target == atoms.TARGETS => {
                let mut targets =
                    vec![atoms.TARGETS, atoms.TIMESTAMP, atoms.UTF8_STRING, atoms.TEXT_PLAIN_UTF8, atoms.TEXT];
                targets.extend(job.latin1.is_some().then_some(string));
                self.put32(request, property, AtomEnum::ATOM.into(), &targets)?;
                return Ok(None);
            }
            target if target == atoms.TIMESTAMP => {
                self.put32(request, property, AtomEnum::INTEGER.into(), &[job.time])?;
                return Ok(None);
            }
            target if target == atoms.UTF8_STRING || target == atoms.TEXT_PLAIN_UTF8 => (target, false),
            target if target == atoms.TEXT => (atoms.UTF8_STRING, false),
            target if target == string && job.latin1.is_some() => (string, true),
            _ => {
                self.refuse(request)?;
                return Ok(None);
            }
        };
        let watch = EventMask::FOCUS_CHANGE | EventMask::PROPERTY_CHANGE | EventMask::STRUCTURE_NOTIFY;
        let aux = ChangeWindowAttributesAux::new().event_mask(watch);
        self.conn.change_window_attributes(request.requestor, &aux)?.ignore_error();
        let mut transfer = Transfer { requestor: request.requestor, property, kind, latin1, state: State::Whole };
        let text = transfer.text(job);
        if text.len() <= PART_BYTES {
            self.put8(&transfer, text)?;
        } else {
            let incr = self.atoms.INCR;
            let length = (text.len() as u32).to_ne_bytes();
            self.conn
                .change_property(PropMode::REPLACE, request.requestor, property, incr, 32, 1, &length)?
                .ignore_error();
            transfer.state = State::Part(0);
        }
        self.notify(request, property)?;
        Ok(Some(transfer))
    }

    /// After the property was deleted. Nothing when the text has been taken whole.
    pub(super) fn next_part(&mut self, job: &PasteJob, mut transfer: Transfer) -> Result<Option<Transfer>> {
        let State::Part(from) = transfer.state else { return Ok(None) };
        let text = transfer.text(job);
        let to = (from + PART_BYTES).min(text.len());
        let part = text.get(from..to).unwrap_or_default();
        self.put8(&transfer, part)?;
        self.conn.flush()?;
        transfer.state = if part.is_empty() { State::Ended } else { State::Part(to) };
        Ok(Some(transfer))
    }

    /// No content: the property of the answer is None.
    pub(super) fn refuse(&mut self, request: &SelectionRequestEvent) -> Result<()> {
        self.notify(request, NONE)
    }

    fn put8(&self, to: &Transfer, bytes: &[u8]) -> Result<()> {
        let length = bytes.len() as u32;
        self.conn
            .change_property(PropMode::REPLACE, to.requestor, to.property, to.kind, 8, length, bytes)?
            .ignore_error();
        Ok(())
    }

    fn put32(&self, request: &SelectionRequestEvent, property: u32, kind: u32, values: &[u32]) -> Result<()> {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
        let length = values.len() as u32;
        self.conn
            .change_property(PropMode::REPLACE, request.requestor, property, kind, 32, length, &bytes)?
            .ignore_error();
        self.notify(request, property)
    }

    fn notify(&self, request: &SelectionRequestEvent, property: u32) -> Result<()> {
        let event = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property,
        };
        // A requestor that is gone gets nothing, and that is all there is to say.
        self.conn.send_event(false, request.requestor, EventMask::NO_EVENT, event)?.ignore_error();
        self.conn.flush()?;
        Ok(())
    }
}
