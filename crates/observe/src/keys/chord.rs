//! Key chords as people write them: `ctrl+shift+s`, `Return`, `alt+F4`, `+`.

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
        Some(match name.to_ascii_lowercase().as_str() {
            "ctrl" | "control" => Self::Ctrl,
            "shift" => Self::Shift,
            "alt" => Self::Alt,
            "super" | "meta" | "cmd" => Self::Super,
            _ => return None,
        })
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
    let main = main_key(main).ok_or(ChordError::NotKnown)?;
    if matches!(main, Main::Modifier(modifier) if modifiers.contains(&modifier)) {
        return Err(ChordError::Repeated);
    }
    Ok(Chord { modifiers, main })
}

fn main_key(name: &str) -> Option<Main> {
    let mut characters = name.chars();
    if let (Some(only), None) = (characters.next(), characters.next()) {
        return (!only.is_control()).then_some(Main::Character(only));
    }
    if let Some(modifier) = Modifier::parse(name) {
        return Some(Main::Modifier(modifier));
    }
    let lower = name.to_ascii_lowercase();
    if let Some(number) = lower.strip_prefix('f').and_then(|digits| digits.parse::<u32>().ok()) {
        return (1..=24).contains(&number).then(|| Main::Symbol(0xffbd + number));
    }
    NAMED.iter().find(|(known, _)| *known == lower).map(|(_, symbol)| Main::Symbol(*symbol))
}

const NAMED: [(&str, u32); 28] = [
    ("space", 0x20),
    ("backspace", 0xff08),
    ("tab", 0xff09),
    ("return", 0xff0d),
    ("enter", 0xff0d),
    ("pause", 0xff13),
    ("escape", 0xff1b),
    ("esc", 0xff1b),
    ("delete", 0xffff),
    ("del", 0xffff),
    ("home", 0xff50),
    ("left", 0xff51),
    ("up", 0xff52),
    ("right", 0xff53),
    ("down", 0xff54),
    ("pageup", 0xff55),
    ("page_up", 0xff55),
    ("prior", 0xff55),
    ("pagedown", 0xff56),
    ("page_down", 0xff56),
    ("next", 0xff56),
    ("end", 0xff57),
    ("print", 0xff61),
    ("insert", 0xff63),
    ("menu", 0xff67),
    ("scroll_lock", 0xff14),
    ("num_lock", 0xff7f),
    ("caps_lock", 0xffe5),
];

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
            ("F25", ChordError::NotKnown),
            ("F0", ChordError::NotKnown),
            ("nosuchkey", ChordError::NotKnown),
            ("\n", ChordError::NotKnown),
        ] {
            assert_eq!(parse(text), Err(want), "{text:?}");
        }
    }
}
