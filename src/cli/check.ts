import { cacheKey } from "../incremental/cache-folder.js";
import { isFresh, readLastBuild } from "../incremental/stamp.js";
import { readBuildId } from "../node-host.js";
import { exitCode } from "./exit-code.js";
import { openProject } from "./open-project.js";
import { packageRoot } from "./package-root.js";
import type { FormatOption, GlobalOptions } from "./program.js";
import { tellAgain } from "./tell-again.js";
import type { Terminal } from "./terminal.js";
import { withoutOptimizer } from "./without-optimizer.js";

/** `toolgen check`: diagnostics and nothing else. Where nothing has moved since the last build, what that told is told again, and no part of the compiler is loaded. */
export async function check(options: GlobalOptions & FormatOption, terminal: Terminal): Promise<number> {
  const host = await openProject(options, terminal);
  const buildId = await cacheKey(host, readBuildId(packageRoot), { create: true });
  const last = await withoutOptimizer(() => readLastBuild(host, buildId));
  if (last === undefined || !isFresh(last)) return (await import("./check-whole.js")).checkWhole({ host, buildId, options, terminal });
  tellAgain(last.stamp.told, options, terminal);
  if (options.format === "pretty") terminal.out(`${last.stamp.tools}, no errors.\n`);
  return exitCode.done;
}
