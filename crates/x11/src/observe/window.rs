//! Top-level windows.

use super::client::{ClientFacts, Clients};
use super::properties;
use crate::connect::Conn;
use crate::fault::{Code, Fault, Result};
use crate::session::Session;
use deskgate_observe::geometry::Rect;
use deskgate_observe::text::TextProperty;
use x11rb::connection::Connection;
use x11rb::errors::ReplyError;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, GetGeometryReply, GetWindowAttributesReply, MapState, WindowClass,
};

/// How deep a window manager may hide a client window under its frame.
const FRAME_DEPTH_MAX: usize = 3;

#[derive(Clone, Debug)]
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
    pub wm_class: Option<(String, String)>,
    pub pid_claim: Option<u32>,
    pub transient_for: Option<u32>,
    pub types: Vec<String>,
    pub popup: bool,
    pub client: ClientFacts,
}

/// A top-level window on the way to being described.
struct Candidate {
    frame: u32,
    stack: u32,
    id: u32,
}

/// Describes the mapped children of the root, in their order. A window that goes away meanwhile is left out. Without a window manager all
/// is asked at once, also of those that turn out to be unmapped: a round trip costs more than some answers too many.
pub fn read_all(
    session: &mut Session,
    children: &[u32],
    managed: bool,
    text_bytes_max: u32,
    clients: &mut Clients,
) -> Result<Vec<WindowFacts>> {
    let mut candidates = match managed {
        true => mapped(&session.conn, children)?,
        false => (0u32..).zip(children).map(|(stack, id)| Candidate { frame: *id, stack, id: *id }).collect(),
    };
    if managed {
        for _ in 0..FRAME_DEPTH_MAX {
            descend(&session.conn, session.atoms.WM_STATE, &mut candidates)?;
        }
    }
    let (conn, atoms, root) = (&session.conn, &session.atoms, session.facts.root_id);
    let asked = candidates
        .iter()
        .map(|one| {
            Ok((
                conn.get_window_attributes(one.id)?,
                conn.get_geometry(one.id)?,
                conn.translate_coordinates(one.id, root, 0, 0)?,
                properties::ask(conn, one.id, atoms, text_bytes_max)?,
            ))
        })
        .collect::<Result<Vec<_>>>()?;
    conn.flush()?;
    let mut windows = Vec::with_capacity(candidates.len());
    for (one, (attributes, geometry, origin, properties)) in candidates.iter().zip(asked) {
        let answers = (attributes.reply(), geometry.reply(), origin.reply(), properties.read(atoms));
        let (attributes, geometry, origin, properties) = match answers {
            (Ok(attributes), Ok(geometry), Ok(origin), Ok(properties)) => (attributes, geometry, origin, properties),
            (Err(error), ..) | (_, Err(error), ..) | (_, _, Err(error), _) | (.., Err(error)) => {
                skip_if_gone(error)?;
                continue;
            }
        };
        if !managed && attributes.map_state == MapState::UNMAPPED {
            continue;
        }
        let place = Rect::new(origin.dst_x.into(), origin.dst_y.into(), geometry.width.into(), geometry.height.into());
        windows.push((facts(one, &attributes, &geometry, place, clients.of(one.id)), properties));
    }
    windows.into_iter().map(|(facts, properties)| with_properties(session, facts, properties)).collect()
}

fn mapped(conn: &Conn, children: &[u32]) -> Result<Vec<Candidate>> {
    let asked = children.iter().map(|id| Ok(conn.get_window_attributes(*id)?)).collect::<Result<Vec<_>>>()?;
    let mut found = Vec::new();
    for ((stack, id), cookie) in (0u32..).zip(children).zip(asked) {
        match cookie.reply() {
            Ok(attributes) if attributes.map_state != MapState::UNMAPPED => {
                found.push(Candidate { frame: *id, stack, id: *id });
            }
            Ok(_) => {}
            Err(error) => skip_if_gone(error)?,
        }
    }
    Ok(found)
}

/// Goes one level down to the child that has WM_STATE, for those that do not have it themselves.
fn descend(conn: &Conn, wm_state: u32, candidates: &mut [Candidate]) -> Result<()> {
    let asked = candidates
        .iter()
        .map(|one| Ok((conn.get_property(false, one.id, wm_state, AtomEnum::ANY, 0, 0)?, conn.query_tree(one.id)?)))
        .collect::<Result<Vec<_>>>()?;
    for (one, (state, tree)) in candidates.iter_mut().zip(asked) {
        let (Ok(state), Ok(tree)) = (state.reply(), tree.reply()) else { continue };
        if state.type_ != 0 {
            continue;
        }
        let states = tree
            .children
            .iter()
            .map(|child| Ok((*child, conn.get_property(false, *child, wm_state, AtomEnum::ANY, 0, 0)?)))
            .collect::<Result<Vec<_>>>()?;
        for (child, state) in states {
            if state.reply().is_ok_and(|state| state.type_ != 0) {
                one.id = child;
            }
        }
    }
    Ok(())
}

fn skip_if_gone(error: ReplyError) -> Result<()> {
    let fault = Fault::from(error);
    if fault.code == Code::WindowGone { Ok(()) } else { Err(fault) }
}

fn facts(
    one: &Candidate,
    attributes: &GetWindowAttributesReply,
    geometry: &GetGeometryReply,
    place: Rect,
    client: ClientFacts,
) -> WindowFacts {
    WindowFacts {
        id: one.id,
        frame_id: one.frame,
        stack: one.stack,
        viewable: attributes.map_state == MapState::VIEWABLE,
        override_redirect: attributes.override_redirect,
        input_only: attributes.class == WindowClass::INPUT_ONLY,
        geometry: place,
        border_width: geometry.border_width.into(),
        title: TextProperty::Absent,
        wm_name: TextProperty::Absent,
        role: TextProperty::Absent,
        net_role: TextProperty::Absent,
        wm_class: None,
        pid_claim: None,
        transient_for: None,
        types: Vec::new(),
        popup: attributes.override_redirect,
        client,
    }
}

fn with_properties(session: &mut Session, facts: WindowFacts, read: properties::Properties) -> Result<WindowFacts> {
    let types = read.types.iter().map(|atom| session.atom_name(*atom)).collect::<Result<_>>()?;
    Ok(WindowFacts {
        popup: facts.popup || read.transient_for.is_some(),
        title: read.title,
        wm_name: read.wm_name,
        role: read.role,
        net_role: read.net_role,
        wm_class: read.wm_class,
        pid_claim: read.pid_claim,
        transient_for: read.transient_for,
        types,
        ..facts
    })
}

impl Session {
    fn atom_name(&mut self, atom: u32) -> Result<String> {
        if let Some(name) = self.atom_names.get(&atom) {
            return Ok(name.clone());
        }
        let name = match self.conn.get_atom_name(atom)?.reply() {
            Ok(reply) => String::from_utf8_lossy(&reply.name).into_owned(),
            // A client may write any number where an atom belongs.
            Err(_) => format!("{atom:#x}"),
        };
        self.atom_names.insert(atom, name.clone());
        Ok(name)
    }
}
