//! The properties of one window, asked for together.

use crate::atoms::Atoms;
use crate::connect::Conn;
use crate::fault::Result;
use deskgate_observe::text::{Encoding, TextProperty, decode, wm_class};
use x11rb::cookie::Cookie;
use x11rb::errors::ReplyError;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, GetPropertyReply};

type Property<'c> = Cookie<'c, Conn, GetPropertyReply>;

pub struct Pending<'c> {
    title: Property<'c>,
    wm_name: Property<'c>,
    role: Property<'c>,
    net_role: Property<'c>,
    wm_class: Property<'c>,
    pid: Property<'c>,
    transient_for: Property<'c>,
    types: Property<'c>,
}

pub struct Properties {
    pub title: TextProperty,
    pub wm_name: TextProperty,
    pub role: TextProperty,
    pub net_role: TextProperty,
    pub wm_class: Option<(String, String)>,
    pub pid_claim: Option<u32>,
    pub transient_for: Option<u32>,
    pub types: Vec<u32>,
}

pub fn ask<'c>(conn: &'c Conn, window: u32, atoms: &Atoms, text_bytes_max: u32) -> Result<Pending<'c>> {
    let longs = text_bytes_max.div_ceil(4);
    let text = |atom: u32| conn.get_property(false, window, atom, AtomEnum::ANY, 0, longs);
    let longs = |atom: u32, kind: AtomEnum, count| conn.get_property(false, window, atom, kind, 0, count);
    Ok(Pending {
        title: text(atoms._NET_WM_NAME)?,
        wm_name: text(AtomEnum::WM_NAME.into())?,
        role: text(atoms.WM_WINDOW_ROLE)?,
        net_role: text(atoms._NET_WM_WINDOW_ROLE)?,
        wm_class: longs(AtomEnum::WM_CLASS.into(), AtomEnum::STRING, 256)?,
        pid: longs(atoms._NET_WM_PID, AtomEnum::CARDINAL, 1)?,
        transient_for: longs(AtomEnum::WM_TRANSIENT_FOR.into(), AtomEnum::WINDOW, 1)?,
        types: longs(atoms._NET_WM_WINDOW_TYPE, AtomEnum::ATOM, 16)?,
    })
}

impl Pending<'_> {
    pub fn read(self, atoms: &Atoms) -> std::result::Result<Properties, ReplyError> {
        let one = |reply: GetPropertyReply| reply.value32().and_then(|mut values| values.next());
        Ok(Properties {
            title: strict_utf8(&self.title.reply()?, atoms),
            wm_name: by_type(&self.wm_name.reply()?, atoms),
            role: by_type(&self.role.reply()?, atoms),
            net_role: by_type(&self.net_role.reply()?, atoms),
            wm_class: wm_class(&self.wm_class.reply()?.value),
            pid_claim: one(self.pid.reply()?),
            transient_for: one(self.transient_for.reply()?).filter(|window| *window != 0),
            types: self.types.reply()?.value32().map(Iterator::collect).unwrap_or_default(),
        })
    }
}

/// `_NET_WM_NAME` is UTF8_STRING by its definition; another type is another meaning.
pub fn strict_utf8(reply: &GetPropertyReply, atoms: &Atoms) -> TextProperty {
    let encoding = if reply.type_ == atoms.UTF8_STRING { Encoding::Utf8 } else { Encoding::Other };
    text(reply, encoding)
}

fn by_type(reply: &GetPropertyReply, atoms: &Atoms) -> TextProperty {
    let encoding = match reply.type_ {
        kind if kind == atoms.UTF8_STRING => Encoding::Utf8,
        kind if kind == u32::from(AtomEnum::STRING) => Encoding::Latin1,
        _ => Encoding::Other,
    };
    text(reply, encoding)
}

fn text(reply: &GetPropertyReply, encoding: Encoding) -> TextProperty {
    match (reply.type_, reply.format) {
        (0, _) => TextProperty::Absent,
        (_, 8) => decode(encoding, &reply.value, reply.bytes_after),
        (_, _) => decode(Encoding::Other, &reply.value, reply.bytes_after),
    }
}
