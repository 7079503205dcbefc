//! A long text in bounded segments, each of which is checked anew before it is sent.

/// The first segment is one key: should a thief get it, it gets no more.
const FIRST_CHARS: usize = 1;
/// Characters in each later one.
pub const SEGMENT_CHARS: usize = 32;

/// One segment, and whether what it did may move the focus: time is then given for that to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Characters.
    pub len: usize,
    pub moves_focus: bool,
}

/// Cuts `text` after its first character, after each Return and Tab, and after every `SEGMENT_CHARS` characters.
pub fn segments(text: &str) -> Vec<Segment> {
    let mut found = Vec::new();
    let mut len = 0;
    for character in text.chars() {
        len += 1;
        let moves_focus = matches!(character, '\n' | '\t');
        let most = if found.is_empty() { FIRST_CHARS } else { SEGMENT_CHARS };
        if moves_focus || len == most {
            found.push(Segment { len, moves_focus });
            len = 0;
        }
    }
    if len > 0 {
        found.push(Segment { len, moves_focus: false });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(usize, bool)> {
        segments(text).into_iter().map(|segment| (segment.len, segment.moves_focus)).collect()
    }

    #[test]
    fn the_first_is_one_key_and_the_rest_are_bounded() {
        assert_eq!(cut("a"), [(1, false)]);
        assert_eq!(cut("ab"), [(1, false), (1, false)]);
        assert_eq!(cut(&"é".repeat(34)), [(1, false), (32, false), (1, false)]);
        assert_eq!(cut(""), []);
    }

    #[test]
    fn what_moves_the_focus_ends_a_segment() {
        assert_eq!(cut("\tab\ncd"), [(1, true), (3, true), (2, false)]);
    }
}
