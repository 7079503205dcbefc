/** Set-up cannot go on. `message` says what happened and what to do; 97: what confinement needs is not there. */
export class SetupFailure extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
