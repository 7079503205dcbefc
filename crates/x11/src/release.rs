//! Letting go of everything that this connection holds.

use crate::fault::Result;
use crate::session::Session;
use x11rb::NONE;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{BUTTON_RELEASE_EVENT, ConnectionExt as _, KEY_RELEASE_EVENT};
use x11rb::protocol::xtest::ConnectionExt as _;

#[derive(Clone, Debug, Default)]
pub struct ReleaseFacts {
    pub keys_released: u32,
    pub buttons_released: u32,
    pub selections_released: Vec<&'static str>,
}

impl Session {
    /// Releases keys and buttons in reverse order of pressing, gives up the clipboard, and, if asked, the lease with the spare keys of the run.
    pub fn release(&mut self, lease: bool) -> Result<ReleaseFacts> {
        let mut facts = self.let_go()?;
        if self.give_up_clipboard()? {
            facts.selections_released.push("clipboard");
        }
        // A keyboard that cannot be read keeps its keys; the lease is given up all the same.
        let unbound = if lease { self.unbind_spare() } else { Ok(()) };
        if let Some(controls) = self.controls.as_mut()
            && lease
            && controls.leased
        {
            let owner = self.conn.get_selection_owner(self.atoms._DESKGATE_LEASE)?.reply()?.owner;
            if owner == controls.window {
                self.conn.set_selection_owner(NONE, self.atoms._DESKGATE_LEASE, x11rb::CURRENT_TIME)?;
                facts.selections_released.push("lease");
            }
            controls.leased = false;
        }
        // The round trip makes the facts true: the server has done it all.
        self.conn.get_input_focus()?.reply()?;
        self.absorb()?;
        unbound?;
        Ok(facts)
    }

    /// Sends the releases without waiting for them.
    pub(crate) fn let_go(&mut self) -> Result<ReleaseFacts> {
        let mut facts = ReleaseFacts::default();
        while let Some(keycode) = self.held.keys.pop() {
            self.conn.xtest_fake_input(KEY_RELEASE_EVENT, keycode, 0, NONE, 0, 0, 0)?;
            facts.keys_released += 1;
        }
        while let Some(button) = self.held.buttons.pop() {
            self.conn.xtest_fake_input(BUTTON_RELEASE_EVENT, button, 0, NONE, 0, 0, 0)?;
            facts.buttons_released += 1;
        }
        self.conn.flush()?;
        Ok(facts)
    }

    /// Disowns the clipboard if it is still ours.
    pub(crate) fn give_up_clipboard(&mut self) -> Result<bool> {
        let Some(controls) = self.controls.as_mut().filter(|controls| controls.owns_clipboard) else {
            return Ok(false);
        };
        controls.owns_clipboard = false;
        let window = controls.window;
        let owner = self.conn.get_selection_owner(self.atoms.CLIPBOARD)?.reply()?.owner;
        if owner != window {
            return Ok(false);
        }
        self.conn.set_selection_owner(NONE, self.atoms.CLIPBOARD, x11rb::CURRENT_TIME)?;
        // Asked again: "cleared" is said only of what the server has done.
        Ok(self.conn.get_selection_owner(self.atoms.CLIPBOARD)?.reply()?.owner != window)
    }

    /// The last act of a connection, at close and at process exit: as much as can still be said to the server.
    pub fn farewell(&mut self) {
        self.begin();
        let _ = self.release(true);
    }
}
