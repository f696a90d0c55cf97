import { stripVTControlCharacters } from "node:util";
import type { Told } from "../incremental/stamp.js";
import type { FormatOption } from "./program.js";
import type { Terminal } from "./terminal.js";

/** Prints the warnings of the last build as `report` did then. What is printed of a spec holds no control characters, so those of colours are all there are. */
export function tellAgain({ pretty, json }: Told, { format }: FormatOption, terminal: Terminal): void {
  if (format === "json") terminal.out(json);
  else if (pretty !== "") terminal.err(terminal.color.err ? pretty : stripVTControlCharacters(pretty));
}
