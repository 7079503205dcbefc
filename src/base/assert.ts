/** A failed assertion: an error of ours, never of the caller's data. Whoever meets one ends without acting. */
export class Bug extends Error {
  override readonly name = "Bug";
}

/** Throws `Bug` when what the code relies on does not hold. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Bug(message);
}

/** Marks the end of an exhaustive choice; the compiler names the case that is missing. */
export const unreachable = (value: never): never => {
  throw new Bug(`unreachable: ${String(value)}`);
};
