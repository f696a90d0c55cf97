import { isUtf8 } from "node:buffer";
import { composeCut } from "./compose-cut.js";
import { fits } from "./limits.js";
import type { KeepFull, Part } from "./parts.js";
import { excessOf, joinLines } from "./written.js";

/**
 * One text of all parts, each cut to its limits with a note that says what is missing. The whole is safe to be written at once, unless
 * `mostBytes` says that this is no concern.
 */
export function compose(parts: readonly Part[], keepFull: KeepFull, mostBytes?: number): string {
  return wholeText(parts, mostBytes) ?? composeCut(parts, keepFull, mostBytes);
}

/** The text of parts of which nothing has to be cut and every byte is text; `undefined` otherwise. */
function wholeText(parts: readonly Part[], mostBytes: number | undefined): string | undefined {
  let text = "";
  for (const part of parts) {
    if (part.kind === "line") text = joinLines(text, `${part.text}\n`);
    else if (fits(part.bytes, part.limits) && isUtf8(part.bytes)) text = joinLines(text, part.bytes.toString("utf8"));
    else return undefined;
  }
  return excessOf(text, mostBytes) === 0 ? text : undefined;
}
