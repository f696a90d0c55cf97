import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { madeProject } from "./project.js";

/** A tool as the real client registered it. `problem` is what the client's validator has against the schema. */
export interface DiscoveredTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly problem: string | null;
  readonly cyclic: boolean;
}

/** The part of a result that the client gives to the model. */
interface ClientResult {
  readonly llmContent: string;
  readonly error?: { readonly message: string; readonly type: string };
}

/** The registry of `@google/gemini-cli-core`, run by `client.mjs` in a process whose folder is the project. */
export interface Client {
  readonly process: ChildProcess;
  discover(): Promise<readonly DiscoveredTool[]>;
  /** Rejects with the client's own complaint where it doesn't let the parameters through. */
  call(tool: string, params: object): Promise<ClientResult>;
  validate(tool: string, params: object): Promise<string | null>;
  /** Asks for each of these folders if the client trusts it. */
  trust(cases: readonly object[]): Promise<readonly (boolean | string)[]>;
  /** Everything that the client wrote to `console.warn` and `console.error` so far. */
  noise(): Promise<readonly string[]>;
  stop(): void;
}

interface Message {
  readonly id?: number;
  readonly ready?: true;
  readonly answer?: unknown;
  readonly thrown?: string;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** An environment as a user's: GITHUB_* and CI change what the client passes on; those of a test runner are not the client's. */
export function plainEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(GITHUB_|CI$|VITEST|NODE_OPTIONS$)/.test(name)));
}

export async function startClient(project: string, env: NodeJS.ProcessEnv = process.env): Promise<Client> {
  const child = fork(fileURLToPath(new URL("client.mjs", import.meta.url)), {
    cwd: project,
    // Full outputs of cut results go to TMPDIR.
    env: { ...plainEnvironment(env), GEMINI_CLI_HOME: project, TMPDIR: join(project, "generated") },
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, Waiting>();
  const ready = new Promise<void>((resolve, reject) => {
    child.on("message", (message: Message) => {
      if (message.ready) return resolve();
      const asker = waiting.get(message.id ?? -1);
      if (message.thrown === undefined) asker?.resolve(message.answer);
      else asker?.reject(new Error(message.thrown));
    });
    child.on("exit", (code, signal) => {
      const error = new Error(`the client ended: ${signal ?? code}`);
      reject(error);
      for (const asker of waiting.values()) asker.reject(error);
    });
  });
  let last = 0;
  const ask = <T>(question: object): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve: (value) => resolve(value as T), reject });
      child.send({ id, ...question });
    });
  await ready;
  return {
    process: child,
    discover: () => ask({ ask: "discover" }),
    call: (tool, params) => ask({ ask: "call", tool, params }),
    validate: (tool, params) => ask({ ask: "validate", tool, params }),
    trust: (cases) => ask({ ask: "trust", cases }),
    noise: () => ask({ ask: "noise" }),
    stop: () => void child.kill("SIGKILL"),
  };
}

/** A client in a copy of `makeProject`, which files of tests in the same process share: it takes a second of CPU time to start. */
export interface SharedClient {
  readonly project: string;
  readonly client: Client;
  readonly discovered: readonly DiscoveredTool[];
}

let shared: Promise<SharedClient> | undefined;

/** Starts it the first time. It ends with the process of the tests. */
export function sharedClient(): Promise<SharedClient> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<SharedClient> {
  // It outlives the files of tests, whose temporary folders are removed.
  const project = join(process.env.TOOLGEN_TEST_FOLDER ?? "", `gemini-client-${process.env.VITEST_POOL_ID}`);
  cpSync(madeProject(), project, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const client = await startClient(project, { ...process.env, GEMINI_API_KEY: "very-secret", LANG: "C.UTF-8" });
  client.process.unref();
  client.process.channel?.unref();
  return { project, client, discovered: await client.discover() };
}

/** Asks the real core a question in a process of its own: `core.mjs`. */
export function askCore<T>(
  about: "library" | "mcp" | "policy",
  question: object,
  options: { readonly cwd?: string; readonly env: NodeJS.ProcessEnv },
): T {
  const answer = execFileSync(process.execPath, [fileURLToPath(new URL("core.mjs", import.meta.url)), about], {
    ...options,
    env: { ...plainEnvironment(process.env), ...options.env },
    input: JSON.stringify(question),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(answer);
}

/** The client's decisions in one mode, by `id` of the calls, and the tools that it declared to the model there. */
export interface Surroundings {
  readonly mode: "default" | "autoEdit" | "yolo" | "plan";
  readonly interactive: boolean;
  readonly decisions: Readonly<Record<string, string>>;
  readonly declared: readonly string[];
}

/** The answer about policies. */
export interface Survey {
  /** Each mode, with someone there to ask and unattended. */
  readonly surroundings: readonly Surroundings[];
  readonly afterAlways: Readonly<Record<string, string>>;
  /** The client's messages to its user. */
  readonly feedback: readonly string[];
}

/** A call that the client is to decide about. `tool` is the name of the spec. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly args: object;
}

/** Asks about calls in the folder of a project that was built. `alwaysAllowed` are tools whose user answers "allow for this session". */
export const askPolicy = (
  project: string,
  question: { readonly calls: readonly Call[]; readonly alwaysAllowed: readonly string[] },
): Survey => askCore("policy", question, { cwd: project, env: { GEMINI_CLI_HOME: project } });
