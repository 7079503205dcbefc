/**
 * Version of the machine: its phases, controls, table and event forms. A receipt of another version is replayed by that version's
 * machine. Raised when a change makes an old receipt replay differently.
 */
export const machineVersion = 1;
