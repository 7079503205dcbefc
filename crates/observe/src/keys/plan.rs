//! Which keys to press for a text or a chord: exact, or refused before anything is sent.

use super::chord::{Chord, Main, Modifier};
use super::table::{KeyTable, Locks, SHIFT, character};

/// One key with the modifier keys that are held around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    pub modifiers: Vec<u8>,
    pub keycode: u8,
}

/// One press or release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Press(u8),
    Release(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// How many characters no key gives.
    Unrepresentable(usize),
    NoSuchKey,
}

const KEYPAD: std::ops::RangeInclusive<u32> = 0xff80..=0xffbd;
/// AltGr: the third level.
const ISO_LEVEL3_SHIFT: [u32; 1] = [0xfe03];

impl Stroke {
    /// Modifiers down, key down and up, modifiers up in reverse.
    pub fn tap(&self) -> Vec<Step> {
        self.tap_times(1)
    }

    pub fn tap_times(&self, times: u32) -> Vec<Step> {
        let mut steps: Vec<Step> = self.modifiers.iter().map(|keycode| Step::Press(*keycode)).collect();
        for _ in 0..times {
            steps.extend([Step::Press(self.keycode), Step::Release(self.keycode)]);
        }
        steps.extend(self.modifiers.iter().rev().map(|keycode| Step::Release(*keycode)));
        steps
    }
}

/// Strokes for every character of `text`, or how many of them no key gives.
pub fn text(table: &KeyTable, locks: Locks, text: &str) -> Result<Vec<Stroke>, PlanError> {
    let combinations = combinations(table);
    let strokes: Vec<Option<Stroke>> = text
        .chars()
        .map(|wanted| find(table, locks, &combinations, |symbol| character(symbol) == Some(wanted)))
        .collect();
    let missing = strokes.iter().filter(|stroke| stroke.is_none()).count();
    if missing > 0 {
        return Err(PlanError::Unrepresentable(missing));
    }
    Ok(strokes.into_iter().flatten().collect())
}

/// The characters of `text` that no key gives, in order.
pub fn missing(table: &KeyTable, locks: Locks, text: &str) -> Vec<char> {
    let combinations = combinations(table);
    let given = |wanted| find(table, locks, &combinations, |symbol| character(symbol) == Some(wanted)).is_some();
    text.chars().filter(|wanted| !given(*wanted)).collect()
}

/// The stroke of a chord. What a character needs by itself (Shift for `?`) is added to the modifiers that are named.
pub fn chord(table: &KeyTable, locks: Locks, chord: &Chord) -> Result<Stroke, PlanError> {
    let mut named = modifiers(table, &chord.modifiers)?;
    let own = match chord.main {
        Main::Modifier(modifier) => Stroke { modifiers: vec![], keycode: key_of(table, modifier)?.0 },
        Main::Symbol(wanted) => {
            // Which symbol a keypad key gives is up to Num Lock; Shift turns that round, and Num Lock is left alone.
            let mut tried = combinations(table);
            tried.truncate(if KEYPAD.contains(&wanted) { 2 } else { 1 });
            find(table, locks, &tried, |symbol| symbol == wanted).ok_or(PlanError::NoSuchKey)?
        }
        Main::Character(wanted) => {
            let with_shift = chord.modifiers.contains(&Modifier::Shift);
            let lower = wanted.to_lowercase().next().filter(|_| with_shift).unwrap_or(wanted);
            let combinations = combinations(table);
            find(table, locks, &combinations, |symbol| character(symbol) == Some(lower)).ok_or(PlanError::NoSuchKey)?
        }
    };
    for keycode in own.modifiers {
        if !named.contains(&keycode) {
            named.push(keycode);
        }
    }
    Ok(Stroke { modifiers: named, keycode: own.keycode })
}

/// The keys of named modifiers, in the order given.
pub fn modifiers(table: &KeyTable, wanted: &[Modifier]) -> Result<Vec<u8>, PlanError> {
    wanted.iter().map(|modifier| key_of(table, *modifier).map(|(keycode, _)| keycode)).collect()
}

fn key_of(table: &KeyTable, modifier: Modifier) -> Result<(u8, u8), PlanError> {
    table.modifier(modifier.symbols()).ok_or(PlanError::NoSuchKey)
}

/// The modifier states worth trying, fewest keys first: the bits, and the keys to hold for them.
fn combinations(table: &KeyTable) -> Vec<(u8, Vec<u8>)> {
    let shift = table.modifier(Modifier::Shift.symbols()).filter(|(_, bit)| *bit == SHIFT);
    let third = table.modifier(&ISO_LEVEL3_SHIFT);
    let mut found = vec![(0, vec![])];
    found.extend(shift.map(|(key, bit)| (bit, vec![key])));
    found.extend(third.map(|(key, bit)| (bit, vec![key])));
    found.extend(shift.zip(third).map(|((a, bit_a), (b, bit_b))| (bit_a | bit_b, vec![a, b])));
    found
}

fn find(
    table: &KeyTable,
    locks: Locks,
    combinations: &[(u8, Vec<u8>)],
    is_wanted: impl Fn(u32) -> bool,
) -> Option<Stroke> {
    combinations.iter().find_map(|(bits, held)| {
        // A modifier that is locked already cannot be pressed for its effect.
        if bits & locks.mods != 0 {
            return None;
        }
        let keycode = table.keycodes().find(|keycode| table.symbol(*keycode, locks, *bits).is_some_and(&is_wanted))?;
        Some(Stroke { modifiers: held.clone(), keycode })
    })
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
