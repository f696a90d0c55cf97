import { relative, resolve, sep } from "node:path";
import { type Diagnostic, diagnosticToJson, type MachineFormat, type PlainDiagnostic } from "../../contract/diagnostic.js";
import { formatDiagnostics, formatForMachine } from "../../contract/format-diagnostics.js";
import type { FormatOption, GlobalOptions } from "../command.js";
import type { Terminal } from "../io/terminal.js";
import { projectRoot } from "./open-project.js";

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

/**
 * The path of the project in the repository that GitHub Actions checked out (`GITHUB_WORKSPACE`), to put before a
 * file's: `packages/tools/`. Empty at its root, outside of it, and elsewhere.
 */
export function repositoryPath(options: GlobalOptions, terminal: Terminal): string {
  const { GITHUB_WORKSPACE: workspace } = terminal.environment;
  if (workspace === undefined || workspace === "") return "";
  const parts = relative(resolve(workspace), projectRoot(options, terminal)).split(sep);
  return parts[0] === "" || parts[0] === ".." ? "" : `${parts.join("/")}/`;
}
