import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

/** A server of a test, in a process of its own. */
export interface Server {
  readonly get: (path: string) => Promise<string>;
  /** Posts JSON, and returns the status and the text of the answer. */
  readonly post: (path: string, value: unknown) => Promise<string>;
  /** Sends SIGTERM, and returns the exit code or the signal. */
  readonly stop: () => Promise<unknown>;
}

/** Starts a program of Node that serves on the port in `PORT`, and prints a line when it does. */
export async function startServer(folder: string, args: readonly string[]): Promise<Server> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const server = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "exit");
  for await (const line of createInterface(server.stdout)) if (/ready|listening/i.test(line)) break;
  const at = (path: string) => `http://localhost:${port}${path}`;
  return {
    get: async (path) => (await fetch(at(path))).text(),
    post: async (path, value) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(at(path), { method: "POST", headers, body: JSON.stringify(value) });
      return `${answer.status} ${await answer.text()}`;
    },
    stop: async () => {
      server.kill();
      const [code, signal] = await ended;
      return code ?? signal;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}
