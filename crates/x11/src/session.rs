//! The state of one connection.

use crate::atoms::Atoms;
use crate::clock::now_us;
use crate::connect::{Conn, Options, Role, open};
use crate::control::Control;
use crate::events::Inbox;
use crate::fault::{Code, Fault, Result};
use crate::frame::Frames;
use crate::held::Held;
use crate::observe::Guesses;
use crate::record::Tap;
use std::collections::HashMap;
use std::sync::Arc;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::damage::{self, ConnectionExt as _};
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::record::ConnectionExt as _;
use x11rb::protocol::res::ConnectionExt as _;
use x11rb::protocol::shm::ConnectionExt as _;
use x11rb::protocol::xkb::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ConnectionExt as _, CreateWindowAux, EventMask, Window, WindowClass,
};
use x11rb::protocol::{randr, record, res, shm, xtest};

#[derive(Clone, Debug)]
pub struct ConnectionFacts {
    pub server_pid: Option<u32>,
    pub vendor: String,
    pub release_number: u32,
    pub root_id: u32,
    pub client_base: u32,
    pub resource_mask: u32,
}

/// What only a connection that may dispatch has.
pub(crate) struct Controls {
    /// An unmapped window of ours: owner of selections, receiver of our own markers.
    pub window: Window,
    pub damage: damage::Damage,
    pub tap: Tap,
    pub leased: bool,
    pub owns_clipboard: bool,
    pub marks: u64,
}

pub struct Session {
    // The order of fields is the order of dropping: frames are unmapped before the connection goes.
    pub(crate) frames: Frames,
    pub(crate) controls: Option<Controls>,
    pub(crate) conn: Conn,
    pub(crate) control: Arc<Control>,
    pub(crate) options: Options,
    pub(crate) facts: ConnectionFacts,
    pub(crate) atoms: Atoms,
    pub(crate) inbox: Inbox,
    pub(crate) held: Held,
    /// Spare keys that we gave characters.
    pub(crate) bound: Vec<deskgate_observe::keys::Binding>,
    pub(crate) guesses: Guesses,
    pub(crate) atom_names: HashMap<u32, String>,
    pub(crate) has_randr: bool,
}

impl Session {
    /// Connects. `control` is what other threads stop it with.
    pub fn connect(options: Options, role: Role, control: Arc<Control>) -> Result<Self> {
        control.begin(options.deadline_us());
        let (conn, server_pid) = open(&options, &control)?;
        let atoms = Atoms::new(&conn)?;
        let wanted = extensions(role);
        for (name, _) in wanted {
            conn.prefetch_extension_information(name)?;
        }
        for (name, required) in wanted {
            if *required && conn.extension_information(name)?.is_none() {
                return Err(Fault::new(
                    Code::ExtensionMissing,
                    format!("the X server lacks the extension {name}; start it with that extension"),
                ));
            }
        }
        let has_randr = conn.extension_information(randr::X11_EXTENSION_NAME)?.is_some();
        negotiate(&conn, role)?;
        let setup = conn.setup();
        let root_id = setup.roots.first().map_or(0, |screen| screen.root);
        let facts = ConnectionFacts {
            server_pid,
            vendor: String::from_utf8_lossy(&setup.vendor).into_owned(),
            release_number: setup.release_number,
            root_id,
            client_base: setup.resource_id_base,
            resource_mask: setup.resource_id_mask,
        };
        let atoms = atoms.reply()?;
        let controls = match role {
            Role::Observe => None,
            Role::Control => Some(Controls::open(&conn, root_id, &options)?),
        };
        let frames = Frames::new(&conn)?;
        Ok(Self {
            frames,
            controls,
            conn,
            control,
            options,
            facts,
            atoms,
            inbox: Inbox::default(),
            held: Held::default(),
            bound: Vec::new(),
            guesses: Guesses::default(),
            atom_names: HashMap::new(),
            has_randr,
        })
    }

    pub fn facts(&self) -> &ConnectionFacts {
        &self.facts
    }

