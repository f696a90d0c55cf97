import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { builtProject } from "../../cli/toolgen.js";
import { isRunning } from "../../clients/gemini-cli-core/processes.js";
import { eventually, patience } from "../../eventually.js";
import { freshFolder, removeFolders } from "../../tools.d/repository.js";
import { redisClient } from "../redis/redis-client.js";
import { requireProgram, startRedis } from "../redis/redis-server.js";
import { freePort } from "./free-port.js";
import { agreed, modernCall } from "./modern-call.js";
import { type ServerProcess, startServerProcess } from "./server-process.js";

let project: string;
beforeAll(() => {
  requireProgram("haproxy", "haproxy");
  project = builtProject({
    "tools.d/who.yaml": "name: who\ndescription: d\nkind: read\nshell: echo $PPID\n",
    "tools.d/wait.yaml":
      "name: wait\ndescription: d\nkind: read\nshell: echo $$ $PPID >> started; until [ -e go ]; do sleep 0.05; done; echo $PPID\n",
    // Must be confirmed, and counts how often it has run.
    "tools.d/wipe.yaml": "name: wipe\ndescription: d\nkind: delete\nshell: echo $PPID >> wiped; until [ -e go ]; do sleep 0.05; done\n",
  });
});
afterAll(removeFolders);
beforeEach(() => {
  for (const name of ["started", "wiped", "go"]) rmSync(join(project, name), { force: true });
});

const linesOf = (name: string): readonly (readonly number[])[] =>
  existsSync(join(project, name))
    ? readFileSync(join(project, name), "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split(" ").map(Number))
    : [];

interface Replicas {
  /** The balancer. */
  readonly url: string;
  readonly servers: readonly [ServerProcess, ServerProcess];
  readonly byPid: (pid: number | undefined) => ServerProcess;
}

/** Two replicas behind haproxy, which takes turns between them. */
async function startReplicas(env: Readonly<Record<string, string>> = {}): Promise<Replicas> {
  const key = { TOOLGEN_STATE_KEY: "a key of all replicas, of 32 bytes or more" };
  const servers = [
    await startServerProcess(project, { env: { ...key, ...env } }),
    await startServerProcess(project, { env: { ...key, ...env } }),
  ] as const;
  const port = await freePort();
  const file = join(freshFolder(), "haproxy.cfg");
  writeFileSync(file, balancerConfiguration(port, servers));
  const child = spawn("haproxy", ["-db", "-q", "-f", file], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = `http://127.0.0.1:${port}/mcp`;
  await vi.waitFor(async () => {
    const seen = new Set((await Promise.all([1, 2, 3, 4].map(() => modernCall(url, { name: "who" })))).map(({ text }) => Number(text)));
    expect(seen.size).toBe(2);
  }, patience);
  // An answer to a question that was asked before Redis could be is refused.
  const { TOOLGEN_REDIS: redis } = env;
  if (redis !== undefined)
    await vi.waitFor(async () => expect(await redisClient(redis).keys("{toolgen:*:answers")).toHaveLength(1), patience);
  const byPid: Replicas["byPid"] = (pid) => {
    const found = servers.find((server) => server.pid === pid);
    if (found === undefined) throw new Error(`${pid} is not a replica`);
    return found;
  };
  return { url, servers, byPid };
}

/** The configuration of docs/mcp-deployment.md, with other addresses. */
function balancerConfiguration(port: number, servers: readonly ServerProcess[]): string {
  const page = readFileSync(new URL("../../../docs/mcp-deployment.md", import.meta.url), "utf8");
  let config = /```haproxy\n(.*?)```/s.exec(page)?.[1] ?? "";
  const put = (old: string, address: string) => {
    expect(config).toContain(old);
    config = config.replace(old, address);
  };
  put("0.0.0.0:8080", `127.0.0.1:${port}`);
  for (const [i, server] of servers.entries()) put(`10.0.0.1${i + 1}:8848`, `127.0.0.1:${server.port}`);
  return config.replaceAll("inter 1s", "inter 200ms");
}

/** A question that a replica has asked, and what its user's answer adds to the call. */
async function ask(url: string): Promise<object> {
  const asked = await modernCall(url, { name: "wipe" });
  expect(asked).toMatchObject({ resultType: "input_required" });
  return agreed(asked.requestState);
}

it("loses the running calls of a replica that is killed, with their programs, and no others", async () => {
  const { url, servers } = await startReplicas();
  const calls = Array.from({ length: 8 }, () => modernCall(url, { name: "wait" }).catch(() => ({ status: 0, text: "" })));
  expect(await eventually(() => linesOf("started").length === 8)).toBe(true);
  const [killed, other] = servers;
  const ofKilled = linesOf("started").filter(([, server]) => server === killed.pid);
  expect(ofKilled.length).toBeGreaterThan(0);
  await killed.kill();
  expect(await eventually(() => !ofKilled.some(([pid = 0]) => isRunning(pid)))).toBe(true);
  writeFileSync(join(project, "go"), "");
  const answers = await Promise.all(calls);
  const answered = answers.filter(({ status }) => status === 200);
  expect(answered.map(({ text }) => Number(text))).toEqual(Array(8 - ofKilled.length).fill(other.pid));
  // The balancer says that it doesn't know: it must not repeat a call that may have run.
  expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 502 || status === 0)).toBe(true);
  expect(linesOf("started")).toHaveLength(8);
  for (let i = 0; i < 10; i++) expect(await modernCall(url, { name: "who" })).toMatchObject({ status: 200, text: String(other.pid) });
});

