//! Decoding of `/proc/<pid>/stat`.

/// Start of the process in clock ticks after boot: field 22.
///
/// The command name (field 2) is the process's own choice and may hold spaces and parentheses, so counting starts after the last `)`.
pub fn start_ticks(stat: &str) -> Option<u64> {
    let after_name = stat.rsplit_once(')')?.1;
    after_name.split_ascii_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::start_ticks;

    const REST: &str = "S 1 1 1 0 -1 4194304 1 0 0 0 1 1 0 0 20 0 1 0 98765 1000 100";

    #[test]
    fn the_start_time_is_field_22() {
        assert_eq!(start_ticks(&format!("42 (cat) {REST}")), Some(98765));
    }

    #[test]
    fn a_hostile_name_does_not_shift_the_fields() {
        assert_eq!(start_ticks(&format!("42 (a) S 1 (b) {REST}")), Some(98765));
    }

    #[test]
    fn a_short_or_foreign_line_is_unknown() {
        for line in ["", "42 (cat) S 1", "42 cat S", "42 (cat) S 1 1 1 0 -1 4194304 1 0 0 0 1 1 0 0 20 0 1 0 x"] {
            assert_eq!(start_ticks(line), None, "{line:?}");
        }
    }
}
