//! Which process is behind a window: the server's own knowledge, never the client's claim.

use crate::connect::Conn;
use crate::fault::Result;
use deskgate_observe::process::start_ticks;
use deskgate_observe::resource::client_base;
use std::collections::HashMap;
use x11rb::cookie::Cookie;
use x11rb::protocol::res::{ClientIdMask, ClientIdSpec, ConnectionExt as _, QueryClientIdsReply};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientFacts {
    pub base: u32,
    pub pid: Option<u32>,
    pub start_ticks: Option<u64>,
}

/// The processes of all clients, read once for a whole observation.
pub struct Clients {
    mask: u32,
    pids: HashMap<u32, u32>,
    started: HashMap<u32, Option<u64>>,
}

pub struct Pending<'c>(Cookie<'c, Conn, QueryClientIdsReply>);

/// Asks for the process of every client.
pub fn ask_all(conn: &Conn) -> Result<Pending<'_>> {
    ask(conn, 0)
}

/// Asks for the process of the client that made `resource`; 0 means every client.
pub fn ask(conn: &Conn, resource: u32) -> Result<Pending<'_>> {
    let spec = ClientIdSpec { client: resource, mask: ClientIdMask::LOCAL_CLIENT_PID };
    Ok(Pending(conn.res_query_client_ids(&[spec])?))
}

impl Pending<'_> {
    pub fn read(self, mask: u32) -> Result<Clients> {
        let reply = self.0.reply()?;
        let pids = reply.ids.into_iter().filter_map(|id| {
            let pid = *id.value.first()?;
            (pid != 0).then_some((client_base(id.spec.client, mask), pid))
        });
        Ok(Clients { mask, pids: pids.collect(), started: HashMap::new() })
    }
}

impl Clients {
    pub fn of(&mut self, resource: u32) -> ClientFacts {
        let base = client_base(resource, self.mask);
        let pid = self.pids.get(&base).copied();
        let start_ticks = pid.and_then(|pid| *self.started.entry(pid).or_insert_with(|| start_ticks_of(pid)));
        ClientFacts { base, pid, start_ticks }
    }
}

/// When a process started, in clock ticks after boot.
pub fn start_ticks_of(pid: u32) -> Option<u64> {
    start_ticks(&std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}
