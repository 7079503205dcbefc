//! Key chords as people write them: `ctrl+shift+s`, `Return`, `alt+F4`, `+`.

use super::names::{CHARACTERS, KEYS, MODIFIERS};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    Ctrl,
    Shift,
    Alt,
    Super,
}

impl Modifier {
    /// The symbols of the keys that set it, left one first.
    pub fn symbols(self) -> &'static [u32] {
        match self {
            Self::Shift => &[0xffe1, 0xffe2],
            Self::Ctrl => &[0xffe3, 0xffe4],
            Self::Alt => &[0xffe9, 0xffea],
            Self::Super => &[0xffeb, 0xffec],
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        MODIFIERS.iter().find(|(known, _)| *known == lower).map(|(_, modifier)| *modifier)
    }
}

/// The key of a chord: a named key by its symbol, a character by itself, or the last modifier alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Main {
    Symbol(u32),
    Character(char),
    Modifier(Modifier),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chord {
    pub modifiers: Vec<Modifier>,
    pub main: Main,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChordError {
    Empty,
    NotKnown,
    Repeated,
}

/// Reads a chord. Modifiers come first, each once; a single character is itself.
pub fn parse(text: &str) -> Result<Chord, ChordError> {
    if text.is_empty() {
        return Err(ChordError::Empty);
    }
    // The key may itself be a plus sign: "+", "ctrl++".
    let (before, main) = match text.strip_suffix('+') {
        Some("") => ("", "+"),
        Some(rest) => (rest.strip_suffix('+').ok_or(ChordError::NotKnown)?, "+"),
        None => text.rsplit_once('+').map_or(Ok(("", text)), |parts| match parts {
            ("", _) => Err(ChordError::NotKnown),
            parts => Ok(parts),
        })?,
    };
    let mut modifiers = Vec::new();
    for name in before.split('+').filter(|_| !before.is_empty()) {
        let modifier = Modifier::parse(name).ok_or(ChordError::NotKnown)?;
        if modifiers.contains(&modifier) {
            return Err(ChordError::Repeated);
        }
        modifiers.push(modifier);
    }
    if Modifier::parse(main).is_some_and(|own| modifiers.contains(&own)) {
        return Err(ChordError::Repeated);
    }
    let main = main_key(main).ok_or(ChordError::NotKnown)?;
    Ok(Chord { modifiers, main })
}

fn main_key(name: &str) -> Option<Main> {
    let mut characters = name.chars();
    if let (Some(only), None) = (characters.next(), characters.next()) {
        return (!only.is_control() && only != ' ').then_some(Main::Character(only));
    }
    let lower = name.to_ascii_lowercase();
    let key = KEYS.iter().find(|(known, _)| *known == lower).map(|(_, symbol)| Main::Symbol(*symbol));
    let character = || CHARACTERS.iter().find(|(known, _)| *known == lower).map(|(_, only)| Main::Character(*only));
    key.or_else(character).or_else(|| Modifier::parse(name).map(Main::Modifier))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_that_are_known() {
        let chord = |modifiers: &[Modifier], main| Ok(Chord { modifiers: modifiers.to_vec(), main });
        for (text, want) in [
            ("a", chord(&[], Main::Character('a'))),
            ("+", chord(&[], Main::Character('+'))),
            ("ctrl++", chord(&[Modifier::Ctrl], Main::Character('+'))),
            ("ctrl+shift+s", chord(&[Modifier::Ctrl, Modifier::Shift], Main::Character('s'))),
            ("Control+Return", chord(&[Modifier::Ctrl], Main::Symbol(0xff0d))),
            ("F12", chord(&[], Main::Symbol(0xffc9))),
            ("alt+F4", chord(&[Modifier::Alt], Main::Symbol(0xffc1))),
            ("ctrl+shift", chord(&[Modifier::Ctrl], Main::Modifier(Modifier::Shift))),
            ("é", chord(&[], Main::Character('é'))),
            ("CTRL+ARROWLEFT", chord(&[Modifier::Ctrl], Main::Symbol(0xff51))),
            ("Control_L+exclam", chord(&[Modifier::Ctrl], Main::Character('!'))),
            ("KP_7", chord(&[], Main::Symbol(0xffb7))),
            ("F24", chord(&[], Main::Symbol(0xffd5))),
            ("Shift_R", chord(&[], Main::Symbol(0xffe2))),
            ("cmd+x", chord(&[Modifier::Super], Main::Character('x'))),
        ] {
            assert_eq!(parse(text), want, "{text}");
        }
    }

    #[test]
    fn chords_that_are_refused() {
        for (text, want) in [
            ("", ChordError::Empty),
            ("ctrl+", ChordError::NotKnown),
            ("+a", ChordError::NotKnown),
            ("hyper+a", ChordError::NotKnown),
            ("ctrl+ctrl+a", ChordError::Repeated),
            ("shift+shift", ChordError::Repeated),
            ("shift+Shift_R", ChordError::Repeated),
            (" ", ChordError::NotKnown),
            ("F25", ChordError::NotKnown),
            ("F0", ChordError::NotKnown),
            ("nosuchkey", ChordError::NotKnown),
            ("\n", ChordError::NotKnown),
        ] {
            assert_eq!(parse(text), Err(want), "{text:?}");
        }
    }
}
