//! Which client got which input event, from the bytes that RECORD hands out.

/// Numbers that the server chose for extensions, needed to tell their events.
#[derive(Clone, Copy, Debug)]
pub struct EventCodes {
    pub xinput_opcode: u8,
    /// XInput 1 events are `first`..; its key, button and motion events are `first + 1` to `first + 5`.
    pub xinput_first_event: u8,
}

/// One event as RECORD saw it delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivered {
    /// Key, button or motion: `window` is the window that it was reported for, `key` whether it was a key.
    Input {
        window: u32,
        key: bool,
    },
    /// XInput2 raw input: a spectator, not the receiver of the input.
    Raw,
    /// The answer to a request: our own marks.
    Reply,
    Other,
}

/// Core codes: a reply 1, KeyPress 2 to MotionNotify 6, GenericEvent 35.
const REPLY: u8 = 1;
const INPUT_LAST: u8 = 6;
const INPUT: std::ops::RangeInclusive<u8> = 2..=INPUT_LAST;
const GENERIC: u8 = 35;
/// XInput2: KeyPress 2 to Motion 6, touch 18 to 20, raw 13 to 17 and 22 to 24.
const XI2_INPUT: [u16; 8] = [2, 3, 4, 5, 6, 18, 19, 20];
const XI2_RAW: [u16; 8] = [13, 14, 15, 16, 17, 22, 23, 24];

/// Reads one event (32 bytes) or short reply in the byte order of this machine.
pub fn read(event: &[u8; 32], codes: EventCodes) -> Delivered {
    // The upper bit marks an event made by SendEvent: a client's own words, not input, and so no code below.
    let code = event[0];
    let first = codes.xinput_first_event;
    if code == REPLY {
        return Delivered::Reply;
    }
    if INPUT.contains(&code) || (first >= 64 && (first + 1..=first.saturating_add(5)).contains(&code)) {
        let key = matches!(code, 2 | 3) || (code > INPUT_LAST && code <= first.saturating_add(2));
        return Delivered::Input { window: long(event, 12), key };
    }
    if code == GENERIC && event[1] == codes.xinput_opcode {
        let kind = u16::from_ne_bytes([event[8], event[9]]);
        if XI2_INPUT.contains(&kind) {
            return Delivered::Input { window: long(event, 24), key: matches!(kind, 2 | 3) };
        }
        if XI2_RAW.contains(&kind) {
            return Delivered::Raw;
        }
    }
    Delivered::Other
}

fn long(event: &[u8; 32], at: usize) -> u32 {
    let mut word = [0; 4];
    for (to, from) in word.iter_mut().zip(event.iter().skip(at)) {
        *to = *from;
    }
    u32::from_ne_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODES: EventCodes = EventCodes { xinput_opcode: 131, xinput_first_event: 66 };

    fn event(head: &[u8], at: usize, word: u32) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes[..head.len()].copy_from_slice(head);
        bytes[at..at + 4].copy_from_slice(&word.to_ne_bytes());
        bytes
    }

    #[test]
    fn core_xinput1_and_xinput2_input_name_their_window() {
        for (code, key) in
            [(2u8, true), (3, true), (4, false), (5, false), (6, false), (67, true), (68, true), (71, false)]
        {
            assert_eq!(read(&event(&[code], 12, 77), CODES), Delivered::Input { window: 77, key }, "{code}");
        }
        let xi2 = event(&[35, 131, 0, 0, 0, 0, 0, 0, 4, 0], 24, 78);
        assert_eq!(read(&xi2, CODES), Delivered::Input { window: 78, key: false });
    }

    #[test]
    fn raw_input_is_a_spectator() {
        assert_eq!(read(&event(&[35, 131, 0, 0, 0, 0, 0, 0, 15, 0], 24, 0), CODES), Delivered::Raw);
    }

    #[test]
    fn what_a_client_sent_itself_is_no_input() {
        assert_eq!(read(&event(&[0x80 | 2], 12, 77), CODES), Delivered::Other);
        assert_eq!(read(&event(&[1], 12, 77), CODES), Delivered::Reply);
    }

    #[test]
    fn another_extensions_generic_event_is_not_input() {
        assert_eq!(read(&event(&[35, 140, 0, 0, 0, 0, 0, 0, 4, 0], 24, 78), CODES), Delivered::Other);
    }
}
