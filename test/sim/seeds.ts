/** How many runs, and from which seed. Fixed, so that a red run can be repeated; `npm run sim` looks further. */
export const runs = Number(process.env["DESKGATE_SIM_RUNS"] ?? 20_000);
export const firstSeed = Number(process.env["DESKGATE_SIM_SEED"] ?? 20_261_201);
