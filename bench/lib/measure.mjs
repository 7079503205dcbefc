// Samples and what is said of them. Times are milliseconds.

/** Nearest rank. */
const rank = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
const rounded = (ms) => Math.round(ms * 10_000) / 10_000;

export const summary = (samples) => {
  const sorted = samples.toSorted((a, b) => a - b);
  return { p50: rounded(rank(sorted, 0.5)), p95: rounded(rank(sorted, 0.95)), runs: sorted.length };
};

/** Calls `work` one after another. `native` reads from its answer how long the native layer itself took, in microseconds. */
export const measure = async (work, { runs, warm, native }) => {
  for (let i = 0; i < warm; i += 1) await work(i);
  const [samples, inside] = [[], []];
  for (let i = 0; i < runs; i += 1) {
    const from = process.hrtime.bigint();
    const answer = await work(warm + i);
    samples.push(Number(process.hrtime.bigint() - from) / 1e6);
    if (native !== undefined) inside.push(native(answer) / 1000);
  }
  return { ...summary(samples), ...(native === undefined ? {} : { nativeP50: summary(inside).p50 }) };
};
