import type { DesktopSpec, SandboxDesktop } from "./types.js";
import { SandboxFault } from "./fault.js";

/**
 * Starts Xvfb in its own sandbox, under an unprivileged uid, with a private socket directory and a fresh cookie; resolves
 * when it accepts connections. Rejects with a SandboxFault; then nothing runs and nothing is left on disk.
 */
export const startDesktop = async (
  _spec: DesktopSpec,
  _signal?: AbortSignal,
): Promise<SandboxDesktop> => {
  throw new SandboxFault(
    "server_failed",
    "the sandbox is still being built on this branch; merge a later commit",
  );
};
