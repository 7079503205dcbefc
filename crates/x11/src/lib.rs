//! One X11 connection that observes, captures, compares and dispatches. It decides nothing and never sets focus or moves, raises, maps
//! or activates a window; no function here could.
#![deny(unsafe_code)]

mod atoms;
pub mod clock;
mod connect;
mod control;
mod dispatch;
mod events;
pub mod fault;
mod frame;
mod held;
mod keyboard;
mod lease;
mod observe;
mod paste;
mod record;
mod release;
mod session;
mod spare;
mod still;
mod stream;
#[allow(unsafe_code)]
mod sys;

pub use connect::{Options, Role};
pub use control::Control;
pub use dispatch::{
    DeliveredTo, Delivery, Difference, Expected, ExpectedClient, MouseButton, Outcome, Primitive, Progress, Stopped,
    Times,
};
pub use fault::{Code, Fault, Result};
pub use frame::{FrameDiff, FrameFacts, Path, PixelData, Scope};
pub use held::InputFacts;
pub use lease::LeaseFacts;
pub use observe::{
    ClientFacts, FocusFacts, FocusKind, MonitorFacts, Observation, PointFacts, RevertTo, RootFacts, WindowFacts,
};
pub use paste::PasteFacts;
pub use release::ReleaseFacts;
pub use session::{ConnectionFacts, Session};
pub use still::{StillFacts, StillOptions};

pub use deskgate_observe::geometry::Rect;
pub use deskgate_observe::keys::Modifier;
pub use deskgate_observe::text::TextProperty;
