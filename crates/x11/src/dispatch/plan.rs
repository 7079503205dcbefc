//! From a primitive to the events that will be sent, before anything is grabbed: what cannot be done exactly is refused here.

use super::bounds::bounded;
use super::segments::{self, Part};
use super::types::{Act, Expected, Primitive};
use crate::clock::now_us;
use crate::fault::{Code, Fault, Result};
use crate::keyboard::{self, Keyboard};
use crate::paste::{PasteJob, ReadJob};
use crate::session::Session;
use deskgate_observe::geometry::Rect;
use deskgate_observe::keys::{
    ChordError, Modifier, PlanError, Step, Stroke, parse_chord, plan_chord, plan_modifiers, plan_text, text_segments,
};

pub struct Plan {
    /// In the order of sending; never empty.
    pub parts: Vec<Part>,
    /// Further points whose surface must be allowed before the first part is sent.
    pub also: Vec<(i32, i32)>,
    /// The layout that the keys were chosen by, where there are keys.
    pub keyboard: Option<Keyboard>,
    pub paste: Option<PasteJob>,
    pub read: Option<ReadJob>,
    /// A button that must be one of ours.
    pub lets_go: Option<u8>,
    /// Whether the layout must still be the same after all has been sent.
    pub exact: bool,
}

impl Session {
    pub(super) fn plan(&mut self, expected: &Expected, primitive: &Primitive) -> Result<Plan> {
        bounded(primitive)?;
        let mut keyboard = needs_keys(primitive).then(|| keyboard::ask(&self.conn)?.read()).transpose()?;
        if let Primitive::Type { text } = primitive {
            let read = keyboard.take().ok_or_else(no_keyboard)?;
            keyboard = Some(self.bind_spare(read, text)?.map_err(unplanned)?);
        }
        let mut plan = Plan {
            parts: Vec::new(),
            also: Vec::new(),
            keyboard: None,
            paste: None,
            read: None,
            lets_go: None,
            exact: matches!(primitive, Primitive::Type { .. }),
        };
        plan.parts = match primitive {
            Primitive::Drag { path, button, duration_ms, modifiers } => {
                plan.also.clone_from(path);
                self.dragged(path, *duration_ms, button.number(), &held_keys(keyboard.as_ref(), modifiers)?)?
            }
            Primitive::HoldKey { chord, ms } => segments::hold(&stroke(keyboard.as_ref(), chord)?, *ms),
            Primitive::Type { text } => typed(keyboard.as_ref(), text)?,
            _ => vec![self.single(expected, primitive, keyboard.as_ref())?],
        };
        match primitive {
            Primitive::PointerUp { button } => plan.lets_go = Some(button.number()),
            Primitive::Paste { text, quiet_ms, deadline_ms, .. } => {
                plan.paste = Some(PasteJob::new(text, *quiet_ms, *deadline_ms, self.server_time()?));
            }
            Primitive::ClipboardRead { bytes_max, deadline_ms } => {
                plan.read = Some(ReadJob::new(*bytes_max, *deadline_ms, self.server_time()?));
            }
            _ => {}
        }
        plan.keyboard = keyboard;
        Ok(plan)
    }

