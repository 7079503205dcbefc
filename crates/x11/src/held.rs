//! Keys and buttons that are down.

use crate::fault::Result;
use crate::session::Session;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, KeyButMask};

/// What this connection pressed and has not let go of, in the order of pressing.
#[derive(Clone, Debug, Default)]
pub struct Held {
    pub keys: Vec<u8>,
    pub buttons: Vec<u8>,
}

#[derive(Clone, Debug)]
pub struct InputFacts {
    pub keycodes_down: Vec<u8>,
    pub buttons_down: Vec<u8>,
    pub pointer: (i32, i32),
    pub clipboard_owner: u32,
    pub primary_owner: u32,
    pub lease_owner: u32,
    pub owned_by_us: Vec<&'static str>,
}

/// The keycodes whose bit is set.
pub fn keys_down(keys: &[u8; 32]) -> Vec<u8> {
    (0..=255u8)
        .filter(|code| keys.get(usize::from(code / 8)).is_some_and(|byte| byte & (1 << (code % 8)) != 0))
        .collect()
}

/// The buttons 1 to 5 whose bit is set.
pub fn buttons_down(mask: KeyButMask) -> Vec<u8> {
    (1..=5u8).filter(|button| u16::from(mask) & (0x80 << button) != 0).collect()
}

impl Session {
    pub fn query_input(&mut self) -> Result<InputFacts> {
        let conn = &self.conn;
        let keymap = conn.query_keymap()?;
        let pointer = conn.query_pointer(self.facts.root_id)?;
        let clipboard = conn.get_selection_owner(self.atoms.CLIPBOARD)?;
        let primary = conn.get_selection_owner(AtomEnum::PRIMARY.into())?;
        let lease = conn.get_selection_owner(self.atoms._DESKGATE_LEASE)?;
        conn.flush()?;
        let keymap = keymap.reply()?;
        let pointer = pointer.reply()?;
        let owners = [
            ("clipboard", clipboard.reply()?.owner),
            ("primary", primary.reply()?.owner),
            ("lease", lease.reply()?.owner),
        ];
        let [clipboard, primary, lease] = owners.map(|(_, owner)| owner);
        let ours = |owner: &u32| *owner != 0 && self.base_of(*owner) == self.facts.client_base;
        Ok(InputFacts {
            keycodes_down: keys_down(&keymap.keys),
            buttons_down: buttons_down(pointer.mask),
            pointer: (pointer.root_x.into(), pointer.root_y.into()),
            clipboard_owner: clipboard,
            primary_owner: primary,
            lease_owner: lease,
            owned_by_us: owners.iter().filter(|(_, owner)| ours(owner)).map(|(name, _)| *name).collect(),
        })
    }
}

impl Held {
    /// Keeps count of one event that is about to be sent.
    pub fn note(&mut self, act: crate::dispatch::Act) {
        use crate::dispatch::Act;
        match act {
            Act::KeyPress(keycode) => self.keys.push(keycode),
            Act::KeyRelease(keycode) => forget(&mut self.keys, keycode),
            Act::ButtonPress(button) => self.buttons.push(button),
            Act::ButtonRelease(button) => forget(&mut self.buttons, button),
            Act::Move(..) => {}
        }
    }
}

fn forget(held: &mut Vec<u8>, one: u8) {
    if let Some(at) = held.iter().rposition(|other| *other == one) {
        held.remove(at);
    }
}
