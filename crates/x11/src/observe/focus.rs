//! The input focus and its way up to the root.

use super::client::{ClientFacts, Clients};
use crate::connect::Conn;
use crate::fault::Result;
use deskgate_observe::resource::ancestry;
use std::collections::HashMap;
use x11rb::cookie::Cookie;
use x11rb::protocol::xproto::{ConnectionExt as _, GetInputFocusReply, InputFocus, QueryTreeReply};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FocusKind {
    Window,
    None,
    PointerRoot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevertTo {
    None,
    PointerRoot,
    Parent,
}

#[derive(Clone, Debug)]
pub struct FocusFacts {
    pub kind: FocusKind,
    pub window_id: u32,
    pub revert_to: RevertTo,
    pub ancestry: Vec<u32>,
    pub client: Option<ClientFacts>,
}

pub struct Pending<'c> {
    focus: Cookie<'c, Conn, GetInputFocusReply>,
    guesses: Vec<(u32, Cookie<'c, Conn, QueryTreeReply>)>,
}

/// Asks for the focus, and for the parents that the last observation found.
pub fn ask<'c>(conn: &'c Conn, guess: &[u32]) -> Result<Pending<'c>> {
    let focus = conn.get_input_focus()?;
    let guesses = guess.iter().map(|window| Ok((*window, conn.query_tree(*window)?))).collect::<Result<_>>()?;
    Ok(Pending { focus, guesses })
}

impl Pending<'_> {
    pub fn read(self, conn: &Conn, root: u32, clients: &mut Clients) -> Result<FocusFacts> {
        let focus = self.focus.reply()?;
        let mut parents = HashMap::new();
        for (window, cookie) in self.guesses {
            // A guess about a window that is gone is no guess.
            if let Ok(tree) = cookie.reply() {
                parents.insert(window, tree.parent);
            }
        }
        let kind = match focus.focus {
            0 => FocusKind::None,
            1 => FocusKind::PointerRoot,
            _ => FocusKind::Window,
        };
        let revert_to = match focus.revert_to {
            InputFocus::POINTER_ROOT => RevertTo::PointerRoot,
            InputFocus::PARENT => RevertTo::Parent,
            _ => RevertTo::None,
        };
        if kind != FocusKind::Window {
            return Ok(FocusFacts { kind, window_id: 0, revert_to, ancestry: Vec::new(), client: None });
        }
        let parent_of = |window| match parents.get(&window) {
            Some(parent) => Some(*parent),
            None => conn.query_tree(window).ok()?.reply().ok().map(|tree| tree.parent),
        };
        let ancestry = ancestry(focus.focus, root, parent_of).unwrap_or_default();
        let client = (focus.focus != root).then(|| clients.of(focus.focus));
        Ok(FocusFacts { kind, window_id: focus.focus, revert_to, ancestry, client })
    }
}
