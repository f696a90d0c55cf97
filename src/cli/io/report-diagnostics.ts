import { diagnosticToJson, type PlainDiagnostic } from "../../diagnostics/collector.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { formatDiagnostics } from "../../diagnostics/format.js";
import type { MachineFormat } from "../../diagnostics/formats/diagnostic-formats.js";
import { formatForMachine } from "../../diagnostics/formats/format-for-machine.js";
import type { FormatOption, GlobalOptions } from "../options.js";
import { repositoryPath } from "../project/repository-path.js";
import type { Terminal } from "./terminal.js";

/** Prints diagnostics: for a machine on standard output, or for users on standard error. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], options: GlobalOptions & FormatOption, terminal: Terminal): void {
  const { format } = options;
  if (format !== "pretty") printForMachine(diagnostics.map(diagnosticToJson), { ...options, format }, terminal);
  else if (diagnostics.length > 0) terminal.err(formatDiagnostics(diagnostics, { color: terminal.color.err }));
}

/** GitHub and code scanning show diagnostics at files by their paths in the repository. */
export function printForMachine(
  diagnostics: readonly PlainDiagnostic[],
  options: GlobalOptions & { readonly format: MachineFormat },
  terminal: Terminal,
): void {
  const isShownAtFiles = options.format === "github" || options.format === "sarif";
  const prefix = isShownAtFiles ? repositoryPath(options, terminal) : "";
  const placed = prefix === "" ? diagnostics : diagnostics.map((one) => ({ ...one, file: `${prefix}${one.file}` }));
  terminal.out(formatForMachine(placed, options.format));
}
