import { compile } from "../compile.js";
import { openRecall } from "../incremental/recall.js";
import { readAssets, readBuildId } from "../node-host.js";
import { exitCode } from "./exit-code.js";
import { openProject } from "./open-project.js";
import { packageRoot } from "./package-root.js";
import type { FormatOption, GlobalOptions } from "./program.js";
import { isError } from "./project.js";
import { report } from "./report.js";
import { count } from "./report-words.js";
import type { Terminal } from "./terminal.js";

/** `toolgen check`: diagnostics and nothing else. */
export async function check(options: GlobalOptions & FormatOption, terminal: Terminal): Promise<number> {
  const host = await openProject(options, terminal);
  const recall = await openRecall(host, readBuildId(packageRoot));
  const [{ model }, diagnostics] = await compile(host, await readAssets(packageRoot), { targets: [], recall });
  report(diagnostics, options, terminal);
  if (diagnostics.some(isError)) return exitCode.failed;
  if (options.format === "pretty") terminal.out(`${count(model.tools.length + model.hosted.length, "tool")}, no errors.\n`);
  return exitCode.done;
}
