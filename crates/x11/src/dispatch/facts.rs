//! Everything that is read again under the grab: asked for in one go, since nothing can change between the answers.

use super::types::Expected;
use crate::atoms::Atoms;
use crate::connect::Conn;
use crate::fault::{Code, Fault, Result};
use crate::held::{buttons_down, keys_down};
use crate::keyboard::{self, Raw};
use crate::observe::{Probe, strict_utf8};
use deskgate_observe::geometry::Rect;
use deskgate_observe::text::TextProperty;
use x11rb::cookie::Cookie;
use x11rb::protocol::res::{ClientIdMask, ClientIdSpec, ConnectionExt as _, QueryClientIdsReply};
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, GetGeometryReply, GetInputFocusReply, GetPropertyReply, GetSelectionOwnerReply,
    GetWindowAttributesReply, MapState, QueryKeymapReply, QueryPointerReply, TranslateCoordinatesReply,
};

/// Longs of a title that are read: more than any title that a policy may hold.
const TITLE_LONGS: u32 = 2048;

pub struct Asked<'c> {
    conn: &'c Conn,
    lease: Cookie<'c, Conn, GetSelectionOwnerReply>,
    focus: Cookie<'c, Conn, GetInputFocusReply>,
    attributes: Cookie<'c, Conn, GetWindowAttributesReply>,
    geometry: Cookie<'c, Conn, GetGeometryReply>,
    origin: Cookie<'c, Conn, TranslateCoordinatesReply>,
    title: Cookie<'c, Conn, GetPropertyReply>,
    process: Cookie<'c, Conn, QueryClientIdsReply>,
    keymap: Cookie<'c, Conn, QueryKeymapReply>,
    pointer: Cookie<'c, Conn, QueryPointerReply>,
    probes: Vec<Probe<'c>>,
    keyboard: Option<keyboard::Pending<'c>>,
}

pub struct Facts {
    pub lease_owner: u32,
    pub focus: u32,
    /// Nothing when the window is gone or not shown.
    pub window: Option<Window>,
    pub keys_down: Vec<u8>,
    pub buttons_down: Vec<u8>,
    /// From the root's child down, at each point.
    pub chains: Vec<Vec<u32>>,
    pub keyboard: Option<Raw>,
}

pub struct Window {
    pub place: Rect,
    pub title: TextProperty,
    pub pid: Option<u32>,
}

impl<'c> Asked<'c> {
    pub fn ask(
        conn: &'c Conn,
        root: u32,
        atoms: &Atoms,
        expected: &Expected,
        points: &[(i32, i32)],
        guess: &[u32],
        with_keyboard: bool,
    ) -> Result<Self> {
        let window = expected.window_id;
        let spec = ClientIdSpec { client: window, mask: ClientIdMask::LOCAL_CLIENT_PID };
        Ok(Self {
            conn,
            lease: conn.get_selection_owner(atoms._DESKGATE_LEASE)?,
            focus: conn.get_input_focus()?,
            attributes: conn.get_window_attributes(window)?,
            geometry: conn.get_geometry(window)?,
            origin: conn.translate_coordinates(window, root, 0, 0)?,
            title: conn.get_property(false, window, atoms._NET_WM_NAME, AtomEnum::ANY, 0, TITLE_LONGS)?,
            process: conn.res_query_client_ids(&[spec])?,
            keymap: conn.query_keymap()?,
            pointer: conn.query_pointer(root)?,
            probes: points.iter().map(|(x, y)| Probe::ask(conn, root, *x, *y, guess)).collect::<Result<_>>()?,
            keyboard: with_keyboard.then(|| keyboard::ask(conn)).transpose()?,
        })
    }

    pub fn read(self, atoms: &Atoms) -> Result<Facts> {
        let window = (self.attributes.reply(), self.geometry.reply(), self.origin.reply(), self.title.reply());
        let process = self.process.reply();
        let window = match window {
            (Ok(attributes), Ok(geometry), Ok(origin), Ok(title)) if attributes.map_state == MapState::VIEWABLE => {
                let pids = process?.ids;
                let pid = pids.first().and_then(|id| id.value.first().copied()).filter(|pid| *pid != 0);
                let place =
                    Rect::new(origin.dst_x.into(), origin.dst_y.into(), geometry.width.into(), geometry.height.into());
                Some(Window { place, title: strict_utf8(&title, atoms), pid })
            }
            (Ok(_), Ok(_), Ok(_), Ok(_)) => None,
            (Err(error), ..) | (_, Err(error), ..) | (_, _, Err(error), _) | (.., Err(error)) => {
                let fault = Fault::from(error);
                if fault.code != Code::WindowGone {
                    return Err(fault);
                }
                None
            }
        };
        Ok(Facts {
            lease_owner: self.lease.reply()?.owner,
            focus: self.focus.reply()?.focus,
            window,
            keys_down: keys_down(&self.keymap.reply()?.keys),
            buttons_down: buttons_down(self.pointer.reply()?.mask),
            chains: self.probes.into_iter().map(|probe| probe.read(self.conn)).collect::<Result<_>>()?,
            keyboard: self.keyboard.map(keyboard::Pending::raw).transpose()?,
        })
    }
}
