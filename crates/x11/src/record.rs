//! The witness: a second connection on which RECORD tells which client got which event.

use crate::connect::{Conn, Options, open};
use crate::control::Control;
use crate::fault::{Code, Fault, Result};
use deskgate_observe::delivery::{Delivered, EventCodes, read};
use std::collections::VecDeque;
use std::sync::Arc;
use x11rb::connection::{Connection, ReplyOrError, RequestConnection};
use x11rb::protocol::record::{CS, ConnectionExt as _, EnableContextReply, ExtRange, Range, Range8, Range16};
use x11rb::protocol::xinput;
use x11rb::protocol::xkb::ConnectionExt as _;
use x11rb::protocol::xproto::{GE_GENERIC_EVENT as GENERIC_EVENT, KEY_PRESS_EVENT};
use x11rb::x11_utils::TryParse;

/// GetPointerControl: the request whose replies are marks in the record. Only the connection itself can cause a reply to it, so that no
/// other client can forge a mark; nothing else here asks for it; its reply is as long as an event.
const MARK_REQUEST: u8 = 106;
/// Category of a RECORD reply that carries what the server sent to a client, and of the one that says that recording began.
const FROM_SERVER: u8 = 0;
const START_OF_DATA: u8 = 4;

pub struct Tap {
    conn: Conn,
    control: Arc<Control>,
    /// Number of the one request whose replies never end.
    sequence: u64,
    codes: EventCodes,
    /// Resource base of the connection whose replies are our marks.
    marker: u32,
    marks: u64,
    pending: VecDeque<Seen>,
}

/// One event delivered to one client, which is named by its resource base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub client: u32,
    pub event: Delivered,
}

impl Tap {
    /// Opens the second connection and records what `main` and all others are sent.
    pub fn open(main: &Conn, options: &Options) -> Result<Self> {
        let control = Arc::new(Control::new()?);
        control.begin(options.deadline_us());
        let (conn, _) = open(options, &control)?;
        let info = main.extension_information(xinput::X11_EXTENSION_NAME)?;
        let codes = EventCodes {
            xinput_opcode: info.map_or(0, |info| info.major_opcode),
            xinput_first_event: info.map_or(0, |info| info.first_event),
        };
        let marker = main.setup().resource_id_base;
        conn.record_query_version(1, 13)?.reply()?;
        // The server mixes up its output buffers when it sends the recording client anything else while a record waits to be sent to it
        // (docs/native.md). The one event that nobody can deselect is MappingNotify; a client that uses XKB and selects nothing gets none.
        conn.xkb_use_extension(1, 0)?.reply()?;
        let context = conn.generate_id()?;
        let ranges = [range(codes)];
        conn.record_create_context(context, 0, &[CS::ALL_CLIENTS.into()], &ranges)?.check()?;
        let cookie = conn.record_enable_context(context)?;
        let sequence = cookie.sequence_number().unwrap_or(0);
        // Dropping the cookie would tell the library to throw the replies away.
        std::mem::forget(cookie);
        let tap = Self { conn, control, sequence, codes, marker, marks: 0, pending: VecDeque::new() };
        let first = tap.reply()?;
        if first.category != START_OF_DATA {
            return Err(Fault::new(Code::X11Error, "the X server's RECORD extension did not start to record"));
        }
        Ok(tap)
    }

    /// What was delivered between the marks number `from` and `to` of our own connection. Waits until `until_us`.
    pub fn between(&mut self, from: u64, to: u64, until_us: u64) -> Result<Vec<Seen>> {
        self.control.begin(until_us);
        let mut seen = Vec::new();
        loop {
            while let Some(next) = self.pending.pop_front() {
                if next.event == Delivered::Reply && next.client == self.marker {
                    self.marks += 1;
                    if self.marks >= to {
                        return Ok(seen);
                    }
                } else if self.marks >= from {
                    seen.push(next);
                }
            }
            self.more()?;
        }
    }

    /// The next input that is delivered to anybody, or nothing when none is until `until_us`.
    pub fn next_input(&mut self, until_us: u64) -> Result<Option<Seen>> {
        self.control.begin(until_us);
        loop {
            while let Some(next) = self.pending.pop_front() {
                if matches!(next.event, Delivered::Input { .. }) {
                    return Ok(Some(next));
                }
            }
            match self.more() {
                Ok(()) => {}
                Err(fault) if fault.code == Code::Deadline => return Ok(None),
                Err(fault) => return Err(fault),
            }
        }
    }

    /// Reads what has piled up, so that the server need not keep it. Nothing of it belongs to a dispatch.
    pub fn drain(&mut self) -> Result<()> {
        self.control.begin(0);
        loop {
            match self.more() {
                Ok(()) => {}
                Err(fault) if fault.code == Code::Deadline => break,
                Err(fault) => return Err(fault),
            }
            let marks =
                self.pending.drain(..).filter(|seen| seen.event == Delivered::Reply && seen.client == self.marker);
            self.marks += marks.count() as u64;
        }
        Ok(())
    }

    fn more(&mut self) -> Result<()> {
        let reply = self.reply()?;
        if reply.category == FROM_SERVER {
            for event in reply.data.as_chunks::<32>().0 {
                // A client of the other byte order gets its events swapped; who got them is still known.
                let event = if reply.client_swapped { swapped(event) } else { read(event, self.codes) };
                if event != Delivered::Other {
                    self.pending.push_back(Seen { client: reply.xid_base, event });
                }
            }
        }
        Ok(())
    }

    fn reply(&self) -> Result<EnableContextReply> {
        match self.conn.wait_for_reply_or_raw_error(self.sequence)? {
            ReplyOrError::Reply(bytes) => {
                let bad = |_| Fault::new(Code::X11Error, "the X server's RECORD data cannot be read");
                Ok(EnableContextReply::try_parse(&bytes).map_err(bad)?.0)
            }
            ReplyOrError::Error(_) => {
                Err(Fault::new(Code::X11Error, "the X server refused to record delivered events"))
            }
        }
    }
}

fn swapped(event: &[u8; 32]) -> Delivered {
    match event[0] {
        code @ 2..=6 => Delivered::Input { window: 0, key: code <= 3 },
        _ => Delivered::Other,
    }
}

/// One range for all: given several ranges of delivered events, Xorg's RECORD loses some of the codes 32 to 63, and with them every
/// XInput2 event (measured on 21.1).
fn range(codes: EventCodes) -> Range {
    let none = Range8 { first: 0, last: 0 };
    let no_extension = ExtRange { major: none, minor: Range16 { first: 0, last: 0 } };
    let last = GENERIC_EVENT.max(codes.xinput_first_event.saturating_add(5).min(127));
    Range {
        core_requests: none,
        core_replies: Range8 { first: MARK_REQUEST, last: MARK_REQUEST },
        ext_requests: no_extension,
        ext_replies: no_extension,
        delivered_events: Range8 { first: KEY_PRESS_EVENT, last },
        device_events: none,
        errors: none,
        client_started: false,
        client_died: false,
    }
}
