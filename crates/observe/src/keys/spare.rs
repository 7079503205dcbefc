//! Keys that give nothing, put to use for characters that no key gives.

use super::plan::{PlanError, missing};
use super::table::{KeyTable, Locks, character};

/// What one spare key is to give, without and with Shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    pub keycode: u8,
    pub symbols: [u32; 2],
}

/// Keys for every character of `text` that has none: all of them, or how many characters stay without one.
pub fn bindings(table: &KeyTable, locks: Locks, text: &str) -> Result<Vec<Binding>, PlanError> {
    let wanted = missing(table, locks, text);
    let mut symbols: Vec<u32> = wanted.iter().filter_map(|wanted| symbol(*wanted)).collect();
    symbols.sort_unstable();
    symbols.dedup();
    let bindings: Vec<Binding> = spare(table)
        .zip(symbols.chunks(2))
        .filter_map(|(keycode, pair)| {
            let first = *pair.first()?;
            Some(Binding { keycode, symbols: [first, pair.get(1).copied().unwrap_or(first)] })
        })
        .collect();
    let given = |one: char| symbol(one).is_some_and(|own| bindings.iter().any(|key| key.symbols.contains(&own)));
    match wanted.iter().filter(|one| !given(**one)).count() {
        0 => Ok(bindings),
        left => Err(PlanError::Unrepresentable(left)),
    }
}

/// Keys without a symbol in any group or level that are no modifier either.
fn spare(table: &KeyTable) -> impl Iterator<Item = u8> {
    table.keycodes().filter(|keycode| {
        let silent = table.key(*keycode).is_some_and(|key| key.symbols.iter().all(|symbol| *symbol == 0));
        silent && !table.modifier_keys.iter().any(|keys| keys.contains(keycode))
    })
}

/// The symbol that types `wanted`: none for control characters.
fn symbol(wanted: char) -> Option<u32> {
    let code = u32::from(wanted);
    let symbol = if code < 0x100 { code } else { 0x0100_0000 | code };
    (!wanted.is_control() && character(symbol) == Some(wanted)).then_some(symbol)
}

#[cfg(test)]
mod tests {
    use super::super::table::{Key, KeyType};
    use super::*;

    /// 8 = a, 9 a silent modifier, 10 and 11 spare.
    fn table() -> KeyTable {
        let a = Key { types: [0; 4], group_info: 1, width: 1, symbols: vec![0x61] };
        let keys = vec![a, Key::default(), Key::default(), Key { symbols: vec![0, 0], ..Key::default() }];
        let types = vec![KeyType::default()];
        KeyTable { first_keycode: 8, keys, types, modifier_keys: vec![vec![9]] }
    }

    #[test]
    fn two_characters_share_a_spare_key_and_each_is_bound_once() {
        assert_eq!(
            bindings(&table(), Locks::default(), "aÇ🙂Ç€a"),
            Ok(vec![
                Binding { keycode: 10, symbols: [0xc7, 0x0100_20ac] },
                Binding { keycode: 11, symbols: [0x0101_f642, 0x0101_f642] },
            ])
        );
        assert_eq!(bindings(&table(), Locks::default(), "aa"), Ok(vec![]));
    }

    #[test]
    fn what_finds_no_key_is_counted() {
        assert_eq!(bindings(&table(), Locks::default(), "你好🙂€ž"), Err(PlanError::Unrepresentable(1)));
        assert_eq!(bindings(&table(), Locks::default(), "a\u{1b}€"), Err(PlanError::Unrepresentable(1)));
    }
}
