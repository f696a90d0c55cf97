import type { Compilation } from "../../compile.js";
import { nodeHost } from "../../node-host.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { compileOrReport } from "../project/compile-or-report.js";
import { projectRoot } from "../project/open-project.js";
import { limitsFrom } from "../project/project-limits.js";
import { watchSpecs } from "../project/watch-specs.js";

/** Compiles the specs for a server. Returns `undefined` if they have errors, which are reported. */
export const compileToServe = (options: GlobalOptions, terminal: Terminal, read: Map<string, string>) =>
  compileOrReport(options, terminal, ["bin", "mcp"], read);

/** A project whose specs are served, with what compiling them has read. */
export interface ServedSpecs {
  readonly options: GlobalOptions;
  readonly terminal: Terminal;
  readonly read: Map<string, string>;
  readonly log: (line: string) => void;
}

/**
 * Compiles specs again after each change, until the returned function is called. Specs with errors are reported, and
 * the former compilation stays.
 */
export function followSpecs({ options, terminal, read, log }: ServedSpecs, onCompiled: (compilation: Compilation) => void): () => void {
  let isStopped = false;
  const compile = async (): Promise<void> => {
    const compilation = await compileToServe(options, terminal, read);
    if (isStopped) return;
    if (compilation === undefined) log("serves the former tools until these errors are corrected");
    else onCompiled(compilation);
  };
  const root = projectRoot(options, terminal);
  const host = nodeHost(root, limitsFrom(options.limit));
  const onGone = () => log(`serves the former tools: the project's folder is gone: ${root}`);
  const stop = watchSpecs({ root, host, read, compile, report: log, onGone });
  return () => {
    isStopped = true;
    void stop();
  };
}
