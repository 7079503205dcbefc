// System packages, looked for by the file that is needed from each: no package manager is called to find out.
import { existsSync, readdirSync } from "node:fs";
import { SetupFailure } from "./failure.mjs";
import { attempt, has } from "./run.mjs";

const anyFont = () => existsSync("/usr/share/fonts") && readdirSync("/usr/share/fonts").length > 0;

/** Where pkg-config and the linker look, whatever the architecture is called. */
const library = (file) => () =>
  ["/usr/lib", ...readdirSync("/usr/lib").map((name) => `/usr/lib/${name}`)].some((folder) => existsSync(`${folder}/${file}`));

const packages = [
  { name: "bubblewrap", present: () => existsSync("/usr/bin/bwrap"), when: "run" },
  { name: "xvfb", present: () => existsSync("/usr/bin/Xvfb"), when: "run" },
  { name: "util-linux", present: () => existsSync("/usr/bin/prlimit"), when: "run" },
  { name: "libgtk-3-0", present: library("libgtk-3.so.0"), when: "run" },
  { name: "fonts-dejavu-core", present: anyFont, when: "run" },
  { name: "build-essential", present: () => has("cc") && has("g++") && has("make"), when: "build" },
  { name: "pkg-config", present: () => has("pkg-config"), when: "build" },
  { name: "python3", present: () => has("python3"), when: "build" },
  { name: "libgtk-3-dev", present: library("pkgconfig/gtk+-3.0.pc"), when: "build" },
  { name: "libxcb-xinput-dev", present: library("pkgconfig/xcb-xinput.pc"), when: "build" },
  { name: "libxcb-res0-dev", present: library("pkgconfig/xcb-res.pc"), when: "build" },
  { name: "openbox", present: () => has("openbox"), when: "test" },
  { name: "x11-utils", present: () => has("xwininfo") && has("xdpyinfo"), when: "test" },
  { name: "xdotool", present: () => has("xdotool"), when: "test" },
  { name: "openssl", present: () => has("openssl"), when: "test" },
];

/** Names of what is missing for running, and, when asked, for building and testing. */
export const missingPackages = ({ build, tests }) =>
  packages
    .filter(({ when }) => when === "run" || (when === "build" && build) || (when === "test" && tests))
    .filter(({ present }) => !present())
    .map(({ name }) => name);

const install = (names) => ["apt-get", "install", "--yes", "--no-install-recommends", ...names];

/** Everything or nothing: without the right to install, the command is printed and nothing was touched. */
export const installPackages = async (names, say) => {
  const command = install(names);
  if (!has("apt-get")) {
    throw new SetupFailure(
      `these are missing: ${names.join(" ")} (names of Debian and Ubuntu). Install what gives them here, then run this again.`,
      97,
    );
  }
  const root = process.getuid() === 0;
  const sudo = !root && has("sudo") && (await attempt("sudo", ["-n", "true"])).code === 0;
  if (!root && !sudo) {
    throw new SetupFailure(`system packages are missing. Run this, then start again:\n\n  sudo ${command.join(" ")}\n`, 97);
  }
  const [program, ...args] = root ? command : ["sudo", "-n", ...command];
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  say(`installing ${names.join(" ")}`);
  let result = await attempt(program, args, { env });
  if (result.code !== 0) {
    // An image often comes without package lists.
    const update = root ? ["apt-get", ["update"]] : ["sudo", ["-n", "apt-get", "update"]];
    await attempt(...update, { env });
    result = await attempt(program, args, { env });
  }
  if (result.code !== 0) {
    const tail = result.output.trimEnd().split("\n").slice(-15).join("\n");
    throw new SetupFailure(
      `${tail}\n${command.join(" ")} failed (exit ${result.code}). Mend what it says, then run this again.`,
      97,
    );
  }
};
