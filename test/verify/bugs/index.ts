import type { Bug } from "./bug.ts";
import { controls } from "./controls.ts";
import { machine } from "./machine.ts";

export const bugs: readonly Bug[] = [...controls, ...machine];
