//! The keyboard layout as XKB tells it.

/// Real modifier bits.
pub const SHIFT: u8 = 0x01;
pub const LOCK: u8 = 0x02;

/// Which modifiers choose which level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyType {
    /// The modifiers that this type looks at.
    pub mods: u8,
    /// Active entries only; a state that no entry names is level 0.
    pub entries: Vec<TypeEntry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeEntry {
    pub mods: u8,
    pub level: u8,
}

/// The symbols of one key: `width` levels for each group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Key {
    pub types: [u8; 4],
    /// Number of groups in the low 4 bits, and what happens to a group out of range in the upper ones.
    pub group_info: u8,
    pub width: u8,
    pub symbols: Vec<u32>,
}

/// What is locked, and so must neither be undone nor be forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Locks {
    /// The effective group.
    pub group: u8,
    /// Locked modifiers.
    pub mods: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyTable {
    pub first_keycode: u8,
    pub keys: Vec<Key>,
    pub types: Vec<KeyType>,
    /// For each of the 8 real modifiers, the keycodes that set it.
    pub modifier_keys: Vec<Vec<u8>>,
}

impl KeyTable {
    pub fn key(&self, keycode: u8) -> Option<&Key> {
        self.keys.get(usize::from(keycode.checked_sub(self.first_keycode)?))
    }

    /// All keycodes, in order.
    pub fn keycodes(&self) -> impl Iterator<Item = u8> {
        (self.first_keycode..=255).take(self.keys.len())
    }

    /// The symbol that `keycode` gives with the modifiers `mods` on top of `locks`, or nothing where a toolkit might see another one.
    pub fn symbol(&self, keycode: u8, locks: Locks, mods: u8) -> Option<u32> {
        let key = self.key(keycode)?;
        let group = group(key.group_info, locks.group)?;
        let kind = self.types.get(usize::from(*key.types.get(usize::from(group))?))?;
        let state = locks.mods | mods;
        let wanted = state & kind.mods;
        let level = kind.entries.iter().find(|entry| entry.mods == wanted).map_or(0, |entry| entry.level);
        let symbol = *key.symbols.get(usize::from(group) * usize::from(key.width) + usize::from(level))?;
        // Caps Lock that the type does not use up: some toolkits then make capitals themselves, others do not.
        let ambiguous = state & LOCK & !kind.mods != 0 && has_case(symbol);
        (!ambiguous && level < key.width).then_some(symbol)
    }

    /// The key for a modifier symbol (Shift_L and so on) and the modifier bit that it sets.
    pub fn modifier(&self, symbols: &[u32]) -> Option<(u8, u8)> {
        (0u8..8).zip(&self.modifier_keys).find_map(|(bit, keycodes)| {
            let keycode = keycodes.iter().find(|keycode| {
                self.key(**keycode).and_then(|key| key.symbols.first()).is_some_and(|first| symbols.contains(first))
            })?;
            Some((*keycode, 1 << bit))
        })
    }
}

/// The group that a key really uses: a group out of range wraps, is clamped or redirected, as the key says.
fn group(info: u8, group: u8) -> Option<u8> {
    let count = info & 0x0f;
    match (count, group < count, info & 0xc0) {
        (0, _, _) => None,
        (_, true, _) => Some(group),
        (_, _, 0x40) => Some(count - 1),
        (_, _, 0x80) => Some((info >> 4) & 3).filter(|to| *to < count).or(Some(0)),
        _ => Some(group % count),
    }
}

fn has_case(symbol: u32) -> bool {
    character(symbol).is_some_and(|c| c.is_lowercase() || c.is_uppercase())
}

/// The character that a symbol types. Not for keypad keys: Num Lock would have a say.
pub fn character(symbol: u32) -> Option<char> {
    match symbol {
        0xff80..=0xffbf => None,
        0xff0d => Some('\n'),
        0xff09 => Some('\t'),
        0xff00..=0xffff => None,
        _ => xkeysym::Keysym::new(symbol).key_char(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_out_of_range_does_what_the_key_says() {
        for (info, wanted, got) in
            [(2, 1, Some(1)), (1, 1, Some(0)), (2, 3, Some(1)), (0x42, 3, Some(1)), (0x93, 3, Some(1)), (0, 0, None)]
        {
            assert_eq!(group(info, wanted), got, "info {info:x} group {wanted}");
        }
    }

    #[test]
    fn characters_of_symbols() {
        for (symbol, want) in [
            (0x61, Some('a')),
            (0xe9, Some('é')),
            (0x6c1, Some('а')),
            (0x0100_20ac, Some('€')),
            (0x20ac, Some('€')),
            (0xff0d, Some('\n')),
            (0xffb1, None),
            (0xfe51, None),
            (0xff1b, None),
        ] {
            assert_eq!(character(symbol), want, "{symbol:x}");
        }
    }
}
