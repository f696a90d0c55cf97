import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/** A server over HTTP in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly url: string;
  readonly port: number;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
}

export interface ServerProcessOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The port on loopback; by default a free one. */
  readonly port?: number;
}

/** Starts the built server of a project on loopback; it ends with the test. */
export async function startServerProcess(
  project: string,
  { args = [], env = {}, port = 0 }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ["generated/mcp/server.cjs", "--http", `127.0.0.1:${port}`, ...args], {
    cwd: project,
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: "/nonexistent", TMPDIR: project, ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(child.stderr, "data");
  const url = /listens on ([^\s"]+)/.exec(String(said))?.[1];
  if (url === undefined || child.pid === undefined) throw new Error(`the server says: ${said}`);
  child.stderr.resume();
  const kill = async () => {
    const closed = once(child, "close");
    child.kill("SIGKILL");
    await closed;
  };
  return { child, pid: child.pid, url, port: Number(new URL(url).port), kill };
}
