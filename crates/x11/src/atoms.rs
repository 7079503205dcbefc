//! The atoms that this layer uses.

x11rb::atom_manager! {
    pub Atoms: AtomsCookie {
        UTF8_STRING,
        COMPOUND_TEXT,
        CLIPBOARD,
        TARGETS,
        TIMESTAMP,
        INCR,
        TEXT,
        TEXT_PLAIN_UTF8: b"text/plain;charset=utf-8",
        WM_STATE,
        WM_WINDOW_ROLE,
        _NET_CLIENT_LIST,
        _NET_SUPPORTING_WM_CHECK,
        _NET_WM_NAME,
        _NET_WM_PID,
        _NET_WM_WINDOW_ROLE,
        _NET_WM_WINDOW_TYPE,
        _DESKGATE_CLIPBOARD,
        _DESKGATE_LEASE,
        _DESKGATE_MARK,
    }
}
