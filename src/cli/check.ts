import { isFresh, readLastBuild } from "../incremental/stamp.js";
import { readBuildId } from "../node-host.js";
import { exitCode } from "./exit-code.js";
import { openProject } from "./open-project.js";
import { packageRoot } from "./package-root.js";
import type { FormatOption, GlobalOptions } from "./program.js";
import { count } from "./report-words.js";
import type { Terminal } from "./terminal.js";
import { withoutOptimizer } from "./without-optimizer.js";

/** `toolgen check`: diagnostics and nothing else. Where the last build had none to tell and nothing has moved since, no part of the compiler is loaded. */
export async function check(options: GlobalOptions & FormatOption, terminal: Terminal): Promise<number> {
  const host = await openProject(options, terminal);
  const buildId = readBuildId(packageRoot);
  const last = await withoutOptimizer(() => readLastBuild(host, buildId));
  if (last === undefined || !isFresh(last)) return (await import("./check-whole.js")).checkWhole({ host, buildId, options, terminal });
  terminal.out(options.format === "json" ? "[]\n" : `${count(last.stamp.tools, "tool")}, no errors.\n`);
  return exitCode.done;
}
