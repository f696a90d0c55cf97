import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

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
  readonly child: ChildProcessWithoutNullStreams;
  send(...messages: readonly (object | string)[]): void;
  /** The answer to a request; every line of standard output must be one. */
  answer(id: unknown): Promise<Answer>;
  /** The first request of the server with this method. */
  asked(method: string): Promise<Asked>;
  /** Closes the input and gives all that was written, once the server has ended by itself. */
  end(): Promise<{ readonly lines: readonly string[]; readonly stderr: string; readonly code: number | null }>;
}

export function startServer(
  cwd: string,
  { args = ["generated/mcp/server.cjs"], env }: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): RawServer {
  const child = spawn(process.execPath, args, { cwd, stdio: "pipe", env: { ...process.env, ...env } });
  // A test may close it.
  const stderr = text(child.stderr).catch(() => "");
  const code = new Promise<number | null>((resolve) => child.on("close", resolve));
  const lines: string[] = [];
  const asking = new Map<string, (asked: Asked) => void>();
  const waiting = new Map<string, (answer: Answer) => void>();
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => {
    lines.push(line);
    const answer = JSON.parse(line) as Answer & Asked;
    if (answer.method !== undefined) return asking.get(answer.method)?.(answer);
    waiting.get(JSON.stringify(answer.id))?.(answer);
  });
  return {
    child,
    send: (...messages) => {
      for (const message of messages)
        child.stdin.write(typeof message === "string" ? message : `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    },
    answer: (id) => new Promise((resolve) => waiting.set(JSON.stringify(id), resolve)),
    asked: (method) => new Promise((resolve) => asking.set(method, resolve)),
    end: async () => {
      child.stdin.end();
      return { code: await code, lines, stderr: await stderr };
    },
  };
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
