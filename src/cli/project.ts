import { resolve } from "node:path";
import { type Compilation, compile } from "../compile.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { formatDiagnostics } from "../diagnostics/format.js";
import { nodeHost, readAssets } from "../node-host.js";
import type { GlobalOptions } from "./program.js";
import type { Terminal } from "./terminal.js";

/** The absolute path of the project that the options name. */
export function projectRoot({ project }: GlobalOptions, terminal: Terminal): string {
  return resolve(terminal.launchDir, project);
}

/** For commands that only look: compiles the project, and reports errors, but no warnings. `undefined` when there were errors. */
export async function compileOrReport(options: GlobalOptions, terminal: Terminal): Promise<Compilation | undefined> {
  const [compilation, diagnostics] = await compile(nodeHost(projectRoot(options, terminal)), await readAssets());
  const errors = diagnostics.filter(isError);
  if (errors.length === 0) return compilation;
  terminal.err(formatDiagnostics(errors, { color: terminal.color.err }));
  return undefined;
}

export const isError = (diagnostic: Diagnostic): boolean => diagnostic.severity === "error";
