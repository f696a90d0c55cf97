import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

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
    env: { ...plainEnvironment(env), GEMINI_CLI_HOME: project, TMPDIR: project },
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
    noise: () => ask({ ask: "noise" }),
    stop: () => void child.kill("SIGKILL"),
  };
}
