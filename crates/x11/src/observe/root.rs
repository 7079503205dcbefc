//! The root window: its size, its children, the monitors, the window manager's list.

use crate::atoms::Atoms;
use crate::connect::Conn;
use crate::fault::Result;
use x11rb::cookie::Cookie;
use x11rb::protocol::randr::{ConnectionExt as _, GetMonitorsReply};
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, GetGeometryReply, GetPropertyReply, QueryTreeReply};

#[derive(Clone, Copy, Debug)]
pub struct RootFacts {
    pub id: u32,
    pub width: u32,
    pub height: u32,
    pub depth: u8,
}

#[derive(Clone, Debug)]
pub struct MonitorFacts {
    pub name: String,
    pub primary: bool,
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
}

pub struct Pending<'c> {
    conn: &'c Conn,
    root: u32,
    geometry: Cookie<'c, Conn, GetGeometryReply>,
    tree: Cookie<'c, Conn, QueryTreeReply>,
    list: Cookie<'c, Conn, GetPropertyReply>,
    monitors: Option<Cookie<'c, Conn, GetMonitorsReply>>,
}

type Read = (RootFacts, Vec<MonitorFacts>, Option<Vec<u32>>, Vec<u32>);

pub fn ask<'c>(conn: &'c Conn, root: u32, atoms: &Atoms, has_randr: bool) -> Result<Pending<'c>> {
    Ok(Pending {
        conn,
        root,
        geometry: conn.get_geometry(root)?,
        tree: conn.query_tree(root)?,
        list: conn.get_property(false, root, atoms._NET_CLIENT_LIST, AtomEnum::WINDOW, 0, 4096)?,
        monitors: has_randr.then(|| conn.randr_get_monitors(root, true)).transpose()?,
    })
}

impl Pending<'_> {
    /// Root, monitors, the client list, the children bottom to top.
    pub fn read(self) -> Result<Read> {
        let geometry = self.geometry.reply()?;
        let root = RootFacts {
            id: self.root,
            width: geometry.width.into(),
            height: geometry.height.into(),
            depth: geometry.depth,
        };
        let children = self.tree.reply()?.children;
        let list = self.list.reply()?;
        let client_list = list.value32().map(Iterator::collect);
        let monitors = match self.monitors {
            Some(cookie) => monitors(self.conn, cookie.reply()?)?,
            None => Vec::new(),
        };
        Ok((root, monitors, client_list, children))
    }
}

fn monitors(conn: &Conn, reply: GetMonitorsReply) -> Result<Vec<MonitorFacts>> {
    let names =
        reply.monitors.iter().map(|monitor| Ok(conn.get_atom_name(monitor.name)?)).collect::<Result<Vec<_>>>()?;
    reply
        .monitors
        .iter()
        .zip(names)
        .map(|(monitor, name)| {
            Ok(MonitorFacts {
                name: String::from_utf8_lossy(&name.reply()?.name).into_owned(),
                primary: monitor.primary,
                x: monitor.x.into(),
                y: monitor.y.into(),
                width: monitor.width.into(),
                height: monitor.height.into(),
            })
        })
        .collect()
}
