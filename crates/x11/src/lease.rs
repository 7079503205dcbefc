//! One run at a time on a display: a selection that we own. The server takes it back when our process dies.

use crate::clock::now_us;
use crate::fault::{Code, Fault, Result};
use crate::session::Session;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::ConnectionExt as _;

#[derive(Clone, Debug)]
pub struct LeaseFacts {
    pub taken_at_us: u64,
    pub selection: String,
}

impl Session {
    /// Takes the lease, under a server grab so that of two who ask at once one gets it.
    pub fn lease(&mut self) -> Result<LeaseFacts> {
        let lease = self.atoms._DESKGATE_LEASE;
        let window = self.controls()?.window;
        self.conn.grab_server()?;
        let owner = self.conn.get_selection_owner(lease)?.reply();
        let taken = match &owner {
            Ok(reply) if reply.owner == x11rb::NONE => {
                self.conn.set_selection_owner(window, lease, x11rb::CURRENT_TIME)?;
                self.conn.get_selection_owner(lease)?.reply()
            }
            _ => owner,
        };
        self.conn.ungrab_server()?;
        self.conn.flush()?;
        let owner = taken?.owner;
        self.absorb()?;
        if owner != window {
            return Err(Fault::new(
                Code::DisplayBusy,
                format!("client {:#x} holds the lease of this display; end that run first", self.base_of(owner)),
            ));
        }
        self.inbox.lease_lost = false;
        self.controls()?.leased = true;
        Ok(LeaseFacts { taken_at_us: now_us(), selection: "_DESKGATE_LEASE".to_owned() })
    }
}
