//! Faults of the world, as values.

use x11rb::errors::{ConnectError, ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::ErrorKind;

/// What went wrong; the names are those of `native/index.d.ts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    ConnectFailed,
    ServerMismatch,
    ExtensionMissing,
    ConnectionLost,
    Deadline,
    Cancelled,
    QueueFull,
    Closed,
    DisplayBusy,
    LeaseAbsent,
    WindowGone,
    RegionOffScreen,
    VisualUnsupported,
    FrameUnknown,
    FrameMismatch,
    FramesExhausted,
    CoordinateOutOfRange,
    TextUnrepresentable,
    KeyNotKnown,
    ActionBoundExceeded,
    X11Error,
    NativePanic,
}

impl Code {
    pub fn name(self) -> &'static str {
        match self {
            Self::ConnectFailed => "connect_failed",
            Self::ServerMismatch => "server_mismatch",
            Self::ExtensionMissing => "extension_missing",
            Self::ConnectionLost => "connection_lost",
            Self::Deadline => "deadline",
            Self::Cancelled => "cancelled",
            Self::QueueFull => "queue_full",
            Self::Closed => "closed",
            Self::DisplayBusy => "display_busy",
            Self::LeaseAbsent => "lease_absent",
            Self::WindowGone => "window_gone",
            Self::RegionOffScreen => "region_off_screen",
            Self::VisualUnsupported => "visual_unsupported",
            Self::FrameUnknown => "frame_unknown",
            Self::FrameMismatch => "frame_mismatch",
            Self::FramesExhausted => "frames_exhausted",
            Self::CoordinateOutOfRange => "coordinate_out_of_range",
            Self::TextUnrepresentable => "text_unrepresentable",
            Self::KeyNotKnown => "key_not_known",
            Self::ActionBoundExceeded => "action_bound_exceeded",
            Self::X11Error => "x11_error",
            Self::NativePanic => "native_panic",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub code: Code,
    pub message: String,
}

pub type Result<T> = std::result::Result<T, Fault>;

impl Fault {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// Why the stream stopped waiting: carried inside an `io::Error` through x11rb, which knows neither deadlines nor cancellation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Deadline,
    Cancelled,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Stop {}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<Stop>()) {
            Some(Stop::Deadline) => Self::new(
                Code::Deadline,
                "the X server did not answer within the deadline; another client may hold the server grab",
            ),
            Some(Stop::Cancelled) => {
                Self::new(Code::Cancelled, "the call was cancelled while it waited for the X server")
            }
            None => Self::new(Code::ConnectionLost, format!("the connection to the X server ended ({})", error.kind())),
        }
    }
}

impl From<ConnectionError> for Fault {
    fn from(error: ConnectionError) -> Self {
        match error {
            ConnectionError::IoError(error) => error.into(),
            ConnectionError::UnsupportedExtension => {
                Self::new(Code::ExtensionMissing, "the X server lacks an extension that this call needs")
            }
            other => Self::new(Code::ConnectionLost, format!("the connection to the X server is unusable: {other}")),
        }
    }
}

impl From<ReplyError> for Fault {
    fn from(error: ReplyError) -> Self {
        let ReplyError::X11Error(error) = error else {
            let ReplyError::ConnectionError(error) = error else {
                return Self::new(Code::X11Error, "unknown reply");
            };
            return error.into();
        };
        match error.error_kind {
            ErrorKind::Window | ErrorKind::Drawable => {
                Self::new(Code::WindowGone, format!("window {:#x} does not exist, or no longer", error.bad_value))
            }
            kind => Self::new(
                Code::X11Error,
                format!("the X server answered {kind:?} to request {}.{}", error.major_opcode, error.minor_opcode),
            ),
        }
    }
}

impl From<ReplyOrIdError> for Fault {
    fn from(error: ReplyOrIdError) -> Self {
        match error {
            ReplyOrIdError::IdsExhausted => Self::new(Code::X11Error, "the X server has no resource ids left for us"),
            ReplyOrIdError::ConnectionError(error) => error.into(),
            ReplyOrIdError::X11Error(error) => ReplyError::X11Error(error).into(),
        }
    }
}

impl From<ConnectError> for Fault {
    fn from(error: ConnectError) -> Self {
        match error {
            ConnectError::IoError(error) => {
                let fault = Self::from(error);
                match fault.code {
                    Code::Deadline | Code::Cancelled => fault,
                    _ => {
                        Self::new(Code::ConnectFailed, format!("no X server answered on the socket: {}", fault.message))
                    }
                }
            }
            ConnectError::SetupFailed(_) | ConnectError::SetupAuthenticate(_) => Self::new(
                Code::ConnectFailed,
                "the X server refused the connection; give the cookie that this server was started with",
            ),
            other => Self::new(Code::ConnectFailed, format!("the X server's setup cannot be used: {other}")),
        }
    }
}
