/** The limit of `printed` for the comparison: models get less of an output. */
const mostBytes = 64 * 1024;

/** Returns the last lines of `printed` that `whole` doesn't have, in order. */
export function extraLines(printed: Buffer, whole: Buffer): Buffer {
  const lines = [...eachLine(printed.subarray(-mostBytes))];
  const unseen = new Set(lines);
  // `whole` may be far larger than `printed`, so its lines are not collected.
  for (const line of eachLine(whole)) {
    if (unseen.size === 0) break;
    unseen.delete(line);
  }
  const others = lines.filter((line) => unseen.has(line));
  const first = others.length === 0 || whole.length === 0 || whole.at(-1) === newline ? "" : "\n";
  return Buffer.from(first + others.map((line) => `${line}\n`).join(""), "latin1");
}

const newline = 0x0a;

/** Bytes as latin1, which loses no byte. */
function* eachLine(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start);
    const stop = end === -1 ? bytes.length : end;
    yield bytes.toString("latin1", start, stop);
    start = stop + 1;
  }
}
