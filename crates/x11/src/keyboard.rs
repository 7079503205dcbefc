//! The keyboard layout in force, read by XKB.

use crate::connect::Conn;
use crate::fault::Result;
use deskgate_observe::keys::{Key, KeyTable, KeyType, Locks, TypeEntry};
use x11rb::cookie::Cookie;
use x11rb::protocol::xkb::{ConnectionExt as _, GetMapReply, GetStateReply, ID, MapPart, VMod};
use x11rb::protocol::xproto::{ConnectionExt as _, GetModifierMappingReply};
use x11rb::x11_utils::TryParse;

/// The device that stands for all keyboards.
fn core_keyboard() -> u16 {
    u16::from(ID::USE_CORE_KBD)
}

/// The layout with the bytes that it was read from: comparing those is how a changed layout is noticed.
#[derive(Clone, Debug)]
pub struct Keyboard {
    pub table: KeyTable,
    pub locks: Locks,
    raw: Raw,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw {
    map: Vec<u8>,
    modifiers: Vec<u8>,
    /// Locked group and modifiers.
    locks: (u8, u8),
    /// Modifiers that are down or latched: not a matter of the layout.
    pub pressed: u8,
}

/// Requests on their way.
pub struct Pending<'c> {
    map: Cookie<'c, Conn, GetMapReply>,
    modifiers: Cookie<'c, Conn, GetModifierMappingReply>,
    state: Cookie<'c, Conn, GetStateReply>,
}

pub fn ask(conn: &Conn) -> Result<Pending<'_>> {
    let full = MapPart::KEY_TYPES | MapPart::KEY_SYMS;
    let none = MapPart::from(0u16);
    let map =
        conn.xkb_get_map(core_keyboard(), full, none, 0, 0, 0, 0, 0, 0, 0, 0, VMod::from(0u16), 0, 0, 0, 0, 0, 0)?;
    Ok(Pending { map, modifiers: conn.get_modifier_mapping()?, state: conn.xkb_get_state(core_keyboard())? })
}

impl Pending<'_> {
    pub fn raw(self) -> Result<Raw> {
        let state = self.state.reply()?;
        Ok(Raw {
            map: without_sequence(self.map.raw_reply()?),
            modifiers: without_sequence(self.modifiers.raw_reply()?),
            locks: (u8::from(state.group), u16::from(state.locked_mods) as u8),
            pressed: u16::from(state.base_mods | state.latched_mods) as u8,
        })
    }

    pub fn read(self) -> Result<Keyboard> {
        Keyboard::decode(self.raw()?)
    }
}

impl Keyboard {
    /// Whether the layout and the locks are still the ones that keys were planned by.
    pub fn still(&self, raw: &Raw) -> bool {
        self.raw.map == raw.map && self.raw.modifiers == raw.modifiers && self.raw.locks == raw.locks
    }

    fn decode(raw: Raw) -> Result<Self> {
        let bad =
            |_| crate::fault::Fault::new(crate::fault::Code::X11Error, "the X server's keyboard map cannot be read");
        let map = GetMapReply::try_parse(&raw.map).map_err(bad)?.0;
        let modifiers = GetModifierMappingReply::try_parse(&raw.modifiers).map_err(bad)?.0;
        let per = usize::from(modifiers.keycodes_per_modifier()).max(1);
        let modifier_keys = modifiers
            .keycodes
            .chunks(per)
            .map(|row| row.iter().copied().filter(|keycode| *keycode != 0).collect())
            .collect();
        let types = map.map.types_rtrn.unwrap_or_default().into_iter().map(|kind| KeyType {
            mods: u16::from(kind.mods_mask) as u8,
            entries: kind
                .map
                .into_iter()
                .filter(|entry| entry.active)
                .map(|entry| TypeEntry { mods: u16::from(entry.mods_mask) as u8, level: entry.level })
                .collect(),
        });
        let keys = map.map.syms_rtrn.unwrap_or_default().into_iter().map(|key| Key {
            types: key.kt_index,
            group_info: key.group_info,
            width: key.width,
            symbols: key.syms,
        });
        let table =
            KeyTable { first_keycode: map.first_key_sym, keys: keys.collect(), types: types.collect(), modifier_keys };
        let locks = Locks { group: raw.locks.0, mods: raw.locks.1 };
        Ok(Self { table, locks, raw })
    }
}

/// A reply without its running number, the one thing that differs between equal answers.
fn without_sequence(mut reply: Vec<u8>) -> Vec<u8> {
    for byte in reply.iter_mut().skip(2).take(2) {
        *byte = 0;
    }
    reply
}
