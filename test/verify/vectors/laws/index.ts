import type { Vector } from "../vector.ts";
import { admission } from "./admission.ts";
import { bounds } from "./bounds.ts";
import { course } from "./course.ts";
import { frames } from "./frames.ts";
import { replays } from "./replays.ts";

export const admissibility: readonly Vector[] = [...course, ...admission, ...frames, ...bounds, ...replays];
