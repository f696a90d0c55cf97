import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeCacheFolder } from "../../runtime/call/bin/code-cache-folder.js";
import { isPrivateFolder } from "../../runtime/io/is-private-folder.js";
import { runExternal } from "../io/run-external.js";
import { showSlowWork } from "../io/show-slow-work.js";
import type { Terminal } from "../io/terminal.js";
import { packageRoot } from "../package-root.js";
import { UsageError } from "../usage-error.js";
import { recordedCalls, recordedProject } from "./recorded-calls.js";

type Environment = Readonly<Record<string, string | undefined>>;

const dist = (path: string) => fileURLToPath(new URL(`dist/${path}`, packageRoot));

/**
 * Writes V8's code caches of `generated/bin/call` for the Node that runs this build, and returns their folder. They are
 * recorded from calls in a project that is made for this, so no tool of the user runs.
 */
export async function writeCodeCache({ environment, ...terminal }: Terminal): Promise<string> {
  const folder = usableFolder(environment);
  const project = realpathSync(mkdtempSync(join(tmpdir(), "toolgen-code-")));
  const server = createServer((_request, response) => response.end('{"text":"some text"}'));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const recorded = () => recordCalls({ project, url: `http://127.0.0.1:${port}`, environment });
    await showSlowWork({ environment, ...terminal }, "Recording the compiled code of calls…", recorded);
  } finally {
    server.close();
    rmSync(project, { recursive: true, force: true });
  }
  return folder;
}

/** The folder of the caches, which only this user can write. */
function usableFolder(environment: Environment): string {
  if (process.getuid === undefined)
    throw new UsageError("There is no code cache on Windows: it can't be seen there who else may write it.");
  const folder = codeCacheFolder(environment, readFileSync(dist("assets/call-id.txt"), "utf8"));
  if (folder === undefined) throw new UsageError("There is no folder for the code cache.", "Set HOME or XDG_CACHE_HOME.");
  try {
    mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
    if (isPrivateFolder(folder)) return folder;
  } catch (error) {
    throw new UsageError(`The code cache can't be written: ${(error as Error).message}`);
  }
  throw new UsageError(`The code cache can't be written: '${folder}' is a link, or belongs to another user.`, "Remove it.");
}

interface Recording {
  /** The folder of the project that is made for this. */
  readonly project: string;
  /** Answers its requests. */
  readonly url: string;
  readonly environment: Environment;
}

async function recordCalls({ project, url, environment }: Recording): Promise<void> {
  const { PATH, HOME, XDG_CACHE_HOME, TMPDIR } = environment;
  const folders = { XDG_CONFIG_HOME: join(project, "config"), XDG_STATE_HOME: join(project, "state") };
  const env = { ...onlySet({ PATH, HOME, XDG_CACHE_HOME, TMPDIR }), ...folders };
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  const run = async (args: readonly string[], stdin?: string) => {
    const { signal } = new AbortController();
    const result = await runExternal({ program: process.execPath, args, cwd: project, stdin, env, timeoutMs: 60_000, signal });
    // One of the calls is refused.
    if (result.kind === "exited" && (result.code === 0 || result.code === 2)) return;
    const reason = result.kind === "notStarted" ? result.message : `${result.stderr}`.trim();
    throw new UsageError(`The code cache can't be written: ${reason || result.kind}`);
  };
  for (const [path, text] of Object.entries(recordedProject(url))) put(path, text);
  await run([dist("cli/main.js"), "build"]);
  for (const { tool, args, settings = {} } of recordedCalls) {
    put("config/toolgen/settings.json", JSON.stringify(settings));
    await run([dist("assets/code-cache.cjs"), join(project, "generated/bin"), tool], JSON.stringify(args));
  }
}

const onlySet = (variables: Environment) =>
  Object.fromEntries(Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
