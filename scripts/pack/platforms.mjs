// The platforms that there is a package of native parts for, in npm's words and in Rust's.
export const platforms = [
  { name: "linux-x64-gnu", cpu: "x64", libc: "glibc", triple: "x86_64-unknown-linux-gnu" },
  { name: "linux-x64-musl", cpu: "x64", libc: "musl", triple: "x86_64-unknown-linux-musl" },
  { name: "linux-arm64-gnu", cpu: "arm64", libc: "glibc", triple: "aarch64-unknown-linux-gnu" },
  { name: "linux-arm64-musl", cpu: "arm64", libc: "musl", triple: "aarch64-unknown-linux-musl" },
];

/** The one that this process runs on, which is the one that `npm run setup` builds for. */
export const platformHere = () => {
  process.report.excludeNetwork = true;
  const libc = process.report.getReport().header.glibcVersionRuntime === undefined ? "musl" : "glibc";
  return process.platform === "linux" ? platforms.find((each) => each.cpu === process.arch && each.libc === libc) : undefined;
};
