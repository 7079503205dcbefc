//! What a dispatch is told and what it answers.

use crate::fault::Code;
use crate::paste::PasteFacts;
use deskgate_observe::geometry::Rect;
use deskgate_observe::keys::Modifier;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedClient {
    pub base: u32,
    pub pid: Option<u32>,
    pub start_ticks: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct Expected {
    pub frame: u32,
    pub window_id: u32,
    pub client: ExpectedClient,
    pub geometry: Rect,
    pub title: String,
    /// 0 where the focus does not matter.
    pub focus_id: u32,
    pub point: Option<(i32, i32)>,
    pub surface_clients: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseButton {
    Left,
    Middle,
    Right,
    Back,
    Forward,
}

impl MouseButton {
    pub fn number(self) -> u8 {
        match self {
            Self::Left => 1,
            Self::Middle => 2,
            Self::Right => 3,
            // 4 to 7 are the wheel's.
            Self::Back => 8,
            Self::Forward => 9,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Primitive {
    PointerMove,
    Click {
        button: MouseButton,
        count: u32,
        modifiers: Vec<Modifier>,
    },
    PointerDown {
        button: MouseButton,
    },
    PointerUp {
        button: MouseButton,
    },
    /// Clicks of the wheel: `dx` to the right, `dy` downwards.
    Scroll {
        dx: i32,
        dy: i32,
        modifiers: Vec<Modifier>,
    },
    /// Press at the first point, motions along the path, release at the last one. Each motion is a segment of its own.
    Drag {
        path: Vec<(i32, i32)>,
        button: MouseButton,
        duration_ms: u32,
        modifiers: Vec<Modifier>,
    },
    Key {
        chord: String,
        repeat: u32,
    },
    KeyDown {
        chord: String,
    },
    KeyUp {
        chord: String,
    },
    HoldKey {
        chord: String,
        ms: u32,
    },
    Type {
        text: String,
    },
    Paste {
        text: String,
        chord: String,
        quiet_ms: u32,
        deadline_ms: u32,
    },
    /// Sends no input: asks the target's client for the text that it offers on the clipboard.
    ClipboardRead {
        bytes_max: u32,
        deadline_ms: u32,
    },
}

/// One XTEST event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Move(i16, i16),
    ButtonPress(u8),
    ButtonRelease(u8),
    KeyPress(u8),
    KeyRelease(u8),
}

/// A fact that is not as expected. In this order in every answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    Lease,
    WindowGone,
    Identity,
    Geometry,
    Title,
    Focus,
    Surface,
    Pixels,
    Keymap,
    Modifiers,
    /// A button that was to be let go of is not held by us.
    Held,
    /// The clipboard is another client's, or offers no text.
    Clipboard,
    Deadline,
}

impl Difference {
    pub fn name(self) -> &'static str {
        match self {
            Self::Lease => "lease",
            Self::WindowGone => "window_gone",
            Self::Identity => "identity",
            Self::Geometry => "geometry",
            Self::Title => "title",
            Self::Focus => "focus",
            Self::Surface => "surface",
            Self::Pixels => "pixels",
            Self::Keymap => "keymap",
            Self::Modifiers => "modifiers",
            Self::Held => "held",
            Self::Clipboard => "clipboard",
            Self::Deadline => "deadline",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveredTo {
    Target,
    SameClient,
    None,
}

/// Input events that one client got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    pub client_base: u32,
    pub events: u32,
}

/// Why an act in several segments ended before its last one.
#[derive(Clone, Debug)]
pub enum Stopped {
    Differs(Vec<Difference>),
    GrabPierced,
    InputGrabbed,
    Misdelivered,
    DeliveryUnknown,
    Unknown(Code),
    Cancelled,
}

/// How far an act in several segments got.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Segments that were sent and reached nobody else, of `planned`.
    pub done: u32,
    pub planned: u32,
    /// XTEST events in all, those of a segment that went astray too; what was let go of afterwards is not counted.
    pub sent: u32,
    pub deliveries: Vec<Delivery>,
}

#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Of several grabs, the longest one.
    pub grab_us: u64,
    pub started_us: u64,
    pub ended_us: u64,
}

#[derive(Clone, Debug)]
pub enum Outcome {
    Dispatched {
        times: Times,
        delivered_to: DeliveredTo,
        sent: u32,
        deliveries: Vec<Delivery>,
        segments: u32,
        paste: Option<PasteFacts>,
        clipboard: Option<String>,
    },
    /// Something was sent, and not all of it; what was down has been let go of.
    Partial {
        times: Times,
        progress: Progress,
        stopped: Stopped,
    },
    DeliveryUnknown {
        times: Times,
        sent: u32,
    },
    PreconditionFailed {
        times: Times,
        differences: Vec<Difference>,
        pixels_changed: u64,
    },
    GrabPierced {
        times: Times,
        sent: u32,
    },
    InputGrabbed {
        times: Times,
    },
    Misdelivered {
        times: Times,
        sent: u32,
        deliveries: Vec<Delivery>,
    },
    PasteHijacked {
        times: Times,
        sent: u32,
        paste: PasteFacts,
    },
    PasteUnanswered {
        times: Times,
        sent: u32,
        paste: PasteFacts,
    },
    OutcomeUnknown {
        times: Times,
        cause: Code,
        sent: u32,
    },
}
