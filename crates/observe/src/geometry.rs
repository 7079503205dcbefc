//! Rectangles and points in root coordinates.

/// A rectangle; `x` and `y` may lie off the screen, width and height may be zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
}

impl Rect {
    pub fn new(x: i32, y: i32, width: u32, height: u32) -> Self {
        Self { x, y, width, height }
    }

    /// First column to the right of the rectangle. 64 bits: a hostile window may sit at the end of the number range.
    pub fn right(&self) -> i64 {
        i64::from(self.x) + i64::from(self.width)
    }

    /// First row below the rectangle.
    pub fn bottom(&self) -> i64 {
        i64::from(self.y) + i64::from(self.height)
    }

    pub fn is_empty(&self) -> bool {
        self.width == 0 || self.height == 0
    }

    pub fn contains(&self, x: i32, y: i32) -> bool {
        x >= self.x && y >= self.y && i64::from(x) < self.right() && i64::from(y) < self.bottom()
    }

    /// Whether `self` lies wholly in `outer` and is not empty.
    pub fn inside(&self, outer: &Rect) -> bool {
        !self.is_empty()
            && self.x >= outer.x
            && self.y >= outer.y
            && self.right() <= outer.right()
            && self.bottom() <= outer.bottom()
    }

    /// The common part, or nothing where there is none.
    pub fn intersect(&self, other: &Rect) -> Option<Rect> {
        let x = self.x.max(other.x);
        let y = self.y.max(other.y);
        let width = u32::try_from(self.right().min(other.right()) - i64::from(x)).ok()?;
        let height = u32::try_from(self.bottom().min(other.bottom()) - i64::from(y)).ok()?;
        let common = Rect { x, y, width, height };
        (!common.is_empty()).then_some(common)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_pixel_are_inside_and_one_past_is_not() {
        let screen = Rect::new(0, 0, 640, 480);
        for (x, y, want) in [(0, 0, true), (639, 479, true), (640, 479, false), (639, 480, false), (-1, 0, false)] {
            assert_eq!(screen.contains(x, y), want, "({x}, {y})");
        }
    }

    #[test]
    fn a_window_partly_off_screen_is_not_inside_but_intersects() {
        let screen = Rect::new(0, 0, 640, 480);
        let window = Rect::new(600, -10, 100, 100);
        assert!(!window.inside(&screen));
        assert_eq!(window.intersect(&screen), Some(Rect::new(600, 0, 40, 90)));
        assert_eq!(Rect::new(640, 0, 5, 5).intersect(&screen), None);
    }

    #[test]
    fn extreme_coordinates_do_not_wrap() {
        let far = Rect::new(i32::MAX, i32::MAX, u32::MAX, u32::MAX);
        assert_eq!(far.intersect(&Rect::new(0, 0, 640, 480)), None);
        assert!(!far.inside(&Rect::new(0, 0, 640, 480)));
    }
}
