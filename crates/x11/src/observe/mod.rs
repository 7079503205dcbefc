//! What is on the display and who has the focus, in as few round trips as the answers allow.

mod client;
mod focus;
mod point;
mod properties;
mod root;
mod window;

pub use client::{ClientFacts, start_ticks_of};
pub use focus::{FocusFacts, FocusKind, RevertTo};
pub use point::PointFacts;
pub use root::{MonitorFacts, RootFacts};
pub use window::WindowFacts;

use crate::clock::now_us;
use crate::fault::Result;
use crate::session::Session;
use std::collections::HashMap;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask};

pub(crate) use point::Probe;
pub(crate) use properties::strict_utf8;

#[derive(Clone, Debug)]
pub struct Observation {
    pub started_us: u64,
    pub ended_us: u64,
    pub root: RootFacts,
    pub monitors: Vec<MonitorFacts>,
    pub windows: Vec<WindowFacts>,
    pub client_list: Option<Vec<u32>>,
    pub focus: FocusFacts,
    pub points: Vec<PointFacts>,
}

/// What the last observation found: asked for again before it is known to be needed, and believed only when the answers agree.
#[derive(Debug, Default)]
pub(crate) struct Guesses {
    /// From the focus window up to, but without, the root.
    pub focus: Vec<u32>,
    /// From the root's child down, by point.
    pub points: HashMap<(i32, i32), Vec<u32>>,
    /// Of the last point that was compared: the next one of a drag is mostly in the same windows.
    pub last: Vec<u32>,
}

impl Session {
    pub fn observe(&mut self, points: &[(i32, i32)], text_bytes_max: u32) -> Result<Observation> {
        let started_us = now_us();
        let root_id = self.facts.root_id;
        let focus = focus::ask(&self.conn, &self.guesses.focus)?;
        let clients = client::ask_all(&self.conn)?;
        let root = root::ask(&self.conn, root_id, &self.atoms, self.has_randr)?;
        // A window manager sets this on the root.
        let check = self.atoms._NET_SUPPORTING_WM_CHECK;
        let manager = self.conn.get_property(false, root_id, check, AtomEnum::WINDOW, 0, 1)?;
        self.conn.flush()?;
        let mut clients = clients.read(self.facts.resource_mask)?;
        let (root, monitors, client_list, children) = root.read()?;
        let managed = manager.reply()?.value_len > 0;
        let focus = focus.read(&self.conn, root_id, &mut clients)?;
        let windows = window::read_all(self, &children, managed, text_bytes_max, &mut clients)?;
        let points = point::read_all(&self.conn, &root, points, &mut clients)?;
        self.remember(&focus, &points, &windows)?;
        Ok(Observation { started_us, ended_us: now_us(), root, monitors, windows, client_list, focus, points })
    }

    fn remember(&mut self, focus: &FocusFacts, points: &[PointFacts], windows: &[WindowFacts]) -> Result<()> {
        let last = focus.ancestry.len().saturating_sub(1);
        self.guesses.focus = focus.ancestry.iter().take(last).copied().collect();
        self.guesses.points = points.iter().map(|point| ((point.x, point.y), point.chain.clone())).collect();
        if self.controls.is_some() {
            self.watch(focus, windows)?;
            self.absorb()?;
        }
        Ok(())
    }

    /// Asks for the news of the focus window and its top-level window: a grab shows there as FocusOut, a piercing as a property.
    fn watch(&mut self, focus: &FocusFacts, windows: &[WindowFacts]) -> Result<()> {
        let aux = ChangeWindowAttributesAux::new()
            .event_mask(EventMask::FOCUS_CHANGE | EventMask::PROPERTY_CHANGE | EventMask::STRUCTURE_NOTIFY);
        let top = windows.iter().map(|window| window.id).find(|id| focus.ancestry.contains(id));
        for window in top.into_iter().chain((focus.kind == FocusKind::Window).then_some(focus.window_id)) {
            if self.base_of(window) != self.facts.client_base && window != self.facts.root_id {
                // The window may be gone by now; then there is nothing to watch and the error says no more.
                self.conn.change_window_attributes(window, &aux)?.ignore_error();
            }
        }
        self.conn.flush()?;
        Ok(())
    }
}
