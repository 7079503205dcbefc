//! Observations as JavaScript sees them.

use crate::inputs::{Point, Rect};
use crate::micros;
use deskgate_x11 as x11;
use napi_derive::napi;

#[napi(object, object_from_js = false, use_nullable = true)]
#[derive(Clone)]
pub struct ConnectionFacts {
    pub server_pid: Option<u32>,
    pub vendor: String,
    pub release_number: u32,
    pub root_id: u32,
    pub client_base: u32,
    pub resource_mask: u32,
}

impl From<&x11::ConnectionFacts> for ConnectionFacts {
    fn from(facts: &x11::ConnectionFacts) -> Self {
        Self {
            server_pid: facts.server_pid,
            vendor: facts.vendor.clone(),
            release_number: facts.release_number,
            root_id: facts.root_id,
            client_base: facts.client_base,
            resource_mask: facts.resource_mask,
        }
    }
}

#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ClientFacts {
    pub base: u32,
    pub pid: Option<u32>,
    pub start_ticks: Option<i64>,
}

impl From<x11::ClientFacts> for ClientFacts {
    fn from(facts: x11::ClientFacts) -> Self {
        Self { base: facts.base, pid: facts.pid, start_ticks: facts.start_ticks.map(micros) }
    }
}

#[napi(object, object_from_js = false)]
pub struct TextProperty {
    pub state: &'static str,
    pub text: Option<String>,
    pub bytes: Option<u32>,
}

impl From<x11::TextProperty> for TextProperty {
    fn from(property: x11::TextProperty) -> Self {
        match property {
            x11::TextProperty::Absent => Self { state: "absent", text: None, bytes: None },
            x11::TextProperty::Present(text) => Self { state: "present", text: Some(text), bytes: None },
            x11::TextProperty::Invalid { bytes } => Self { state: "invalid", text: None, bytes: Some(bytes) },
            x11::TextProperty::Truncated { bytes } => Self { state: "truncated", text: None, bytes: Some(bytes) },
        }
    }
}

#[napi(object, object_from_js = false)]
pub struct WmClass {
    pub instance: String,
    pub class_name: String,
}

#[napi(object, object_from_js = false, use_nullable = true)]
pub struct WindowFacts {
    pub id: u32,
    pub frame_id: u32,
    pub stack: u32,
    pub viewable: bool,
    pub override_redirect: bool,
    pub input_only: bool,
    pub geometry: Rect,
    pub border_width: u32,
    pub title: TextProperty,
    pub wm_name: TextProperty,
    pub role: TextProperty,
    pub net_role: TextProperty,
    pub wm_class: Option<WmClass>,
    pub pid_claim: Option<u32>,
    pub transient_for: Option<u32>,
    pub types: Vec<String>,
    pub popup: bool,
    pub client: ClientFacts,
}

impl From<x11::WindowFacts> for WindowFacts {
    fn from(window: x11::WindowFacts) -> Self {
        Self {
            id: window.id,
            frame_id: window.frame_id,
            stack: window.stack,
            viewable: window.viewable,
            override_redirect: window.override_redirect,
            input_only: window.input_only,
            geometry: window.geometry.into(),
            border_width: window.border_width,
            title: window.title.into(),
            wm_name: window.wm_name.into(),
            role: window.role.into(),
            net_role: window.net_role.into(),
            wm_class: window.wm_class.map(|(instance, class_name)| WmClass { instance, class_name }),
            pid_claim: window.pid_claim,
            transient_for: window.transient_for,
            types: window.types,
            popup: window.popup,
            client: window.client.into(),
        }
    }
}

#[napi(object, object_from_js = false)]
pub struct RootFacts {
    pub id: u32,
    pub width: u32,
    pub height: u32,
    pub depth: u32,
}

#[napi(object, object_from_js = false)]
pub struct MonitorFacts {
    pub name: String,
    pub primary: bool,
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
}

#[napi(object, object_from_js = false, use_nullable = true)]
pub struct FocusFacts {
    pub kind: &'static str,
    pub window_id: u32,
    pub revert_to: &'static str,
    pub ancestry: Vec<u32>,
    pub client: Option<ClientFacts>,
}

