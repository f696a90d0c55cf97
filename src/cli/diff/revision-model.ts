import type { Model } from "../../model/tool.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { compileHostOrReport } from "../project/compile-or-report.js";
import { projectRoot } from "../project/open-project.js";
import { gitHost } from "./git-host.js";

/** Compiles the specs of a revision with this compiler. Errors are those of the old specs, and reported. */
export async function revisionModel(revision: string, options: GlobalOptions, terminal: Terminal): Promise<Model | undefined> {
  const git = { folder: projectRoot(options, terminal), environment: terminal.environment, signal: new AbortController().signal };
  const host = await gitHost(git, revision);
  const compilation = await compileHostOrReport(host, { options, terminal, revision });
  if (compilation !== undefined) return compilation.model;
  terminal.err(`The specs of ${revision} have errors for this toolgen, so they can't be compared.\n`);
  return undefined;
}
