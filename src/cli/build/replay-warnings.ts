import { stripVTControlCharacters } from "node:util";
import type { PrintedWarnings } from "../../cache/build-stamp.js";
import type { PlainDiagnostic } from "../../diagnostics/collector.js";
import type { Terminal } from "../io/terminal.js";
import type { FormatOption, GlobalOptions } from "../options.js";

/**
 * Prints the warnings of the last build as `report` did then. Text from a spec contains no control characters, so those
 * of colours are the only ones.
 */
export async function replayWarnings(
  { pretty, json }: PrintedWarnings,
  options: GlobalOptions & FormatOption,
  terminal: Terminal,
): Promise<void> {
  const { format } = options;
  if (format === "json") return terminal.out(json);
  if (format === "pretty") {
    if (pretty !== "") terminal.err(terminal.color.err ? pretty : stripVTControlCharacters(pretty));
    return;
  }
  // Most builds don't print these formats, so they are loaded late.
  const { printForMachine } = await import("../io/report-diagnostics.js");
  // The JSON is the build's own, from its stamp.
  printForMachine(JSON.parse(json) as PlainDiagnostic[], { ...options, format }, terminal);
}
