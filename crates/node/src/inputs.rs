//! What JavaScript gives, checked: a wrong length or an unknown kind is misuse, and throws.

use deskgate_x11 as x11;
use napi::bindgen_prelude::Uint8Array;
use napi::{Error, Result, Status};
use napi_derive::napi;

const POINTS_MAX: usize = 256;
const RECTS_MAX: usize = 32;
const CLIENTS_MAX: usize = 32;

fn misuse(what: String) -> Error {
    Error::new(Status::InvalidArg, what)
}

fn within(what: &str, value: u32, max: u32) -> Result<u32> {
    if (1..=max).contains(&value) {
        Ok(value)
    } else {
        Err(misuse(format!("{what} is {value}; it must be 1 to {max}")))
    }
}

fn at_most<T>(what: &str, list: &[T], max: usize) -> Result<()> {
    if list.len() <= max { Ok(()) } else { Err(misuse(format!("{what} has {} entries; at most {max}", list.len()))) }
}

/// Exactly `N` bytes.
pub fn bytes<const N: usize>(what: &str, given: &Uint8Array) -> Result<[u8; N]> {
    given.as_ref().try_into().map_err(|_| misuse(format!("{what} has {} bytes; it must have {N}", given.len())))
}

#[napi(object, object_to_js = false)]
pub struct ConnectOptions {
    pub socket_path: String,
    pub cookie: Option<Uint8Array>,
    pub server_pid: Option<u32>,
    pub deadline_ms: u32,
}

impl ConnectOptions {
    pub fn read(self) -> Result<x11::Options> {
        if !self.socket_path.starts_with('/') {
            return Err(misuse("socketPath must be absolute; a display name is never parsed".to_owned()));
        }
        Ok(x11::Options {
            socket_path: self.socket_path.into(),
            cookie: self.cookie.map(|cookie| bytes("cookie", &cookie)).transpose()?,
            server_pid: self.server_pid,
            deadline_ms: within("deadlineMs", self.deadline_ms, 60_000)?,
        })
    }
}

#[napi(object)]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

#[napi(object)]
#[derive(Clone, Copy)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
}

impl From<Rect> for x11::Rect {
    fn from(rect: Rect) -> Self {
        Self { x: rect.x, y: rect.y, width: rect.width, height: rect.height }
    }
}

impl From<x11::Rect> for Rect {
    fn from(rect: x11::Rect) -> Self {
        Self { x: rect.x, y: rect.y, width: rect.width, height: rect.height }
    }
}

fn rects(given: Option<Vec<Rect>>) -> Result<Vec<x11::Rect>> {
    let given = given.unwrap_or_default();
    at_most("ignore", &given, RECTS_MAX)?;
    Ok(given.into_iter().map(Into::into).collect())
}

#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct ObserveOptions {
    pub points: Option<Vec<Point>>,
    pub text_bytes_max: Option<u32>,
}

impl ObserveOptions {
    pub fn read(self) -> Result<(Vec<(i32, i32)>, u32)> {
        let points = self.points.unwrap_or_default();
        at_most("points", &points, POINTS_MAX)?;
        let text_bytes_max = within("textBytesMax", self.text_bytes_max.unwrap_or(1024), 65_536)?;
        Ok((points.into_iter().map(|point| (point.x, point.y)).collect(), text_bytes_max))
    }
}

#[napi(discriminant = "kind", discriminant_case = "snake_case", object_to_js = false)]
pub enum CaptureScope {
    Display {},
    Window { window_id: u32 },
}

impl From<CaptureScope> for x11::Scope {
    fn from(scope: CaptureScope) -> Self {
        match scope {
            CaptureScope::Display {} => Self::Display,
            CaptureScope::Window { window_id } => Self::Window(window_id),
        }
    }
}

#[napi(object, object_to_js = false)]
pub struct CaptureOptions {
    pub scope: CaptureScope,
    pub ignore: Option<Vec<Rect>>,
    pub compare_to: Option<u32>,
}

impl CaptureOptions {
    pub fn read(self) -> Result<(x11::Scope, Vec<x11::Rect>, Option<u32>)> {
        Ok((self.scope.into(), rects(self.ignore)?, self.compare_to))
    }
}

#[napi(object, object_to_js = false)]
pub struct StillOptions {
    pub quiet_ms: u32,
    pub max_ms: u32,
    pub scope: Option<CaptureScope>,
    pub ignore: Option<Vec<Rect>>,
}

impl StillOptions {
    pub fn read(self) -> Result<x11::StillOptions> {
        Ok(x11::StillOptions {
            quiet_ms: within("quietMs", self.quiet_ms, 10_000)?,
            max_ms: within("maxMs", self.max_ms, 60_000)?,
            scope: self.scope.map_or(x11::Scope::Display, Into::into),
            ignored: rects(self.ignore)?,
        })
    }
}

#[napi(object, object_to_js = false)]
pub struct PixelOptions {
    pub channels: u32,
    pub region: Option<Rect>,
}

impl PixelOptions {
    pub fn read(self) -> Result<(u32, Option<x11::Rect>)> {
        if !matches!(self.channels, 3 | 4) {
            return Err(misuse(format!("channels is {}; it must be 3 or 4", self.channels)));
        }
        Ok((self.channels, self.region.map(Into::into)))
    }
}

#[napi(object, object_to_js = false)]
pub struct ReleaseOptions {
    pub lease: Option<bool>,
}

