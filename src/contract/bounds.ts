/** Numeric bounds with the unit in the name. Everything that comes from outside has one. */
export const bounds = {
  policyBytesMax: 65_536,
  listEntriesMax: 64,
  titleCharsMax: 512,
  pathCharsMax: 1024,
  identifierCharsMax: 64,
  ignoreRectsMax: 8,
  /** Of the scope's area. */
  ignoredAreaPercentMax: 10,
  proposalsPerTurnMax: 16,
  usageTokensMax: 1_000_000_000_000,
  displayPxMax: 32_767,
  popupsMax: 64,
  ancestryMax: 32,
  probesMax: 128,
  /** How often a planned frame is tried again while target, focus or stillness refuse. */
  framingAttemptsMax: 40,
  framingRetryMs: 250,
  /** The same proposal on the same frame this often ends the run. */
  repeatsMax: 3,
  rateWindowMs: 60_000,
  /** Two separate clicks at one point closer than this are a double click to a toolkit (measured: GTK, 400 ms). */
  clickSeparationMs: 410,
  /** In each direction, in pixels (GTK takes 5 for a double click; a margin is kept). */
  clickSeparationPx: 8,
} as const;

/** Greatest admissible value of each limit of a policy. A limit above it is `policy_invalid`. */
export const limitsMax = {
  stepsMax: 100_000,
  actionsMax: 100_000,
  actionsPerMinuteMax: 6_000,
  actionIntervalMsMin: 3_600_000,
  durationMsMax: 86_400_000,
  tokensMax: 1_000_000_000,
  outputTokensPerCallMax: 1_000_000,
  frameAgeMsMax: 600_000,
  thinkingMsMax: 3_600_000,
  interruptMsMax: 60_000,
} as const;

/**
 * Greatest size of one primitive (A47). Longer ones are proposed in parts. A text, a drag and a held key are sent in segments (of one key,
 * then 32 characters; one motion; 50 ms), each checked anew.
 */
export const primitiveMax = {
  clickCount: 3,
  waitMs: 60_000,
  keyRepeat: 32,
  holdMs: 5_000,
  typeChars: 2_000,
  /** Returns and Tabs in a typed text: the focus may move at each, so each ends a segment. */
  typeBreaks: 64,
  pasteBytes: 1_048_576,
  scrollClicks: 32,
  dragPoints: 256,
  dragMs: 10_000,
  clipboardBytes: 1_048_576,
  modifiers: 4,
} as const;

/** How long one request to the host or the native layer may take before it counts as unanswered. */
export const requestMsMax = {
  open: 10_000,
  observe: 5_000,
  attest: 30_000,
  capture: 30_000,
  resolve: 10_000,
  journal: 10_000,
  dispatch: 15_000,
  checkEffects: 10_000,
  verifyCompletion: 30_000,
  sealFrame: 10_000,
  release: 5_000,
  cleanUp: 30_000,
  receipt: 60_000,
} as const;
