import { answerRequests, type LiveState } from "../dev/answer-requests.js";
import { compareCatalogues } from "../dev/compare-catalogues.js";
import { startDevServer } from "../dev/dev-server.js";
import { openLiveCompiler } from "../dev/live-compiler.js";
import { watchActivity } from "../dev/watch-activity.js";
import { exitCode } from "../exit-code.js";
import { onReaderGone } from "../io/on-reader-gone.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { watchSpecs } from "../project/watch-specs.js";

export interface DevOptions extends GlobalOptions {
  /** By default a free one. */
  readonly port?: number;
}

/** `toolgen dev`: the catalogue as a live page on loopback, where calls can be tried, until the process is ended. */
export async function dev(options: DevOptions, terminal: Terminal): Promise<number> {
  const root = projectRoot(options, terminal);
  const env = terminal.environment;
  const read = new Set<string>();
  const compileNow = await openLiveCompiler({ host: await openProject(options, terminal), root, read });
  const first = await compileNow();
  const state: LiveState = first.ok ? { catalogue: first.catalogue, errors: undefined } : { catalogue: first.empty, errors: first.errors };
  if (!first.ok) terminal.err(first.errors);
  const { answers, forget } = answerRequests(state, { workspace: terminal.launchDir, projectDir: root, env });
  const watched = { root, env, audits: () => state.catalogue.model.project.audit, model: () => state.catalogue.model };
  const activity = watchActivity(watched, {
    push: (change) => server.push(change),
    isWatched: () => server.isWatched(),
  });
  const server = await startDevServer({ ...answers, whole: () => [...errorsIn(state), ...activity.whole()] }, options.port);
  const rebuild = async () => {
    const result = await compileNow();
    forget();
    state.errors = result.ok ? undefined : result.errors;
    if (!result.ok) return server.push({ kind: "errors", text: result.errors });
    const change = compareCatalogues(state.catalogue, result.catalogue);
    state.catalogue = result.catalogue;
    server.push(change);
    // Statistics are about the tools that there are.
    activity.update();
  };
  let building: Promise<unknown> = Promise.resolve();
  const again = () => {
    building = building.then(rebuild).catch((error: unknown) => terminal.err(`toolgen dev: ${String(error)}\n`));
  };
  const stop = await watchSpecs(root, (path) => read.has(path), again);
  // What changed before the first event is noticed now.
  again();
  await building;
  terminal.out(`${server.url}\n`);
  terminal.err("Open this address in a browser. It lets a browser call the tools, so keep it to yourself. Ctrl-C ends it.\n");
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
    onReaderGone(terminal.stdout, resolve);
  });
  activity.stop();
  await Promise.all([stop(), server.close(), building]);
  return exitCode.done;
}

const errorsIn = ({ errors }: LiveState) => (errors === undefined ? [] : [{ kind: "errors" as const, text: errors }]);
