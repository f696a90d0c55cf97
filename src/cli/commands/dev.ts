import { exitCode, type GlobalOptions } from "../command.js";
import { answerRequests, type LiveState } from "../dev/answer-requests.js";
import { startDevServer } from "../dev/dev-server.js";
import { compareCatalogues, openLiveCompiler } from "../dev/live-compiler.js";
import type { PageMessage } from "../dev/page-messages.js";
import { watchActivity } from "../dev/watch-activity.js";
import { onReaderGone } from "../io/interruptible.js";
import type { Terminal } from "../io/terminal.js";
import { openProject, projectGone, projectRoot } from "../project/open-project.js";
import { watchSpecs } from "../project/watch-specs.js";

export interface DevOptions extends GlobalOptions {
  /** By default a free one. */
  readonly port?: number;
}

/** `toolgen dev`: the catalogue as a live page on loopback, where calls can be tried, until the process is ended. */
export async function dev(options: DevOptions, terminal: Terminal): Promise<number> {
  const root = projectRoot(options, terminal);
  const env = terminal.environment;
  const read = new Map<string, string>();
  const host = await openProject(options, terminal);
  const compileNow = await openLiveCompiler({ host, root, read });
  const first = await compileNow();
  const state: LiveState = first.ok ? { catalogue: first.catalogue, errors: undefined } : { catalogue: first.empty, errors: first.errors };
  if (!first.ok) terminal.err(first.errors);
  const { answers, forget } = answerRequests(state, { workspace: terminal.launchDir, projectDir: root, env });
  const watched = { root, env, audits: () => state.catalogue.model.project.audit, model: () => state.catalogue.model };
  // A page that was printed before the last change, and listens only now, has missed it.
  const missed = (shown: string | null): readonly PageMessage[] =>
    shown === null || shown === state.catalogue.state ? [] : [{ kind: "reload" }];
  const whole = (shown: string | null) => [...missed(shown), ...errorsIn(state), ...activity.whole()];
  const server = await startDevServer({ ...answers, whole }, options.port);
  const activity = watchActivity(watched, server);
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
  const report = (problem: string) => terminal.err(`toolgen dev: ${problem}\n`);
  let stop = async () => {};
  const removed = new Promise<void>((resolve) => {
    stop = watchSpecs({ root, host, read, compile: rebuild, report, onGone: resolve });
  });
  terminal.out(`${server.url}\n`);
  terminal.err("Open this address in a browser. It lets a browser call the tools, so keep it to yourself. Ctrl-C ends it.\n");
  const ended = new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
    onReaderGone(terminal.stdout, resolve);
  });
  const isGone = removed.then(() => true);
  const gone = await Promise.race([isGone, ended.then(() => false)]);
  activity.stop();
  await Promise.all([stop(), server.close()]);
  if (gone) throw projectGone(root);
  return exitCode.done;
}

const errorsIn = ({ errors }: LiveState) => (errors === undefined ? [] : [{ kind: "errors" as const, text: errors }]);
