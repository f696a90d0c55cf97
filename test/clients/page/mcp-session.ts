import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const toolgen = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/** A client of the project's MCP server, by messages as they are. */
export interface McpSession {
  /** Resolves to the result of `tools/call`. */
  call(name: string, args: object): Promise<unknown>;
  end(): Promise<void>;
}

/** Starts `toolgen mcp` in a project whose user has it as home. */
export async function startMcp(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  revision = "2025-06-18",
): Promise<McpSession> {
  const env = { ...process.env, ...environment, HOME: folder };
  const server = spawn(process.execPath, [toolgen, "mcp"], { cwd: folder, stdio: ["pipe", "pipe", "ignore"], env });
  const waiting = new Map<number, (result: unknown) => void>();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const { id, result, error } = JSON.parse(line) as { id?: number; result?: unknown; error?: unknown };
    if (id !== undefined) waiting.get(id)?.(result ?? error);
  });
  let last = 0;
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      waiting.set(++last, resolve);
      send({ id: last, method, params });
    });
  await request("initialize", { protocolVersion: revision, capabilities: {}, clientInfo: { name: "test", version: "1" } });
  send({ method: "notifications/initialized" });
  return {
    call: (name, args) => request("tools/call", { name, arguments: args }),
    end: async () => {
      const exited = once(server, "exit");
      server.stdin.end();
      await exited;
    },
  };
}