it("takes a user's answer if the replica that asked is killed before it comes", async () => {
  const { url, servers } = await startReplicas();
  const [killed, other] = servers;
  writeFileSync(join(project, "go"), "");
  const answer = await ask(killed.url);
  await killed.kill();
  await vi.waitFor(async () => {
    const result = await modernCall(url, { name: "wipe", more: answer });
    expect(result).toMatchObject({ status: 200, resultType: "complete" });
  }, patience);
  expect(linesOf("wiped")).toEqual([[other.pid]]);
});

it("runs a confirmed call once if its replica is killed while it runs, with Redis", async () => {
  const redis = await startRedis();
  const { url, byPid } = await startReplicas({ TOOLGEN_REDIS: redis.url });
  const answer = await ask(url);
  const running = modernCall(url, { name: "wipe", more: answer }).catch(() => ({ status: 0 }));
  expect(await eventually(() => linesOf("wiped").length === 1)).toBe(true);
  await byPid(linesOf("wiped")[0]?.[0]).kill();
  expect((await running).status).not.toBe(200);
  // The client doesn't know whether it ran, and sends it again: its user is asked again.
  await vi.waitFor(async () => {
    expect(await modernCall(url, { name: "wipe", more: answer })).toMatchObject({ status: 200, resultType: "input_required" });
  }, patience);
  expect(linesOf("wiped")).toHaveLength(1);
});

it("takes an answer once of all replicas with Redis, and none while Redis is away", async () => {
  const redis = await startRedis();
  const { url, servers } = await startReplicas({ TOOLGEN_REDIS: redis.url });
  writeFileSync(join(project, "go"), "");
  const answer = await ask(url);
  const answers = await Promise.all([...servers, ...servers].map((server) => modernCall(server.url, { name: "wipe", more: answer })));
  expect(answers.map(({ resultType }) => resultType).sort()).toEqual(["complete", "input_required", "input_required", "input_required"]);
  expect(linesOf("wiped")).toHaveLength(1);
  const unused = await ask(url);
  await redis.kill();
  const refused = await modernCall(url, { name: "wipe", more: unused });
  expect(refused.error).toMatchObject({ code: -32000, message: expect.stringContaining("was not run") });
  expect(linesOf("wiped")).toHaveLength(1);
  expect(await modernCall(url, { name: "who" })).toMatchObject({ status: 200 });
  // A Redis without its data doesn't know which answers were used.
  await redis.start();
  for (const given of [answer, unused])
    await vi.waitFor(async () => {
      expect(await modernCall(url, { name: "wipe", more: given })).toMatchObject({ resultType: "input_required" });
    }, patience);
  expect(linesOf("wiped")).toHaveLength(1);
  const fresh = await ask(url);
  expect(await modernCall(url, { name: "wipe", more: fresh })).toMatchObject({ resultType: "complete" });
  expect(linesOf("wiped")).toHaveLength(2);
});
