//! Which window is at a point: asked of the server, since a shaped window lets clicks through where stacking would not tell.

use super::client::{ClientFacts, Clients};
use super::root::RootFacts;
use crate::connect::Conn;
use crate::fault::Result;
use deskgate_observe::geometry::Rect;
use x11rb::cookie::Cookie;
use x11rb::protocol::xproto::{ConnectionExt as _, TranslateCoordinatesReply};

/// Bound of the walk down: no toolkit nests so deep, and a hostile client may.
const DEPTH_MAX: usize = 64;

#[derive(Clone, Debug)]
pub struct PointFacts {
    pub x: i32,
    pub y: i32,
    pub on_screen: bool,
    pub chain: Vec<u32>,
    pub client: Option<ClientFacts>,
}

pub fn read_all(
    conn: &Conn,
    root: &RootFacts,
    points: &[(i32, i32)],
    clients: &mut Clients,
) -> Result<Vec<PointFacts>> {
    let screen = Rect::new(0, 0, root.width, root.height);
    // The points of a drag mostly lie in the same windows: where the first one is, the others are asked for all at once.
    let first = match points.first() {
        Some((x, y)) if screen.contains(*x, *y) => chain_at(conn, root.id, *x, *y)?,
        _ => Vec::new(),
    };
    let asked = points.iter().map(|(x, y)| {
        let on_screen = screen.contains(*x, *y);
        Ok((*x, *y, on_screen.then(|| Probe::ask(conn, root.id, *x, *y, &first)).transpose()?))
    });
    let asked = asked.collect::<Result<Vec<_>>>()?;
    asked
        .into_iter()
        .map(|(x, y, probe)| {
            let on_screen = probe.is_some();
            let chain = probe.map(|probe| probe.read(conn)).transpose()?.unwrap_or_default();
            let client = chain.last().map(|deepest| clients.of(*deepest));
            Ok(PointFacts { x, y, on_screen, chain, client })
        })
        .collect()
}

/// From the root's child down to the deepest window at the point. A window that goes away on the way ends the walk.
pub fn chain_at(conn: &Conn, root: u32, x: i32, y: i32) -> Result<Vec<u32>> {
    Probe::ask(conn, root, x, y, &[])?.read(conn)
}

/// The walk, with the levels that are guessed already asked for.
pub struct Probe<'c> {
    root: u32,
    x: i16,
    y: i16,
    asked: Vec<(u32, Cookie<'c, Conn, TranslateCoordinatesReply>)>,
}

impl<'c> Probe<'c> {
    pub fn ask(conn: &'c Conn, root: u32, x: i32, y: i32, guess: &[u32]) -> Result<Self> {
        let (x, y) = (i16::try_from(x).unwrap_or(i16::MAX), i16::try_from(y).unwrap_or(i16::MAX));
        let asked = std::iter::once(&root)
            .chain(guess)
            .map(|window| Ok((*window, conn.translate_coordinates(root, *window, x, y)?)))
            .collect::<Result<_>>()?;
        Ok(Self { root, x, y, asked })
    }

    pub fn read(self, conn: &Conn) -> Result<Vec<u32>> {
        let mut chain = Vec::new();
        let mut at = self.root;
        let mut asked = self.asked.into_iter();
        while chain.len() < DEPTH_MAX {
            let reply = match asked.next() {
                Some((window, cookie)) if window == at => cookie.reply(),
                // The guess was wrong from here on: the rest of it is dropped and the walk goes on by single questions.
                _ => conn.translate_coordinates(self.root, at, self.x, self.y)?.reply(),
            };
            match reply {
                Ok(reply) if reply.child != 0 => {
                    chain.push(reply.child);
                    at = reply.child;
                }
                Ok(_) => break,
                Err(error) => {
                    let fault = crate::fault::Fault::from(error);
                    if fault.code == crate::fault::Code::WindowGone {
                        break;
                    }
                    return Err(fault);
                }
            }
        }
        Ok(chain)
    }
}
