// Many dispatches beside one hostile client, each held against what others saw of it.
import type { Primitive } from "../../../native/index.js";
import { inOneSecond, observe, op, plan, windowIn } from "../native/desk.ts";
import type { Server } from "../native/server.ts";
import type { Hostile } from "./hostiles.ts";
import { claimOf, wrongOf, type Claim } from "./judge.ts";
import { Stage } from "./stage.ts";

export type Report = {
  readonly name: string;
  readonly dispatches: number;
  /** How often each ending was claimed. */
  readonly claims: Readonly<Record<string, number>>;
  /** Claims that are not what others saw. */
  readonly wrong: readonly string[];
};

const callMs = 150;

type Act = { readonly primitive: Primitive; readonly whole: number; readonly text?: string };

const actOf = ({ act = "key or click" }: Hostile, at: number): Act => {
  if (act === "key or click")
    return at % 2 === 0
      ? { primitive: { kind: "key", chord: "a" }, whole: 2 }
      : { primitive: { kind: "click", button: "left", count: 1 }, whole: 2 };
  const text = act === "paste" ? `parcel ${at}` : `${at} `.repeat(100_000);
  return { primitive: { kind: "paste", chord: "ctrl+v", text, quietMs: 20, deadlineMs: 120 }, whole: 4, text };
};

const point = { x: 100, y: 100 };

/** Plans and dispatches; a desktop that cannot be planned on has sent nothing either. */
const claimed = async (
  stage: Stage,
  { ignore = [] }: Hostile,
  { primitive }: Act,
  planned: () => Promise<void>,
): Promise<Claim> => {
  const { desktop } = stage;
  let frame: number | undefined;
  try {
    const expected = await plan(desktop, stage.window, { ignore, ...(primitive.kind === "click" ? { point } : {}) });
    frame = expected.frame;
    await planned();
    return claimOf(await desktop.dispatch(op(), expected, primitive, inOneSecond()));
  } catch (error) {
    if (frame !== undefined || !(error instanceof Error)) throw error;
    return { code: "not planned", named: [] };
  } finally {
    if (frame !== undefined) await desktop.drop(op(), frame);
  }
};

const downOf = async ({ desktop }: Stage): Promise<number> => {
  const input = await desktop.queryInput(op());
  return input.ok ? input.value.keycodesDown.length + input.value.buttonsDown.length : 0;
};

/** Dispatches so often beside the client. `mistold` changes what a dispatch claimed, to show that it would be noticed. */
export const soak = async (
  server: Server,
  hostile: Hostile,
  dispatches: number,
  mistold: (claim: Claim) => Claim = (claim) => claim,
): Promise<Report> => {
  const stage = await Stage.open(server, callMs);
  const claims: Record<string, number> = {};
  const wrong: string[] = [];
  try {
    const seen = await observe(stage.desktop);
    const [thiefBase, targetBase] = [stage.lair, stage.window].map((id) => windowIn(seen, id).client.base);
    const acting = await hostile.start(stage);
    for (let at = 0; at < dispatches; at += 1) {
      await stage.restore();
      await stage.count();
      const act = actOf(hostile, at);
      await acting.before?.(at);
      const claim = mistold(await claimed(stage, hostile, act, async () => acting.planned?.(at)));
      await acting.after?.();
      const down = await downOf(stage);
      const counts = await stage.count();
      // Only now has the target's connection handed out what the server gave it.
      const pasted = act.text === undefined ? undefined : stage.pasted === act.text;
      const found = wrongOf(claim, {
        ...counts,
        whole: act.whole,
        thiefBase: thiefBase ?? 0,
        targetBase: targetBase ?? 0,
        pasted,
        down,
      });
      claims[claim.code] = (claims[claim.code] ?? 0) + 1;
      if (found !== undefined) wrong.push(`dispatch ${at} (${act.primitive.kind}) claimed ${claim.code}: ${found}`);
    }
    await acting.stop?.();
  } finally {
    stage.close();
  }
  return { name: hostile.name, dispatches, claims, wrong };
};
