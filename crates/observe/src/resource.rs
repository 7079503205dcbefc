//! Who made a resource: the upper bits of its id are the client's base.

/// The base of the client that made `id`. The server gives each client ids `base | n` with `n` within `mask`.
pub fn client_base(id: u32, mask: u32) -> u32 {
    id & !mask
}

/// `window`, its parent, and so on up to and with `root`; nothing when the root is not reached within 64 steps.
pub fn ancestry(window: u32, root: u32, mut parent_of: impl FnMut(u32) -> Option<u32>) -> Option<Vec<u32>> {
    let mut chain = vec![window];
    let mut at = window;
    while at != root {
        at = parent_of(at)?;
        chain.push(at);
        if chain.len() > 64 {
            return None;
        }
    }
    Some(chain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_is_what_is_left_without_the_mask() {
        assert_eq!(client_base(0x0060_0007, 0x001f_ffff), 0x0060_0000);
        assert_eq!(client_base(0x1d5, 0x001f_ffff), 0);
    }

    #[test]
    fn ancestry_ends_at_the_root_and_a_loop_is_unknown() {
        let parents = |id| match id {
            7 => Some(5),
            5 => Some(1),
            9 => Some(9),
            _ => None,
        };
        assert_eq!(ancestry(7, 1, parents), Some(vec![7, 5, 1]));
        assert_eq!(ancestry(9, 1, parents), None);
        assert_eq!(ancestry(8, 1, parents), None);
    }
}
