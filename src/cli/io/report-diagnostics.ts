import { diagnosticToJson } from "../../diagnostics/collector.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { formatDiagnostics } from "../../diagnostics/format.js";
import { formatForMachine } from "../../diagnostics/formats/format-for-machine.js";
import type { FormatOption } from "../options.js";
import type { Terminal } from "./terminal.js";

/** Prints diagnostics: for a machine on standard output, or for users on standard error. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], { format }: FormatOption, terminal: Terminal): void {
  if (format !== "pretty") terminal.out(formatForMachine(diagnostics.map(diagnosticToJson), format));
  else if (diagnostics.length > 0) terminal.err(formatDiagnostics(diagnostics, { color: terminal.color.err }));
}
