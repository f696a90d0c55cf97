import type { Compilation } from "../../compile.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { compileOrReport } from "../project/compile-or-report.js";
import { openProject, projectRoot } from "../project/open-project.js";
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
  let compiling = Promise.resolve();
  let isStopped = false;
  const recompile = async (): Promise<void> => {
    if (isStopped) return;
    const compilation = await compileToServe(options, terminal, read);
    if (isStopped) return;
    if (compilation === undefined) log("serves the former tools until these errors are corrected");
    else onCompiled(compilation);
  };
  const again = (): void => {
    compiling = compiling.then(recompile).catch((error: unknown) => log(`serves the former tools: ${String(error)}`));
  };
  const watching = watchSpecs(projectRoot(options, terminal), (path) => read.has(path), again);
  // What changed between the first compilation and the first event is noticed now.
  void watching
    .then(async () => {
      const now = await (await openProject(options, terminal)).marks([...read.keys()]);
      if ([...read.values()].some((mark, i) => mark !== now[i])) again();
    })
    .catch((error: unknown) => log(`doesn't notice changed specs: ${String(error)}`));
  return () => {
    isStopped = true;
    watching.then((stop) => stop()).catch(() => {});
  };
}
