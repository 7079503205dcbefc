import * as z from "zod";
import { bounds } from "./bounds.js";

/** Closed string and number formats. Everything that crosses a border is one of these, so nothing else needs a second check. */
export const digest = z.string().regex(/^[0-9a-f]{64}$/, "a SHA-256 is 64 lower-case hex digits");
/** A salted commitment looks like a digest, and is one; the name says that it hides something. */
export const commitment = z.string().regex(/^[0-9a-f]{64}$/, "a commitment is 64 lower-case hex digits");
export const nonce = z.string().regex(/^[0-9a-f]{32}$/, "a nonce is 32 lower-case hex digits");

export const identifier = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,63}$/,
    "an identifier starts with a letter or digit and has at most 64 of A-Z a-z 0-9 . _ : @ -",
  );

export const count = z.int().min(0);
export const micros = z.int().min(0);
export const wallMs = z.int().min(0);
export const xid = z.int().min(1).max(0x1fff_ffff);
export const pixel = z.int().min(-bounds.displayPxMax).max(bounds.displayPxMax);
export const size = z.int().min(1).max(bounds.displayPxMax);

export const rect = z.strictObject({ x: pixel, y: pixel, width: size, height: size });
export type Rect = z.infer<typeof rect>;

/** Whether a pixel lies in a rectangle: its left and top edges belong to it, its right and bottom ones do not. */
export const contains = (area: Rect, x: number, y: number): boolean =>
  x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;

const pathSegments = (path: string): readonly string[] => path.split("/").slice(1);

/** A canonical absolute path: no `.` or `..`, no empty segment, no trailing slash, no control character. */
export const absolutePath = z
  .string()
  .min(2)
  .max(bounds.pathCharsMax)
  .refine((path) => path.startsWith("/"), "a path is absolute")
  .refine(
    (path) => pathSegments(path).every((part) => part !== "" && part !== "." && part !== ".."),
    "a path has no empty part, no '.' and no '..'",
  )
  .refine((path) => !hasControl(path), "a path has no control character")
  .refine((path) => !/[*?[\]]/.test(path), "a path has no wildcard; each file is named exactly");

/** A title as the window shows it: one line, well-formed, not empty. */
export const title = z
  .string()
  .min(1)
  .max(bounds.titleCharsMax)
  .refine((text) => !hasControl(text), "a title is one line without control characters; copy it exactly as the window shows it")
  .refine((text) => isWellFormed(text), "a title is well-formed Unicode");

/** `scheme://host[:port]`, lower case, A-labels, no default port, no path, no userinfo, no wildcard. */
export const origin = z
  .string()
  .max(300)
  .regex(
    /^https?:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*(?::[1-9][0-9]{0,4})?$/,
    "an origin is scheme://host[:port] in lower case, without path, userinfo or wildcard",
  )
  .refine((text) => !/^http:.*:80$|^https:.*:443$/.test(text), "an origin does not name its default port")
  .refine((text) => Number(/:(\d+)$/.exec(text)?.[1] ?? "1") <= 65_535, "a port is at most 65535");

export function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || code === 0x2028 || code === 0x2029) return true;
  }
  return false;
}

/** A string that the policy names (by its index there), or a commitment to one that it does not name. */
export const covered = z.union([z.strictObject({ policyIndex: count }), z.strictObject({ commitment })]);
export type Covered = z.infer<typeof covered>;

/** Whether a string has no lone surrogate. (ES2024 has it built in; the floors compile for ES2023.) */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
