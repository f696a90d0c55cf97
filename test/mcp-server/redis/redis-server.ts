import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";
import { eventually } from "../../kit/eventually.js";
import { missing } from "../../kit/needs.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { freePort } from "../http/free-port.js";

/** A Redis of the test's own on loopback, which keeps nothing on disk. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Lets it hang, with its connections open, or go on. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
}

/** With the files of a certificate it speaks TLS. */
export async function startRedis(
  options: readonly string[] = [],
  tls?: { readonly cert: string; readonly key: string },
): Promise<RedisServer> {
  if (missing("redis-server")) throw new Error("redis-server isn't installed. On Debian: apt-get install redis-server");
  const port = await freePort();
  const dir = temporaryFolder();
  let child: ChildProcess | undefined;
  const start = async () => {
    const secured = tls && ["--port", "0", "--tls-port", String(port), "--tls-cert-file", tls.cert, "--tls-key-file", tls.key];
    const ports = secured ? [...secured, "--tls-auth-clients", "no"] : ["--port", String(port)];
    const own = [...ports, "--bind", "127.0.0.1", "--dir", dir, "--save", "", "--appendonly", "no"];
    child = spawn("redis-server", [...own, ...options], { stdio: "ignore" });
    let isUp = false;
    const look = () => {
      const socket = connect(port, "127.0.0.1", () => {
        isUp = true;
        socket.destroy();
      }).on("error", () => {});
      return isUp;
    };
    if (!(await eventually(look))) throw new Error("redis-server doesn't listen");
  };
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, "close");
    child.kill("SIGKILL");
    await closed;
  };
  onTestFinished(kill);
  await start();
  return { url: `${tls === undefined ? "redis" : "rediss"}://127.0.0.1:${port}`, start, kill, signal: (name) => void child?.kill(name) };
}
