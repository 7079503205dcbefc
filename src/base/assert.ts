export class Bug extends Error {}
export function assert(condition: boolean, message: string): asserts condition { if (!condition) throw new Bug(message); }
export const unreachable = (value: never): never => { throw new Bug(`unreachable: ${String(value)}`); };
