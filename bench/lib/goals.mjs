// The goals of the benchmark, as ratios that count within one run only.

/** `of` answers deskgate's figure and the one that it is held against, or undefined where that one was not measured. */
const atMost = (ratio, name) => ({ text: `<= ${ratio}x ${name}`, ratio, against: name });
const native = (ratio, name) => ({ ...atMost(ratio, name), text: `native <= ${ratio}x ${name}`, native: true });
const third = (name) => ({ ...atMost(1 / 3, name), text: `<= 1/3 of ${name}` });
const below = (ms) => ({ text: `p50 <= ${ms} ms`, ms });

export const goals = {
  capture: [atMost(0.45, "node-x11 SHM"), atMost(0.2, "nut-js"), atMost(1.5, "limit")],
  check: [third("node-x11 SHM + Buffer.equals"), atMost(1.5, "limit")],
  gate_click: [atMost(1.6, "the plain check")],
  click: [native(2, "limit"), atMost(1, "robotjs")],
  key: [native(2, "limit"), atMost(0.8, "node-x11")],
  type50: [below(3)],
  observe: [atMost(0.4, "node-x11 pipelined"), atMost(2, "limit")],
  sha256: [atMost(1.1, "limit")],
  // It is sharp: half of its time was the goal for an encoder of our own.
  png: [{ ...atMost(1.1, "sharp level 1"), text: "sharp itself, <= 1.1x sharp level 1" }],
  governed_action: [below(4), { ...atMost(1 / 80, "subprocesses"), text: "<= 1/80 of subprocesses" }],
  verify32: [below(2)],
  verify10000: [{ text: "<= 0.03 ms an event", perEventMs: 0.03 }],
  cold_start: [below(300)],
  capture_4k: [atMost(0.45, "node-x11 SHM"), atMost(0.2, "nut-js"), atMost(1.5, "limit")],
  check_4k: [third("node-x11 SHM + Buffer.equals"), atMost(1.5, "limit")],
};

const rounded = (value) => Math.round(value * 1000) / 1000;

const judge = (goal, row) => {
  if (goal.ms !== undefined) return { ...outcome(row.deskgate.p50, goal.ms), text: goal.text };
  if (goal.perEventMs !== undefined) return { ...outcome(row.deskgate.p50 / row.events, goal.perEventMs), text: goal.text };
  const other = goal.against === "limit" ? row.limit : row.alternatives.find(({ name }) => name === goal.against);
  const own = goal.native ? row.deskgate.nativeP50 : row.deskgate.p50;
  if (other?.p50 === undefined || own === undefined) return { text: goal.text, measured: null, met: null };
  return { ...outcome(own / other.p50, goal.ratio), text: goal.text };
};
const outcome = (measured, max) => ({ measured: rounded(measured), met: measured <= max });

/** Each goal of the row with what was measured; `met` is null for a goal whose other side was not measured. */
export const judged = (row) => {
  const each = (goals[row.id] ?? []).map((goal) => judge(goal, row));
  const met = each.some((one) => one.met === false) ? false : each.every((one) => one.met === true) ? true : null;
  return {
    ...row,
    goal: each.map(({ text, measured }) => `${text}${measured === null ? " (not measured)" : `: ${measured}`}`).join("; "),
    met,
  };
};
