/** The fixed words of the recipe (docs/confinement.md), as both plans use them. */

/** Paths as a confined program sees them. */
export const inside = {
  app: "/task/app",
  input: "/task/in",
  output: "/task/out",
  cookie: "/etc/xauthority",
  settings: "/etc/xdg/gtk-3.0/settings.ini",
  sockets: "/tmp/.X11-unix",
  socket: "/tmp/.X11-unix/X0",
} as const;

/** Descriptors that bubblewrap reads or writes; none of them reaches the confined program, but Xvfb its `display`. */
export const descriptors = {
  cookie: 10,
  settings: 11,
  seccomp: 12,
  status: 13,
  display: 14,
} as const;

/** No caret blink and no animations: fewer frames that never settle. */
export const gtkSettings = "[Settings]\ngtk-cursor-blink=0\ngtk-enable-animations=0\ngtk-font-name=Sans 12\n";

/** Exactly what a target's environment holds, but for what its spec adds. */
export const targetEnvironment: Readonly<Record<string, string>> = {
  DISPLAY: ":0",
  GDK_BACKEND: "x11",
  GIO_USE_VFS: "local",
  GSETTINGS_BACKEND: "memory",
  GTK_USE_PORTAL: "0",
  HOME: "/tmp",
  LANG: "C.UTF-8",
  NO_AT_BRIDGE: "1",
  PATH: "/usr/bin",
  XAUTHORITY: inside.cookie,
  XDG_CONFIG_HOME: "/etc/xdg",
  XDG_RUNTIME_DIR: "/run",
};

export const limits = {
  processesMax: 64,
  fileBytesMax: 64 * 1024 * 1024,
  descriptorsMax: 256,
  temporaryBytesMax: 64 * 1024 * 1024,
} as const;
