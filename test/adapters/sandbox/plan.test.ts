import { expect, test } from "vitest";
import { planTarget, planXvfb } from "../../../src/adapters/sandbox/plan.ts";

const layout = {
  links: [["usr/bin", "/bin"]],
  extras: ["/etc/fonts"],
} as const;

const spec = {
  layout,
  app: "/run1/t/app",
  task: { input: "/run1/t/in", output: "/run1/t/out" },
  socket: "/run1/x11/X0",
  command: ["/task/app/target", "--x", "1"],
  environment: { EXTRA: "yes" },
};
const target = planTarget(spec);

/** One option with its values a line, as a person reads it. */
const lines = (plan: readonly string[]): readonly string[] => plan.join(" ").split(/ (?=--)/);

test("the target's whole plan, in the order of mounts", () => {
  expect(lines(target)).toMatchInlineSnapshot(`
    [
      "--unshare-user",
      "--unshare-ipc",
      "--unshare-net",
      "--unshare-uts",
      "--unshare-cgroup",
      "--disable-userns",
      "--die-with-parent",
      "--new-session",
      "--cap-drop ALL",
      "--clearenv",
      "--hostname sandbox",
      "--chdir /",
      "--unshare-pid",
      "--ro-bind /usr /usr",
      "--symlink usr/bin /bin",
      "--ro-bind /etc/fonts /etc/fonts",
      "--proc /proc",
      "--dev /dev",
      "--size 67108864",
      "--tmpfs /tmp",
      "--size 67108864",
      "--tmpfs /run",
      "--ro-bind /run1/t/app /task/app",
      "--ro-bind /run1/t/in /task/in",
      "--bind /run1/t/out /task/out",
      "--perms 0755",
      "--size 4096",
      "--tmpfs /tmp/.X11-unix",
      "--ro-bind /run1/x11/X0 /tmp/.X11-unix/X0",
      "--remount-ro /tmp/.X11-unix",
      "--perms 0444",
      "--file 10 /etc/xauthority",
      "--perms 0444",
      "--file 11 /etc/xdg/gtk-3.0/settings.ini",
      "--setenv DISPLAY :0",
      "--setenv EXTRA yes",
      "--setenv GDK_BACKEND x11",
      "--setenv GIO_USE_VFS local",
      "--setenv GSETTINGS_BACKEND memory",
      "--setenv GTK_USE_PORTAL 0",
      "--setenv HOME /tmp",
      "--setenv LANG C.UTF-8",
      "--setenv NO_AT_BRIDGE 1",
      "--setenv PATH /usr/bin",
      "--setenv XAUTHORITY /etc/xauthority",
      "--setenv XDG_CONFIG_HOME /etc/xdg",
      "--setenv XDG_RUNTIME_DIR /run",
      "--seccomp 12",
      "--json-status-fd 13",
      "--remount-ro /proc",
      "--remount-ro /dev",
      "--remount-ro /",
      "-- /usr/bin/prlimit",
      "--nproc=64",
      "--fsize=67108864",
      "--core=0",
      "--nofile=256",
      "-- /task/app/target",
      "--x 1",
    ]
  `);
});

test("the server's whole plan: no pid namespace, no /proc, no TCP", () => {
  const screen = { widthPx: 1024, heightPx: 768, depth: 24 } as const;
  expect(lines(planXvfb({ layout, screen, sockets: "/run1/x11", server: "/usr/bin/Xvfb" }))).toMatchInlineSnapshot(`
    [
      "--unshare-user",
      "--unshare-ipc",
      "--unshare-net",
      "--unshare-uts",
      "--unshare-cgroup",
      "--disable-userns",
      "--die-with-parent",
      "--new-session",
      "--cap-drop ALL",
      "--clearenv",
      "--hostname sandbox",
      "--chdir /",
      "--ro-bind /usr /usr",
      "--symlink usr/bin /bin",
      "--ro-bind /etc/fonts /etc/fonts",
      "--dev /dev",
      "--size 67108864",
      "--tmpfs /tmp",
      "--bind /run1/x11 /tmp/.X11-unix",
      "--perms 0444",
      "--file 10 /etc/xauthority",
      "--setenv HOME /tmp",
      "--setenv LANG C.UTF-8",
      "--setenv PATH /usr/bin",
      "--seccomp 12",
      "--json-status-fd 13",
      "--remount-ro /dev",
      "--remount-ro /",
      "-- /usr/bin/Xvfb :0 -screen 0 1024x768x24 -noreset -nolisten tcp -nolisten local -auth /etc/xauthority -displayfd 14",
    ]
  `);
});

test("the root is closed last, and nothing is mounted afterwards", () => {
  const end = target.indexOf("--");
  expect(target.slice(end - 2, end)).toEqual(["--remount-ro", "/"]);
  const proc = target.lastIndexOf("/proc");
  expect(target[proc - 1]).toBe("--remount-ro");
});

test("only the output is bound for writing", () => {
  expect(target.filter((_, index) => target[index - 2] === "--bind" || target[index - 1] === "--bind")).toEqual([
    "/run1/t/out",
    "/task/out",
  ]);
});

test("without task files there is neither folder, and nothing to write", () => {
  const plan = planTarget({ ...spec, task: undefined });
  expect(plan.filter((word) => /^\/task\/(?:in|out)/.test(word) || word === "--bind")).toEqual([]);
  expect(lines(target).filter((line) => !lines(plan).includes(line))).toEqual([
    "--ro-bind /run1/t/in /task/in",
    "--bind /run1/t/out /task/out",
  ]);
});

test("an added variable cannot come before the recipe's own of the same name in the list twice", () => {
  const names = target.filter((_, index) => target[index - 1] === "--setenv");
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("EXTRA");
});
