//! A small two-group layout: 10 = a/A | ф/Ф, 11 = 1/!/¹, 50 = Shift, 92 = AltGr, 37 = Control, 36 = Return, 12 = Б with Lock unused.

use super::super::chord::parse;
use super::super::table::{Key, KeyType, TypeEntry};
use super::*;

const LOCK: u8 = 0x02;
const ALT_GR: u8 = 0x80;

fn key(types: [u8; 4], groups: u8, width: u8, symbols: &[u32]) -> Key {
    Key { types, group_info: groups, width, symbols: symbols.to_vec() }
}

fn table() -> KeyTable {
    let entries =
        |list: &[(u8, u8)]| list.iter().map(|(mods, level)| TypeEntry { mods: *mods, level: *level }).collect();
    let types = vec![
        KeyType { mods: 0, entries: vec![] },
        KeyType { mods: SHIFT | LOCK, entries: entries(&[(SHIFT, 1), (LOCK, 1)]) },
        KeyType { mods: SHIFT | ALT_GR, entries: entries(&[(SHIFT, 1), (ALT_GR, 2), (SHIFT | ALT_GR, 3)]) },
    ];
    let mut keys = vec![Key::default(); 256 - 8];
    let mut put = |keycode: usize, key: Key| keys[keycode - 8] = key;
    put(10, key([1, 1, 0, 0], 2, 2, &[0x61, 0x41, 0x6c6, 0x6e6]));
    put(11, key([2; 4], 1, 4, &[0x31, 0x21, 0xb9, 0]));
    put(12, key([0; 4], 1, 1, &[0x6e2]));
    put(36, key([0; 4], 1, 1, &[0xff0d]));
    put(37, key([0; 4], 1, 1, &[0xffe3]));
    put(50, key([0; 4], 1, 1, &[0xffe1]));
    put(92, key([0; 4], 1, 1, &[0xfe03]));
    let modifier_keys = vec![vec![50], vec![], vec![37], vec![], vec![], vec![], vec![], vec![92]];
    KeyTable { first_keycode: 8, keys, types, modifier_keys }
}

fn stroke(modifiers: &[u8], keycode: u8) -> Stroke {
    Stroke { modifiers: modifiers.to_vec(), keycode }
}

#[test]
fn each_character_takes_the_level_that_gives_it() {
    let got = text(&table(), Locks::default(), "aA1!¹\n");
    let want =
        [stroke(&[], 10), stroke(&[50], 10), stroke(&[], 11), stroke(&[50], 11), stroke(&[92], 11), stroke(&[], 36)];
    assert_eq!(got, Ok(want.to_vec()));
}

#[test]
fn caps_lock_is_compensated_and_left_alone() {
    let caps = Locks { group: 0, mods: LOCK };
    assert_eq!(
        text(&table(), caps, "aA1!"),
        Ok(vec![stroke(&[50], 10), stroke(&[], 10), stroke(&[], 11), stroke(&[50], 11)])
    );
}

#[test]
fn a_letter_whose_capital_depends_on_the_toolkit_is_refused_under_caps_lock() {
    assert_eq!(text(&table(), Locks::default(), "Б"), Ok(vec![stroke(&[], 12)]));
    assert_eq!(text(&table(), Locks { group: 0, mods: LOCK }, "Б"), Err(PlanError::Unrepresentable(1)));
}

#[test]
fn the_active_group_decides() {
    let second = Locks { group: 1, mods: 0 };
    assert_eq!(text(&table(), second, "фФ1"), Ok(vec![stroke(&[], 10), stroke(&[50], 10), stroke(&[], 11)]));
    assert_eq!(text(&table(), second, "a"), Err(PlanError::Unrepresentable(1)));
}

#[test]
fn a_refusal_counts_what_no_key_gives() {
    assert_eq!(text(&table(), Locks::default(), "a€b🙂1"), Err(PlanError::Unrepresentable(3)));
}

#[test]
fn chords_add_the_shift_that_a_character_needs_and_release_in_reverse() {
    let plan = |text: &str| chord(&table(), Locks::default(), &parse(text).unwrap());
    assert_eq!(plan("ctrl+a"), Ok(stroke(&[37], 10)));
    assert_eq!(plan("ctrl+A"), Ok(stroke(&[37, 50], 10)));
    assert_eq!(plan("ctrl+shift+A"), Ok(stroke(&[37, 50], 10)));
    assert_eq!(plan("Return"), Ok(stroke(&[], 36)));
    assert_eq!(plan("alt+a"), Err(PlanError::NoSuchKey));
    assert_eq!(plan("F5"), Err(PlanError::NoSuchKey));
    let taps = stroke(&[37, 50], 10).tap_times(2);
    use Step::{Press as P, Release as R};
    assert_eq!(taps, [P(37), P(50), P(10), R(10), P(10), R(10), R(50), R(37)]);
}
