//! From a primitive to the events that will be sent, before anything is grabbed: what cannot be done exactly is refused here.

use super::types::{Act, Expected, Primitive};
use crate::clock::now_us;
use crate::fault::{Code, Fault, Result};
use crate::keyboard::{self, Keyboard};
use crate::paste::PasteJob;
use crate::session::Session;
use deskgate_observe::geometry::Rect;
use deskgate_observe::keys::{ChordError, PlanError, Step, Stroke, parse_chord, plan_chord, plan_modifiers, plan_text};

const CLICKS_MAX: u32 = 3;
const REPEAT_MAX: u32 = 32;
const SCROLL_MAX: u32 = 32;
const TEXT_CHARS_MAX: usize = 64;
const PASTE_BYTES_MAX: usize = 8 * 1024 * 1024;

pub struct Plan {
    pub acts: Vec<Act>,
    /// The layout that the keys were chosen by, where there are keys.
    pub keyboard: Option<Keyboard>,
    pub paste: Option<PasteJob>,
}

impl Session {
    pub(super) fn plan(&mut self, expected: &Expected, primitive: &Primitive) -> Result<Plan> {
        bounded(primitive)?;
        let mut acts = Vec::new();
        if is_pointer(primitive) {
            acts.push(self.movement(expected)?);
        }
        let keyboard = needs_keys(primitive).then(|| keyboard::ask(&self.conn)?.read()).transpose()?;
        let mut paste = None;
        let keys = |chord: &str| stroke(keyboard.as_ref(), chord);
        match primitive {
            Primitive::PointerMove => {}
            Primitive::Click { button, count, modifiers } => {
                let held = match &keyboard {
                    Some(keyboard) => plan_modifiers(&keyboard.table, modifiers).map_err(unplanned)?,
                    None => Vec::new(),
                };
                acts.extend(held.iter().map(|keycode| Act::KeyPress(*keycode)));
                for _ in 0..*count {
                    acts.extend([Act::ButtonPress(button.number()), Act::ButtonRelease(button.number())]);
                }
                acts.extend(held.iter().rev().map(|keycode| Act::KeyRelease(*keycode)));
            }
            Primitive::PointerDown { button } => acts.push(Act::ButtonPress(button.number())),
            Primitive::PointerUp { button } => acts.push(Act::ButtonRelease(button.number())),
            Primitive::Scroll { direction, clicks } => {
                for _ in 0..*clicks {
                    acts.extend([Act::ButtonPress(direction.button()), Act::ButtonRelease(direction.button())]);
                }
            }
            Primitive::Key { chord, repeat } => acts.extend(steps(&keys(chord)?.tap_times(*repeat))),
            Primitive::KeyDown { chord } => {
                let stroke = keys(chord)?;
                acts.extend(stroke.modifiers.iter().chain([&stroke.keycode]).map(|keycode| Act::KeyPress(*keycode)));
            }
            Primitive::KeyUp { chord } => {
                let stroke = keys(chord)?;
                acts.push(Act::KeyRelease(stroke.keycode));
                acts.extend(stroke.modifiers.iter().rev().map(|keycode| Act::KeyRelease(*keycode)));
            }
            Primitive::Type { text } => acts.extend(typed(keyboard.as_ref(), text)?),
            Primitive::Paste { text, chord, quiet_ms, deadline_ms } => {
                acts.extend(steps(&keys(chord)?.tap()));
                let time = self.server_time()?;
                paste = Some(PasteJob::new(text, *quiet_ms, *deadline_ms, time));
            }
        }
        Ok(Plan { acts, keyboard, paste })
    }

    fn movement(&self, expected: &Expected) -> Result<Act> {
        let (width, height) = self.frames.root_size;
        let missing = || Fault::new(Code::CoordinateOutOfRange, "a pointer primitive needs a point");
        let (x, y) = expected.point.ok_or_else(missing)?;
        let on_screen = Rect::new(0, 0, width, height).contains(x, y);
        match (on_screen, i16::try_from(x), i16::try_from(y)) {
            (true, Ok(x), Ok(y)) => Ok(Act::Move(x, y)),
            _ => Err(Fault::new(
                Code::CoordinateOutOfRange,
                format!(
                    "({x}, {y}) is not on the screen of {width}x{height}; x goes from 0 to {}, y from 0 to {}",
                    width - 1,
                    height - 1
                ),
            )),
        }
    }

