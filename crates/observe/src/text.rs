//! Text properties: decoded strictly, never repaired, because a title is an identity here.

/// What a text property holds. `bytes` is its whole length, so that a difference can be told without the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextProperty {
    Absent,
    Present(String),
    Invalid { bytes: u32 },
    Truncated { bytes: u32 },
}

/// How the bytes are to be read, by the property's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Latin1,
    /// COMPOUND_TEXT and all else: not decoded, since a lossy match would let one title stand for another.
    Other,
}

/// Decodes a property that exists. `left` is the number of bytes that were not read.
pub fn decode(encoding: Encoding, value: &[u8], left: u32) -> TextProperty {
    let bytes = u32::try_from(value.len()).unwrap_or(u32::MAX).saturating_add(left);
    if left > 0 {
        return TextProperty::Truncated { bytes };
    }
    let text = match encoding {
        Encoding::Utf8 => std::str::from_utf8(value).ok().map(str::to_owned),
        Encoding::Latin1 => Some(value.iter().map(|byte| char::from(*byte)).collect()),
        Encoding::Other => None,
    };
    text.map_or(TextProperty::Invalid { bytes }, TextProperty::Present)
}

/// `WM_CLASS`: instance and class, each ended by a NUL. Nothing unless both are there.
pub fn wm_class(value: &[u8]) -> Option<(String, String)> {
    let mut parts = value.split(|byte| *byte == 0);
    let mut next = || {
        let part = parts.next()?;
        Some(match std::str::from_utf8(part) {
            Ok(text) => text.to_owned(),
            Err(_) => part.iter().map(|byte| char::from(*byte)).collect(),
        })
    };
    Some((next()?, next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_is_strict_and_latin1_is_byte_by_byte() {
        let present = |text: &str| TextProperty::Present(text.to_owned());
        assert_eq!(decode(Encoding::Utf8, "Привет\u{202e}".as_bytes(), 0), present("Привет\u{202e}"));
        assert_eq!(decode(Encoding::Utf8, b"", 0), present(""));
        assert_eq!(decode(Encoding::Utf8, b"a\xffb", 0), TextProperty::Invalid { bytes: 3 });
        assert_eq!(decode(Encoding::Latin1, b"caf\xe9", 0), present("café"));
        assert_eq!(decode(Encoding::Other, b"plain", 0), TextProperty::Invalid { bytes: 5 });
    }

    #[test]
    fn a_cut_title_is_never_a_title() {
        assert_eq!(decode(Encoding::Utf8, b"deskgate", 1), TextProperty::Truncated { bytes: 9 });
    }

    #[test]
    fn wm_class_needs_both_parts() {
        assert_eq!(wm_class(b"a\0B\0"), Some(("a".into(), "B".into())));
        assert_eq!(wm_class(b"a\0B"), Some(("a".into(), "B".into())));
        assert_eq!(wm_class(b"alone"), None);
    }
}
