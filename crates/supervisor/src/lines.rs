//! Splits what a confined program writes into lines, with a ceiling: the writer is hostile.

/// Longest line that is passed on, in bytes. Longer ones are reported as malformed and their text is dropped.
pub const LINE_BYTES_MAX: usize = 16 * 1024;

#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    Text(String),
    /// Too long, or not UTF-8. Dropped, never repaired.
    Malformed,
}

pub struct Splitter {
    pending: Vec<u8>,
    overflow: bool,
    bytes_max: usize,
}

impl Default for Splitter {
    fn default() -> Self {
        Self::with_max(LINE_BYTES_MAX)
    }
}

impl Splitter {
    pub fn with_max(bytes_max: usize) -> Self {
        Self { pending: Vec::new(), overflow: false, bytes_max }
    }

    /// Takes a chunk and gives the lines that it completes.
    pub fn push(&mut self, chunk: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        for part in chunk.split_inclusive(|byte| *byte == b'\n') {
            let (text, complete) = match part.split_last() {
                Some((b'\n', text)) => (text, true),
                _ => (part, false),
            };
            if self.pending.len() + text.len() > self.bytes_max {
                self.overflow = true;
                self.pending.clear();
            }
            if !self.overflow {
                self.pending.extend_from_slice(text);
            }
            if complete {
                lines.push(self.take());
            }
        }
        lines
    }

    /// What stands after the last line break when the stream ends.
    pub fn finish(&mut self) -> Option<Line> {
        (self.overflow || !self.pending.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> Line {
        let bytes = std::mem::take(&mut self.pending);
        if std::mem::take(&mut self.overflow) {
            return Line::Malformed;
        }
        String::from_utf8(bytes).map_or(Line::Malformed, Line::Text)
    }
}

#[cfg(test)]
mod tests {
    use super::{LINE_BYTES_MAX, Line, Splitter};

    fn text(value: &str) -> Line {
        Line::Text(value.to_owned())
    }

    #[test]
    fn a_line_in_pieces_is_one_line() {
        let mut splitter = Splitter::default();
        assert_eq!(splitter.push(b"ab"), vec![]);
        assert_eq!(splitter.push(b"c\nd\n\ne"), vec![text("abc"), text("d"), text("")]);
        assert_eq!(splitter.finish(), Some(text("e")));
        assert_eq!(splitter.finish(), None);
    }

    #[test]
    fn one_byte_over_the_ceiling_is_dropped_and_the_next_line_survives() {
        let mut splitter = Splitter::default();
        let mut bytes = vec![b'x'; LINE_BYTES_MAX + 1];
        bytes.extend_from_slice(b"\nnext\n");
        assert_eq!(splitter.push(&bytes), vec![Line::Malformed, text("next")]);
        let mut exact = vec![b'x'; LINE_BYTES_MAX];
        exact.push(b'\n');
        assert_eq!(splitter.push(&exact), vec![text(&"x".repeat(LINE_BYTES_MAX))]);
    }

    #[test]
    fn an_endless_line_holds_no_memory() {
        let mut splitter = Splitter::default();
        for _ in 0..100 {
            assert_eq!(splitter.push(&[b'x'; 4096]), vec![]);
        }
        assert!(splitter.pending.len() <= LINE_BYTES_MAX);
        assert_eq!(splitter.push(b"\n"), vec![Line::Malformed]);
    }

    #[test]
    fn invalid_utf8_is_not_repaired() {
        assert_eq!(Splitter::default().push(b"\xff\n"), vec![Line::Malformed]);
    }
}
