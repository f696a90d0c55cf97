/** A number with its noun: `1 tool`, `2 tools`. */
export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The time since `process.hrtime.bigint()` said `started`, for people. */
export function tookSince(started: bigint): string {
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