    /// The server's time, by a property of ours that does not change: a selection is owned as of a real time, not "now".
    fn server_time(&mut self) -> Result<u32> {
        use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, PropMode};
        let window = self.controls()?.window;
        let mark = self.atoms._DESKGATE_MARK;
        self.absorb()?;
        self.inbox.properties.clear();
        self.conn.change_property(PropMode::APPEND, window, mark, AtomEnum::INTEGER, 32, 0, &[])?;
        let until = self.control.deadline_us();
        loop {
            if let Some(event) = self.inbox.properties.iter().find(|event| event.window == window) {
                return Ok(event.time);
            }
            if !self.absorb_until(until)? && now_us() >= until {
                return Err(Fault::new(Code::Deadline, "the X server did not tell its time within the deadline"));
            }
        }
    }
}

fn is_pointer(primitive: &Primitive) -> bool {
    matches!(
        primitive,
        Primitive::PointerMove
            | Primitive::Click { .. }
            | Primitive::PointerDown { .. }
            | Primitive::PointerUp { .. }
            | Primitive::Scroll { .. }
    )
}

fn needs_keys(primitive: &Primitive) -> bool {
    match primitive {
        Primitive::Click { modifiers, .. } => !modifiers.is_empty(),
        other => !is_pointer(other),
    }
}

fn bounded(primitive: &Primitive) -> Result<()> {
    let within = |what: &str, value: usize, max: usize| {
        if (1..=max).contains(&value) {
            return Ok(());
        }
        Err(Fault::new(Code::ActionBoundExceeded, format!("{what} is {value}; it must be 1 to {max}")))
    };
    match primitive {
        Primitive::Click { count, .. } => within("the click count", *count as usize, CLICKS_MAX as usize),
        Primitive::Scroll { clicks, .. } => {
            within("the number of scroll clicks", *clicks as usize, SCROLL_MAX as usize)
        }
        Primitive::Key { repeat, .. } => within("the repeat of a key", *repeat as usize, REPEAT_MAX as usize),
        Primitive::Type { text } => {
            within("the length of one burst of text in characters", text.chars().count(), TEXT_CHARS_MAX)
        }
        Primitive::Paste { text, .. } => within("the length of pasted text in bytes", text.len(), PASTE_BYTES_MAX),
        _ => Ok(()),
    }
}

fn steps(steps: &[Step]) -> Vec<Act> {
    let act = |step: &Step| match step {
        Step::Press(keycode) => Act::KeyPress(*keycode),
        Step::Release(keycode) => Act::KeyRelease(*keycode),
    };
    steps.iter().map(act).collect()
}

fn typed(keyboard: Option<&Keyboard>, text: &str) -> Result<Vec<Act>> {
    let keyboard = keyboard.ok_or_else(no_keyboard)?;
    let strokes = plan_text(&keyboard.table, keyboard.locks, text).map_err(unplanned)?;
    Ok(strokes.iter().flat_map(|stroke| steps(&stroke.tap())).collect())
}

fn stroke(keyboard: Option<&Keyboard>, chord: &str) -> Result<Stroke> {
    let keyboard = keyboard.ok_or_else(no_keyboard)?;
    let parsed = parse_chord(chord).map_err(|error| {
        let what = match error {
            ChordError::Empty => "the key chord is empty",
            ChordError::Repeated => "the key chord names a modifier twice",
            ChordError::NotKnown => {
                "the key chord holds a name that is no key; write it like ctrl+shift+s, Return or F5"
            }
        };
        Fault::new(Code::KeyNotKnown, what)
    })?;
    plan_chord(&keyboard.table, keyboard.locks, &parsed).map_err(unplanned)
}

fn no_keyboard() -> Fault {
    Fault::new(Code::X11Error, "the keyboard layout was not read")
}

fn unplanned(error: PlanError) -> Fault {
    match error {
        PlanError::Unrepresentable(count) => Fault::new(
            Code::TextUnrepresentable,
            format!("{count} characters of the text are on no key of the active layout; paste the text instead"),
        ),
        PlanError::NoSuchKey => {
            Fault::new(Code::KeyNotKnown, "no key of the active layout gives the chord; use another chord or layout")
        }
    }
}