    /// Starts one call: its deadline is the connection's, and an old cancellation is forgotten.
    pub fn begin(&self) {
        self.control.begin(self.options.deadline_us());
    }

    /// Between calls: reads what the server has to say, so that it need not keep it for us while nobody asks.
    pub fn idle(&mut self) -> Result<()> {
        self.begin();
        self.absorb()?;
        match self.controls.as_mut() {
            Some(controls) => controls.tap.drain(),
            None => Ok(()),
        }
    }

    /// Until when a call that began now may wait.
    pub(crate) fn deadline_after_ms(&self, ms: u32) -> u64 {
        now_us() + u64::from(ms) * 1000
    }

    pub(crate) fn controls(&mut self) -> Result<&mut Controls> {
        self.controls.as_mut().ok_or_else(Self::no_controls)
    }

    pub(crate) fn no_controls() -> Fault {
        Fault::new(Code::LeaseAbsent, "this connection is an observer: it has no control of the display")
    }

    pub(crate) fn base_of(&self, id: u32) -> u32 {
        deskgate_observe::resource::client_base(id, self.facts.resource_mask)
    }
}

impl Controls {
    fn open(conn: &Conn, root: Window, options: &Options) -> Result<Self> {
        let window = conn.generate_id()?;
        conn.create_window(
            0,
            window,
            root,
            -1,
            -1,
            1,
            1,
            0,
            WindowClass::INPUT_ONLY,
            0,
            &CreateWindowAux::new().override_redirect(1).event_mask(EventMask::PROPERTY_CHANGE),
        )?;
        // Maps, moves and restackings of top-level windows: news that must not come while the server is grabbed.
        let aux = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        conn.change_window_attributes(root, &aux)?;
        let damage = conn.generate_id()?;
        conn.damage_create(damage, root, damage::ReportLevel::NON_EMPTY)?;
        let tap = Tap::open(conn, options)?;
        Ok(Self { window, damage, tap, leased: false, owns_clipboard: false, marks: 0 })
    }
}

/// Names of extensions and whether there is no doing without.
fn extensions(role: Role) -> &'static [(&'static str, bool)] {
    match role {
        Role::Observe => &[(res::X11_EXTENSION_NAME, true), (randr::X11_EXTENSION_NAME, false)],
        Role::Control => &[
            (res::X11_EXTENSION_NAME, true),
            (xtest::X11_EXTENSION_NAME, true),
            (record::X11_EXTENSION_NAME, true),
            (damage::X11_EXTENSION_NAME, true),
            (xkb::X11_EXTENSION_NAME, true),
            (x11rb::protocol::xinput::X11_EXTENSION_NAME, false),
            (shm::X11_EXTENSION_NAME, false),
            (randr::X11_EXTENSION_NAME, false),
        ],
    }
}

/// Tells the server which version of each extension we speak; some answer nothing before that.
fn negotiate(conn: &Conn, role: Role) -> Result<()> {
    let res = conn.res_query_version(1, 2)?;
    let randr =
        conn.extension_information(randr::X11_EXTENSION_NAME)?.map(|_| conn.randr_query_version(1, 5)).transpose()?;
    if role == Role::Control {
        let damage = conn.damage_query_version(1, 1)?;
        let xkb = conn.xkb_use_extension(1, 0)?;
        let record = conn.record_query_version(1, 13)?;
        let shm = conn.extension_information(shm::X11_EXTENSION_NAME)?.map(|_| conn.shm_query_version()).transpose()?;
        damage.reply()?;
        record.reply()?;
        if !xkb.reply()?.supported {
            return Err(Fault::new(Code::ExtensionMissing, "the X server's XKEYBOARD extension is too old"));
        }
        shm.map(|cookie| cookie.reply()).transpose()?;
    }
    randr.map(|cookie| cookie.reply()).transpose()?;
    let version = res.reply()?;
    if (version.server_major, version.server_minor) < (1, 2) {
        return Err(Fault::new(Code::ExtensionMissing, "the X server's X-Resource extension is older than 1.2"));
    }
    Ok(())
}
