//! The process tree below us, as `/proc` shows it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::protocol::ProcessFact;

/// Fields 4 (parent) and 22 (start time) of `/proc/<pid>/stat`. The name in field 2 is chosen by the process and may hold
/// blanks and brackets, so parsing begins after the *last* bracket.
pub fn parse_stat(pid: i32, text: &str) -> Option<ProcessFact> {
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let parent = fields.get(1)?.parse().ok()?;
    let start_time_ticks = (*fields.get(19)?).to_owned();
    start_time_ticks.parse::<u64>().ok()?;
    Some(ProcessFact { pid, parent, start_time_ticks })
}

fn all() -> Vec<ProcessFact> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok())
        .filter_map(|pid| parse_stat(pid, &fs::read_to_string(format!("/proc/{pid}/stat")).ok()?))
        .collect()
}

/// Everything whose chain of parents leads to `root`, without `root` itself, parents before children.
pub fn below(root: i32) -> Vec<ProcessFact> {
    descend(root, &all())
}

fn descend(root: i32, all: &[ProcessFact]) -> Vec<ProcessFact> {
    let mut children: BTreeMap<i32, Vec<&ProcessFact>> = BTreeMap::new();
    for process in all {
        children.entry(process.parent).or_default().push(process);
    }
    let (mut found, mut seen, mut queue) = (Vec::new(), BTreeSet::from([root]), vec![root]);
    while let Some(parent) = queue.pop() {
        for child in children.get(&parent).into_iter().flatten() {
            if seen.insert(child.pid) {
                queue.push(child.pid);
                found.push((*child).clone());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{descend, parse_stat};
    use crate::protocol::ProcessFact;

    fn fact(pid: i32, parent: i32) -> ProcessFact {
        ProcessFact { pid, parent, start_time_ticks: "1".to_owned() }
    }

    #[test]
    fn a_name_that_imitates_the_format_changes_nothing() {
        let zeros = "0 ".repeat(17);
        let text = format!("42 (a) S 1 2 (x) S 7 {zeros}4711 0\n");
        assert_eq!(
            parse_stat(42, &text),
            Some(ProcessFact { pid: 42, parent: 7, start_time_ticks: "4711".to_owned() })
        );
        assert_eq!(parse_stat(42, "42 (a) S"), None);
    }

    #[test]
    fn grandchildren_belong_and_strangers_do_not() {
        let all = [fact(1, 0), fact(5, 1), fact(6, 5), fact(7, 6), fact(8, 1)];
        assert_eq!(descend(5, &all).iter().map(|process| process.pid).collect::<Vec<_>>(), vec![6, 7]);
    }

    #[test]
    fn a_loop_ends() {
        assert_eq!(descend(5, &[fact(5, 6), fact(6, 5)]).len(), 1);
    }
}