impl From<x11::FocusFacts> for FocusFacts {
    fn from(focus: x11::FocusFacts) -> Self {
        Self {
            kind: match focus.kind {
                x11::FocusKind::Window => "window",
                x11::FocusKind::None => "none",
                x11::FocusKind::PointerRoot => "pointer_root",
            },
            window_id: focus.window_id,
            revert_to: match focus.revert_to {
                x11::RevertTo::None => "none",
                x11::RevertTo::PointerRoot => "pointer_root",
                x11::RevertTo::Parent => "parent",
            },
            ancestry: focus.ancestry,
            client: focus.client.map(Into::into),
        }
    }
}

#[napi(object, object_from_js = false, use_nullable = true)]
pub struct PointFacts {
    pub x: i32,
    pub y: i32,
    pub on_screen: bool,
    pub chain: Vec<u32>,
    pub client: Option<ClientFacts>,
}

#[napi(object, object_from_js = false, use_nullable = true)]
pub struct Observation {
    pub started_us: i64,
    pub ended_us: i64,
    pub root: RootFacts,
    pub monitors: Vec<MonitorFacts>,
    pub windows: Vec<WindowFacts>,
    pub client_list: Option<Vec<u32>>,
    pub focus: FocusFacts,
    pub points: Vec<PointFacts>,
}

impl From<x11::Observation> for Observation {
    fn from(seen: x11::Observation) -> Self {
        let root = seen.root;
        let monitor = |m: x11::MonitorFacts| MonitorFacts {
            name: m.name,
            primary: m.primary,
            x: m.x,
            y: m.y,
            width: m.width,
            height: m.height,
        };
        let point = |p: x11::PointFacts| PointFacts {
            x: p.x,
            y: p.y,
            on_screen: p.on_screen,
            chain: p.chain,
            client: p.client.map(Into::into),
        };
        Self {
            started_us: micros(seen.started_us),
            ended_us: micros(seen.ended_us),
            root: RootFacts { id: root.id, width: root.width, height: root.height, depth: root.depth.into() },
            monitors: seen.monitors.into_iter().map(monitor).collect(),
            windows: seen.windows.into_iter().map(Into::into).collect(),
            client_list: seen.client_list,
            focus: seen.focus.into(),
            points: seen.points.into_iter().map(point).collect(),
        }
    }
}

#[napi(object, object_from_js = false)]
pub struct Selections {
    pub clipboard: u32,
    pub primary: u32,
    pub lease: u32,
}

#[napi(object, object_from_js = false)]
pub struct InputFacts {
    pub keycodes_down: Vec<u32>,
    pub buttons_down: Vec<u32>,
    pub pointer: Point,
    pub selections: Selections,
    pub owned_by_us: Vec<&'static str>,
}

impl From<x11::InputFacts> for InputFacts {
    fn from(facts: x11::InputFacts) -> Self {
        let (x, y) = facts.pointer;
        Self {
            keycodes_down: facts.keycodes_down.into_iter().map(Into::into).collect(),
            buttons_down: facts.buttons_down.into_iter().map(Into::into).collect(),
            pointer: Point { x, y },
            selections: Selections {
                clipboard: facts.clipboard_owner,
                primary: facts.primary_owner,
                lease: facts.lease_owner,
            },
            owned_by_us: facts.owned_by_us,
        }
    }
}

#[napi(object, object_from_js = false)]
pub struct LeaseFacts {
    pub taken_at_us: i64,
    pub selection: String,
}

impl From<x11::LeaseFacts> for LeaseFacts {
    fn from(facts: x11::LeaseFacts) -> Self {
        Self { taken_at_us: micros(facts.taken_at_us), selection: facts.selection }
    }
}

#[napi(object, object_from_js = false)]
pub struct StillFacts {
    pub settled: bool,
    pub waited_us: i64,
    pub changes: u32,
}

impl From<x11::StillFacts> for StillFacts {
    fn from(facts: x11::StillFacts) -> Self {
        Self { settled: facts.settled, waited_us: micros(facts.waited_us), changes: facts.changes }
    }
}

#[napi(object, object_from_js = false)]
pub struct ReleaseFacts {
    pub keys_released: u32,
    pub buttons_released: u32,
    pub selections_released: Vec<&'static str>,
}

impl From<x11::ReleaseFacts> for ReleaseFacts {
    fn from(facts: x11::ReleaseFacts) -> Self {
        Self {
            keys_released: facts.keys_released,
            buttons_released: facts.buttons_released,
            selections_released: facts.selections_released,
        }
    }
}
