//! The motions of a drag: every corner of its path exactly, with steps between them small enough in time to be seen as a drag.

/// Less than this and toolkits see a jump, not a drag.
pub const STEPS_MIN: u32 = 8;
/// A bound on the number of segments, whatever path and duration say.
pub const STEPS_MAX: u32 = 1024;

/// The points to move to after the press at `path[0]`, in order: at least one for each corner, about `steps` in all.
pub fn motions(path: &[(i32, i32)], steps: u32) -> Vec<(i32, i32)> {
    let corners = u32::try_from(path.len().saturating_sub(1)).unwrap_or(STEPS_MAX);
    let steps = steps.clamp(STEPS_MIN, STEPS_MAX).max(corners);
    let legs: Vec<f64> = path.windows(2).map(length).collect();
    let whole: f64 = legs.iter().sum();
    let mut found = Vec::new();
    for (pair, leg) in path.windows(2).zip(legs) {
        let [from, to] = pair else { continue };
        let share = if whole > 0.0 { leg / whole } else { 0.0 };
        let own = (f64::from(steps) * share).round().max(1.0) as u32;
        found.extend((1..own).map(|step| between(*from, *to, f64::from(step) / f64::from(own))));
        found.push(*to);
    }
    found
}

fn length(pair: &[(i32, i32)]) -> f64 {
    let [from, to] = pair else { return 0.0 };
    f64::from(to.0 - from.0).hypot(f64::from(to.1 - from.1))
}

fn between(from: (i32, i32), to: (i32, i32), part: f64) -> (i32, i32) {
    let at = |a: i32, b: i32| (f64::from(a) + f64::from(b - a) * part).round() as i32;
    (at(from.0, to.0), at(from.1, to.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_walked_in_even_steps_and_ends_exactly() {
        assert_eq!(
            motions(&[(0, 0), (80, 40)], 8),
            [(10, 5), (20, 10), (30, 15), (40, 20), (50, 25), (60, 30), (70, 35), (80, 40)]
        );
    }

    #[test]
    fn every_corner_is_visited_and_longer_legs_get_more() {
        let path = [(10, 10), (100, 10), (100, 40), (10, 10)];
        let found = motions(&path, 20);
        let at = |corner: (i32, i32)| found.iter().position(|point| *point == corner);
        assert_eq!(found.last(), Some(&(10, 10)));
        assert!(at((100, 10)) < at((100, 40)), "{found:?}");
        assert!((18..=22).contains(&found.len()), "{}", found.len());
    }

    #[test]
    fn no_path_is_too_short_or_too_long() {
        for (path, steps, want) in [
            (vec![(5, 5), (5, 5)], 0, 1),
            (vec![(5, 5), (6, 5)], 0, 8),
            ((0..256).map(|x| (x, 0)).collect(), 0, 255),
            (vec![(0, 0), (9, 9)], u32::MAX, STEPS_MAX as usize),
            (vec![(1, 1)], 8, 0),
        ] {
            assert_eq!(motions(&path, steps).len(), want, "{} points, {steps} steps", path.len());
        }
    }
}
