const FAMILY_WILD = 0xffff;
const name = new TextEncoder().encode("MIT-MAGIC-COOKIE-1");

const counted = (bytes: Uint8Array): readonly number[] => [bytes.length >> 8, bytes.length & 0xff, ...bytes];

/**
 * An Xauthority file with one entry that holds for every address and display (FamilyWild, all counts big-endian), because
 * the host name differs inside and outside the sandbox.
 */
export const authorityFile = (cookie: Uint8Array): Uint8Array =>
  Uint8Array.from([
    FAMILY_WILD >> 8,
    FAMILY_WILD & 0xff,
    ...counted(new Uint8Array()),
    ...counted(new Uint8Array()),
    ...counted(name),
    ...counted(cookie),
  ]);