    /// The one part of an act that goes out in one burst.
    fn single(&self, expected: &Expected, primitive: &Primitive, keyboard: Option<&Keyboard>) -> Result<Part> {
        let mut acts = Vec::new();
        if is_pointer(primitive) {
            let missing = || Fault::new(Code::CoordinateOutOfRange, "a pointer primitive needs a point");
            acts.push(self.movement(expected.point.ok_or_else(missing)?)?);
        }
        match primitive {
            Primitive::Click { button, count, modifiers } => {
                let presses = vec![button.number(); *count as usize];
                acts.extend(around(&held_keys(keyboard, modifiers)?, &taps(&presses)));
            }
            Primitive::PointerDown { button } => acts.push(Act::ButtonPress(button.number())),
            Primitive::PointerUp { button } => acts.push(Act::ButtonRelease(button.number())),
            Primitive::Scroll { dx, dy, modifiers } => {
                acts.extend(around(&held_keys(keyboard, modifiers)?, &taps(&wheel(*dx, *dy))));
            }
            Primitive::Key { chord, repeat } => acts.extend(steps(&stroke(keyboard, chord)?.tap_times(*repeat))),
            Primitive::KeyDown { chord } => {
                let stroke = stroke(keyboard, chord)?;
                acts.extend(stroke.modifiers.iter().chain([&stroke.keycode]).map(|keycode| Act::KeyPress(*keycode)));
            }
            Primitive::KeyUp { chord } => {
                let stroke = stroke(keyboard, chord)?;
                acts.push(Act::KeyRelease(stroke.keycode));
                acts.extend(stroke.modifiers.iter().rev().map(|keycode| Act::KeyRelease(*keycode)));
            }
            Primitive::Paste { chord, .. } => acts.extend(steps(&stroke(keyboard, chord)?.tap())),
            // The others send nothing but the movement, or are no single burst.
            _ => {}
        }
        Ok(Part { acts, pause_us: 0, point: expected.point })
    }

    fn dragged(&self, path: &[(i32, i32)], duration_ms: u32, button: u8, held: &[u8]) -> Result<Vec<Part>> {
        // Every corner is on the screen, and so is all between them; each is checked before anything is sent.
        let parts = segments::drag(path, duration_ms, button, held).into_iter().map(|(place, mut part)| {
            part.acts.insert(0, self.movement(place)?);
            Ok(part)
        });
        parts.collect()
    }

    fn movement(&self, (x, y): (i32, i32)) -> Result<Act> {
        let (width, height) = self.frames.root_size;
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
        Primitive::Click { modifiers, .. }
        | Primitive::Scroll { modifiers, .. }
        | Primitive::Drag { modifiers, .. } => !modifiers.is_empty(),
        Primitive::ClipboardRead { .. } => false,
        other => !is_pointer(other),
    }
}

fn held_keys(keyboard: Option<&Keyboard>, modifiers: &[Modifier]) -> Result<Vec<u8>> {
    match keyboard {
        Some(keyboard) => plan_modifiers(&keyboard.table, modifiers).map_err(unplanned),
        None => Ok(Vec::new()),
    }
}

/// Modifiers down, the acts, modifiers up in reverse.
fn around(held: &[u8], acts: &[Act]) -> Vec<Act> {
    let down = held.iter().map(|keycode| Act::KeyPress(*keycode));
    let up = held.iter().rev().map(|keycode| Act::KeyRelease(*keycode));
    down.chain(acts.iter().copied()).chain(up).collect()
}

fn taps(buttons: &[u8]) -> Vec<Act> {
    buttons.iter().flat_map(|button| [Act::ButtonPress(*button), Act::ButtonRelease(*button)]).collect()
}

/// The wheel is four buttons: 4 up, 5 down, 6 left, 7 right.
fn wheel(dx: i32, dy: i32) -> Vec<u8> {
    let clicks = |by: i32, back: u8, forth: u8| vec![if by < 0 { back } else { forth }; by.unsigned_abs() as usize];
    [clicks(dy, 4, 5), clicks(dx, 6, 7)].concat()
}

fn steps(steps: &[Step]) -> Vec<Act> {
    let act = |step: &Step| match step {
        Step::Press(keycode) => Act::KeyPress(*keycode),
        Step::Release(keycode) => Act::KeyRelease(*keycode),
    };
    steps.iter().map(act).collect()
}

fn typed(keyboard: Option<&Keyboard>, text: &str) -> Result<Vec<Part>> {
    let keyboard = keyboard.ok_or_else(no_keyboard)?;
    let strokes = plan_text(&keyboard.table, keyboard.locks, text).map_err(unplanned)?;
    Ok(segments::text(&strokes, &text_segments(text), |stroke| steps(&stroke.tap())))
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
            format!(
                "{count} characters of the text are on no key of the active layout, and there are too few spare keys for all; paste the text instead"
            ),
        ),
        PlanError::NoSuchKey => {
            Fault::new(Code::KeyNotKnown, "no key of the active layout gives the chord; use another chord or layout")
        }
    }
}
