//! Reading the clipboard that the target's own client offers.

use crate::clock::now_us;
use crate::fault::{Code, Fault, Result};
use crate::session::Session;
use x11rb::NONE;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, GetPropertyReply, Property};

/// One reading.
pub(crate) struct ReadJob {
    bytes_max: usize,
    deadline_us: u64,
    /// The server's time of asking: an owner compares it with the time since when it owns.
    time: u32,
}

impl ReadJob {
    pub fn new(bytes_max: u32, deadline_ms: u32, time: u32) -> Self {
        Self { bytes_max: bytes_max as usize, deadline_us: u64::from(deadline_ms) * 1000, time }
    }
}

impl Session {
    /// The text on the clipboard: empty where nobody offers one, nothing where it is another client's than `target`'s, no UTF-8 text, too
    /// long, or not given in time. The owner is compared before and after: a text that another client slips in has another owner.
    pub(crate) fn read_clipboard(&mut self, job: &ReadJob, target: u32) -> Result<Option<String>> {
        let owner = self.conn.get_selection_owner(self.atoms.CLIPBOARD)?.reply()?.owner;
        if owner == NONE {
            return Ok(Some(String::new()));
        }
        if self.base_of(owner) != target {
            return Ok(None);
        }
        let until = now_us() + job.deadline_us;
        self.control.set_deadline_us(until + u64::from(self.options.deadline_ms) * 1000);
        let bytes = self.fetch(job, until)?;
        let still = self.conn.get_selection_owner(self.atoms.CLIPBOARD)?.reply()?.owner == owner;
        Ok(bytes.filter(|_| still).and_then(|bytes| String::from_utf8(bytes).ok()))
    }

    fn fetch(&mut self, job: &ReadJob, until: u64) -> Result<Option<Vec<u8>>> {
        let window = self.controls()?.window;
        let (mark, utf8) = (self.atoms._DESKGATE_CLIPBOARD, self.atoms.UTF8_STRING);
        self.conn.delete_property(window, mark)?;
        self.absorb()?;
        self.inbox.converted = None;
        self.inbox.properties.clear();
        self.conn.convert_selection(window, self.atoms.CLIPBOARD, utf8, mark, job.time)?;
        let answer = loop {
            if let Some(answer) = self.inbox.converted.take() {
                break answer;
            }
            if now_us() >= until {
                return Ok(None);
            }
            self.absorb_until(until)?;
        };
        if answer.property != mark {
            return Ok(None);
        }
        // What the owner had written by now is whole or the beginning of a longer transfer; the news of it must not count as a later part.
        self.absorb()?;
        self.inbox.properties.clear();
        let first = self.take_property(job.bytes_max)?;
        if first.type_ != self.atoms.INCR {
            // The property is read by fours, and so up to three bytes more than asked for.
            let whole = first.bytes_after == 0 && first.value.len() <= job.bytes_max;
            return Ok((first.type_ == utf8 && whole).then_some(first.value));
        }
        self.fetch_parts(job, until)
    }

    /// Each part is asked for by deleting the one before; an empty one is the end.
    fn fetch_parts(&mut self, job: &ReadJob, until: u64) -> Result<Option<Vec<u8>>> {
        let (window, mark) = (self.controls()?.window, self.atoms._DESKGATE_CLIPBOARD);
        let mut bytes = Vec::new();
        loop {
            let written = |event: &x11rb::protocol::xproto::PropertyNotifyEvent| {
                event.window == window && event.atom == mark && event.state == Property::NEW_VALUE
            };
            let mut there = false;
            while let Some(event) = self.inbox.properties.pop_front() {
                there |= written(&event);
            }
            if !there {
                if now_us() >= until {
                    return Ok(None);
                }
                self.absorb_until(until)?;
                continue;
            }
            let part = self.take_property(job.bytes_max)?;
            if part.type_ == self.atoms.UTF8_STRING && part.value.is_empty() {
                return Ok(Some(bytes));
            }
            bytes.extend(&part.value);
            if part.type_ != self.atoms.UTF8_STRING || part.bytes_after != 0 || bytes.len() > job.bytes_max {
                return Ok(None);
            }
        }
    }

    /// Reads and deletes our property, which the server does only where it was read to its end.
    fn take_property(&mut self, bytes_max: usize) -> Result<GetPropertyReply> {
        let longs = u32::try_from(bytes_max.div_ceil(4)).map_err(|_| {
            Fault::new(Code::ActionBoundExceeded, format!("{bytes_max} bytes are more than a property can hold"))
        })?;
        let (window, mark) = (self.controls()?.window, self.atoms._DESKGATE_CLIPBOARD);
        let reply = self.conn.get_property(true, window, mark, AtomEnum::ANY, 0, longs)?;
        self.conn.flush()?;
        Ok(reply.reply()?)
    }
}