#[napi(object, object_to_js = false)]
pub struct ExpectedClient {
    pub base: u32,
    pub pid: Option<u32>,
    pub start_ticks: Option<i64>,
}

#[napi(object, object_to_js = false)]
pub struct Expected {
    pub frame: u32,
    pub window_id: u32,
    pub client: ExpectedClient,
    pub geometry: Rect,
    pub title: String,
    pub focus_id: u32,
    pub point: Option<Point>,
    pub surface_clients: Option<Vec<u32>>,
}

impl Expected {
    pub fn read(self) -> Result<x11::Expected> {
        let surface_clients = self.surface_clients.unwrap_or_default();
        at_most("surfaceClients", &surface_clients, CLIENTS_MAX)?;
        Ok(x11::Expected {
            frame: self.frame,
            window_id: self.window_id,
            client: x11::ExpectedClient {
                base: self.client.base,
                pid: self.client.pid,
                start_ticks: self.client.start_ticks.and_then(|ticks| u64::try_from(ticks).ok()),
            },
            geometry: self.geometry.into(),
            title: self.title,
            focus_id: self.focus_id,
            point: self.point.map(|point| (point.x, point.y)),
            surface_clients,
        })
    }
}

#[napi(discriminant = "kind", discriminant_case = "snake_case", object_to_js = false)]
pub enum Primitive {
    PointerMove {},
    Click { button: String, count: u32, modifiers: Option<Vec<String>> },
    PointerDown { button: String },
    PointerUp { button: String },
    Scroll { dx: i32, dy: i32, modifiers: Option<Vec<String>> },
    Drag { path: Vec<Point>, button: String, duration_ms: u32, modifiers: Option<Vec<String>> },
    Key { chord: String, repeat: Option<u32> },
    KeyDown { chord: String },
    KeyUp { chord: String },
    HoldKey { chord: String, ms: u32 },
    Type { text: String },
    Paste { text: String, chord: String, quiet_ms: u32, deadline_ms: u32 },
    ClipboardRead { bytes_max: u32, deadline_ms: u32 },
}

impl Primitive {
    pub fn read(self, has_point: bool) -> Result<x11::Primitive> {
        let pointer = matches!(
            self,
            Self::PointerMove {}
                | Self::Click { .. }
                | Self::PointerDown { .. }
                | Self::PointerUp { .. }
                | Self::Scroll { .. }
        );
        if pointer && !has_point {
            return Err(misuse("a pointer primitive needs expected.point".to_owned()));
        }
        Ok(match self {
            Self::PointerMove {} => x11::Primitive::PointerMove,
            Self::Click { button: name, count, modifiers } => {
                x11::Primitive::Click { button: button(&name)?, count, modifiers: named_modifiers(modifiers)? }
            }
            Self::PointerDown { button: name } => x11::Primitive::PointerDown { button: button(&name)? },
            Self::PointerUp { button: name } => x11::Primitive::PointerUp { button: button(&name)? },
            Self::Scroll { dx, dy, modifiers } => {
                x11::Primitive::Scroll { dx, dy, modifiers: named_modifiers(modifiers)? }
            }
            Self::Drag { path, button: name, duration_ms, modifiers } => x11::Primitive::Drag {
                path: path.into_iter().map(|point| (point.x, point.y)).collect(),
                button: button(&name)?,
                duration_ms,
                modifiers: named_modifiers(modifiers)?,
            },
            Self::Key { chord, repeat } => x11::Primitive::Key { chord, repeat: repeat.unwrap_or(1) },
            Self::KeyDown { chord } => x11::Primitive::KeyDown { chord },
            Self::KeyUp { chord } => x11::Primitive::KeyUp { chord },
            Self::HoldKey { chord, ms } => x11::Primitive::HoldKey { chord, ms },
            Self::Type { text } => x11::Primitive::Type { text },
            Self::Paste { text, chord, quiet_ms, deadline_ms } => x11::Primitive::Paste {
                text,
                chord,
                quiet_ms: within("quietMs", quiet_ms, 10_000)?,
                deadline_ms: within("deadlineMs", deadline_ms, 60_000)?,
            },
            Self::ClipboardRead { bytes_max, deadline_ms } => {
                x11::Primitive::ClipboardRead { bytes_max, deadline_ms: within("deadlineMs", deadline_ms, 60_000)? }
            }
        })
    }
}

fn button(name: &str) -> Result<x11::MouseButton> {
    match name {
        "left" => Ok(x11::MouseButton::Left),
        "middle" => Ok(x11::MouseButton::Middle),
        "right" => Ok(x11::MouseButton::Right),
        "back" => Ok(x11::MouseButton::Back),
        "forward" => Ok(x11::MouseButton::Forward),
        other => Err(misuse(format!("button is {other:?}; it must be left, middle, right, back or forward"))),
    }
}

fn named_modifiers(names: Option<Vec<String>>) -> Result<Vec<x11::Modifier>> {
    names.unwrap_or_default().iter().map(|name| modifier(name)).collect()
}

fn modifier(name: &str) -> Result<x11::Modifier> {
    match name {
        "ctrl" => Ok(x11::Modifier::Ctrl),
        "shift" => Ok(x11::Modifier::Shift),
        "alt" => Ok(x11::Modifier::Alt),
        "super" => Ok(x11::Modifier::Super),
        other => Err(misuse(format!("modifier is {other:?}; it must be ctrl, shift, alt or super"))),
    }
}
