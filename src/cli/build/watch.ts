import { exitCode } from "../command.js";
import { onReaderGone } from "../io/interruptible.js";
import { projectGone, projectRoot } from "../project/open-project.js";
import { watchSpecs } from "../project/watch-specs.js";
import type { BuildRequest } from "./fast-path.js";
import { fullBuild } from "./full-build.js";

/**
 * Builds, and rebuilds whenever something that the build read changes, until the process is ended. A failed build
 * reports the reason, and the next change starts another.
 */
export async function watch(request: BuildRequest): Promise<number> {
  const { host, options, terminal } = request;
  const root = projectRoot(options, terminal);
  const read = new Map<string, string>();
  const report = (problem: string) => terminal.err(`${problem}\n`);
  const readerGone = new Promise<void>((resolve) => onReaderGone(terminal.stdout, resolve));
  await fullBuild({ ...request, read });
  let stop = async () => {};
  const removed = new Promise<void>((resolve) => {
    stop = watchSpecs({ root, host, read, compile: () => fullBuild({ ...request, read }), report, onGone: resolve });
  });
  report("Watching for changes. Ctrl-C ends it.");
  const signalled = new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  const isGone = removed.then(() => true);
  const gone = await Promise.race([isGone, signalled.then(() => false), readerGone.then(() => false)]);
  await stop();
  if (gone) throw projectGone(root);
  return exitCode.done;
}
