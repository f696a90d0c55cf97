import { stripVTControlCharacters } from "node:util";
import type { PrintedWarnings } from "../../cache/build-stamp.js";
import type { PlainDiagnostic } from "../../diagnostics/collector.js";
import { formatForMachine } from "../../diagnostics/formats/format-for-machine.js";
import type { Terminal } from "../io/terminal.js";
import type { FormatOption } from "../options.js";

/**
 * Prints the warnings of the last build as `report` did then. Text from a spec contains no control characters, so those
 * of colours are the only ones.
 */
export function replayWarnings({ pretty, json }: PrintedWarnings, { format }: FormatOption, terminal: Terminal): void {
  if (format === "json") terminal.out(json);
  // The JSON is the build's own, from its stamp.
  else if (format !== "pretty") terminal.out(formatForMachine(JSON.parse(json) as PlainDiagnostic[], format));
  else if (pretty !== "") terminal.err(terminal.color.err ? pretty : stripVTControlCharacters(pretty));
}
