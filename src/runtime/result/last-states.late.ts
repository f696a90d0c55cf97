/**
 * Returns an output as a terminal shows it in the end: of a line that is written again and again after a carriage
 * return, such as progress, only its last state. An output without any line break may be a text with line ends of an
 * old form, so it stays unless it is longer than `maxBytes`.
 */
export function lastStates(bytes: Buffer, { maxBytes }: { readonly maxBytes: number }): Buffer {
  if (!isOverwritten(bytes) || (bytes.length <= maxBytes && !bytes.includes(lineFeed))) return bytes;
  // As latin1, which loses no byte.
  return Buffer.from(bytes.toString("latin1").split("\n").map(lastState).join("\n"), "latin1");
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Returns true if a carriage return isn't part of a line's end. */
function isOverwritten(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(carriageReturn); at !== -1; at = bytes.indexOf(carriageReturn, at + 1))
    if (at + 1 < bytes.length && bytes[at + 1] !== lineFeed) return true;
  return false;
}

function lastState(line: string): string {
  const end = line.endsWith("\r") ? "\r" : "";
  for (let to = line.length - end.length; to > 0; ) {
    const from = line.lastIndexOf("\r", to - 1) + 1;
    const state = line.slice(from, to);
    if (isVisible(state)) return `${state}${end}`;
    to = from - 1;
  }
  return end;
}

/** A sequence that erases a line, or spaces that do, say nothing. */
const isVisible = (state: string) => state.replace(/\u001b\[[0-?]*[@-~]/g, "").trim() !== "";
