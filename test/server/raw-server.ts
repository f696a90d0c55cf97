import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { serverLog } from "../../src/server/log.js";
import { generatedTools } from "../../src/server/serve/generated-tools.js";
import { readServerArguments } from "../../src/server/serve/server-arguments.js";
import { logSettings, type ServerOptions } from "../../src/server/server-options.js";
import { serveOverStdio } from "../../src/server/transport/serve-over-stdio.js";

/** A message of the server that answers a request. */
export interface Answer {
  readonly id?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A request of the server. */
export interface Asked {
  readonly id: unknown;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A server that is talked to line by line, with nothing between that would keep to the protocol. */
export interface RawServer {
  send(...messages: readonly (object | string)[]): void;
  /** The answer to a request; every line of standard output must be one. */
  answer(id: unknown): Promise<Answer>;
  /** The first request of the server with this method. */
  asked(method: string): Promise<Asked>;
  /** Closes the input and gives all that was written, once the server has ended by itself. */
  end(): Promise<{ readonly lines: readonly string[]; readonly stderr: string; readonly code: number | null }>;
}

/** One in a process of its own. */
export interface RawServerProcess extends RawServer {
  readonly child: ChildProcessWithoutNullStreams;
}

export function startServer(
  cwd: string,
  { args = ["generated/mcp/server.cjs"], env }: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): RawServerProcess {
  const child = spawn(process.execPath, args, { cwd, stdio: "pipe", env: { ...process.env, ...env } });
  // A test may close it.
  const stderr = text(child.stderr).catch(() => "");
  const code = new Promise<number | null>((done) => child.on("close", done));
  return { child, ...rawServer(child.stdin, child.stdout, { stderr: () => stderr, code }) };
}

/** How a server in this process is started: as the bundle of its project with these arguments. */
export interface ServedHere {
  readonly cwd: string;
  readonly args?: readonly string[];
  /** Besides this process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Options that no argument sets. */
  readonly more?: Pick<ServerOptions, "answerMs" | "lookMs">;
}

/** The bundle's server in this process, on streams in the place of standard ones. It doesn't go to another folder. */
export function servedHere({ cwd, args = [], env, more }: ServedHere) {
  const { workspace = ".", logFormat, logLevel, http: _, ...options } = readServerArguments(args);
  const folder = join(cwd, "generated/mcp");
  const source = generatedTools({ folder, require: createRequire(join(folder, "server.cjs")) });
  const said: string[] = [];
  const settings = logSettings({ logFormat, logLevel }, { isHttp: false, isTerminal: false });
  const log = serverLog({ ...settings, write: (lines) => said.push(lines) });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const own = { workspace: resolve(cwd, workspace), env: { ...process.env, TMPDIR: cwd, ...env }, log, logLevel: settings.level };
  const gone = serveOverStdio(source, { ...own, ...options, ...more }, { input, output });
  return { input, output, gone, said: () => said.join("") };
}

/** The same, talked to line by line. */
export function serverHere(cwd: string, more: Omit<ServedHere, "cwd"> = {}): RawServer {
  const { input, output, gone, said } = servedHere({ cwd, ...more });
  return rawServer(input, output, { stderr: async () => said(), code: gone.then(() => 0) });
}

interface Ended {
  stderr(): Promise<string>;
  readonly code: Promise<number | null>;
}

function rawServer(input: Writable, output: Readable, { stderr, code }: Ended): RawServer {
  const lines: string[] = [];
  const asking = new Map<string, (asked: Asked) => void>();
  const waiting = new Map<string, (answer: Answer) => void>();
  onLines(output, (line) => {
    lines.push(line);
    const answer = JSON.parse(line) as Answer & Asked;
    if (answer.method !== undefined) return asking.get(answer.method)?.(answer);
    waiting.get(JSON.stringify(answer.id))?.(answer);
  });
  return {
    send: (...messages) => {
      for (const message of messages)
        input.write(typeof message === "string" ? message : `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    },
    answer: (id) => new Promise((done) => waiting.set(JSON.stringify(id), done)),
    asked: (method) => new Promise((done) => asking.set(method, done)),
    end: async () => {
      input.end();
      return { code: await code, lines, stderr: await stderr() };
    },
  };
}

/** Calls a function for each line. Node's own reader of lines ends one at other characters, too, which messages may hold. */
export function onLines(stream: Readable, onLine: (line: string) => void): void {
  let parts: string[] = [];
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    const [first = "", ...more] = chunk.split("\n");
    parts.push(first);
    for (const next of more) {
      onLine(parts.join(""));
      parts = [next];
    }
  });
}

/** The first messages of a client of up to 2025-11-25. */
export const initialize = {
  id: "first",
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
export const initialized = { method: "notifications/initialized" };

/** The fields that each request of a client of 2026-07-28 has. */
export const envelope = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  },
};
