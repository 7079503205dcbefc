// The table that is printed, and that docs/performance.md shows.
const figure = (value) => (value === undefined ? "-" : value.toPrecision(3));

const cells = ({ id, deskgate, alternatives, limit, goal, met }) => [
  id,
  `${figure(deskgate.p50)} / ${figure(deskgate.p95)}`,
  figure(deskgate.nativeP50),
  alternatives.map(({ name, p50 }) => `${name} ${figure(p50)}`).join(", ") || "-",
  limit?.p50 === undefined ? "-" : `${figure(limit.p50)} (${limit.name})`,
  goal,
  met === null ? "not known" : met ? "yes" : "**no**",
];

const head = ["row", "deskgate p50 / p95, ms", "native p50", "alternatives p50", "limit p50", "goals", "met"];
const line = (parts) => `| ${parts.join(" | ")} |`;

/** Markdown. */
export const tableOf = ({ rows, growth, memory }) =>
  [
    line(head),
    line(head.map(() => "---")),
    ...rows.map((row) => line(cells(row))),
    ...(growth.length === 0 ? [] : ["", line(["growth", "x", "p50, ms"]), line(["---", "---", "---"])]),
    ...growth.map(({ id, x, p50 }) => line([id, String(x), figure(p50)])),
    ...(memory.length === 0 ? [] : ["", line(["memory after", "count", "RSS, MiB"]), line(["---", "---", "---"])]),
    ...memory.map(({ id, after, rssMiB }) => line([id, String(after), String(rssMiB)])),
  ].join("\n");
