/** How many runs, and from which seed. Fixed, so that a red run can be repeated; both can be set to look further. */
export const runs = Number(process.env["DESKGATE_SIM_RUNS"] ?? 1600);
export const firstSeed = Number(process.env["DESKGATE_SIM_SEED"] ?? 20_261_201);
