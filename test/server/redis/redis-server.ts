import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { Redis } from "ioredis";
import { it, onTestFinished } from "vitest";
import type { RedisTimes } from "../../../src/server/redis/redis-connection.js";
import { redisState } from "../../../src/server/redis/redis-state.js";
import type { SharedState } from "../../../src/server/state/shared-state.js";
import { eventually, patience } from "../../kit/eventually.js";
import { missing } from "../../kit/needs.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { freePort } from "../http/send.js";

/** `it` for tests that need a Redis. */
export const itWithRedis = it.skipIf(missing("redis-server"));

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

export const key = Buffer.from("a key of all replicas, of 32 bytes or more");

/** Times by which a test needn't wait for what is to happen again and again. A lease lasts as long as outside of tests. */
export const shortTimes = { longestPauseMs: 100, probeMs: 100, beatMs: 30 };

interface ConnectedOptions {
  readonly log?: (line: string) => void;
  readonly ownKey?: Uint8Array;
  readonly times?: Partial<RedisTimes>;
}

/** The state of a replica, which is connected to a Redis until the test ends. */
export function connected(url: string, { log = () => {}, ownKey = key, times }: ConnectedOptions = {}): SharedState {
  const state = redisState({ url, key: ownKey, log, times: { ...shortTimes, ...times } });
  onTestFinished(() => state.close());
  return state;
}

/** Does something as soon as Redis can be asked at all. */
export async function whenReady<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = patience.timeout / 20; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** A connection of the test's own, which ends with the test. Its commands fail with what Redis reports. */
export function redisClient(url: string): Redis {
  const redis = new Redis(url);
  redis.on("error", () => {});
  onTestFinished(() => redis.disconnect());
  return redis;
}

/** Lets the leases of replicas that were killed end now. */
export async function endLeases(redis: Redis): Promise<void> {
  await redis.del(await redis.keys("{toolgen:*:replica:*"));
}

/** A way to Redis that can drop its answers. */
export interface AnswerFilter {
  readonly url: string;
  /** Ends the connection at the next answer of Redis, which is lost. */
  loseNextAnswer(): void;
}

export async function startAnswerFilter(redisUrl: string): Promise<AnswerFilter> {
  const port = Number(new URL(redisUrl).port);
  let isLost = false;
  const server = createServer((client) => {
    const redis = connect(port, "127.0.0.1");
    client.pipe(redis);
    redis.on("data", (bytes) => {
      if (isLost) client.destroy();
      else client.write(bytes);
      isLost = false;
    });
    client.on("close", () => redis.destroy()).on("error", () => {});
    redis.on("close", () => client.destroy()).on("error", () => {});
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const loseNextAnswer = () => {
    isLost = true;
  };
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, loseNextAnswer };
}
