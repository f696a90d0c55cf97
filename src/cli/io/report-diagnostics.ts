import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { formatDiagnostics, formatDiagnosticsAsJson } from "../../diagnostics/format.js";
import type { FormatOption } from "../options.js";
import type { Terminal } from "./terminal.js";

/** Prints diagnostics: as JSON on standard output, or for users on standard error. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], { format }: FormatOption, terminal: Terminal): void {
  if (format === "json") terminal.out(formatDiagnosticsAsJson(diagnostics));
  else if (diagnostics.length > 0) terminal.err(formatDiagnostics(diagnostics, { color: terminal.color.err }));
}
