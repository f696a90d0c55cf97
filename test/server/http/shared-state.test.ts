import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, vi } from "vitest";
import { tokenFile } from "../../../src/server/http/token-file.js";
import { isRunning } from "../../call/process/marked-processes.js";
import { eventually, patience } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { connected, endLeases, itWithRedis, key, type RedisServer, redisClient, startRedis } from "../redis/redis-server.js";
import { servedOverHttp } from "./connect-http.js";
import { modernRequest } from "./send.js";
import { type ServerProcess, startServerProcess } from "./server-process.js";

const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };

let project: string;
let redis: RedisServer;
beforeEach(async () => {
  project = builtProject({
    "toolgen.yaml": "version: 1\nfeatures: [redis]\n",
    "tools.d/count.yaml": "name: count\ndescription: d\nkind: read\ncommand: [seq, '100000']\n",
    "tools.d/stubborn.yaml":
      "name: stubborn\ndescription: d\nkind: read\nshell: trap '' TERM; echo $$ > pid; echo ready; while true; do sleep 0.1; done\nbackground: { readyWhen: ready, maxAge: 10m }\n",
    "tools.d/serve.yaml":
      "name: serve\ndescription: d\nkind: read\nshell: echo $$ > pid; echo ready; until [ -e go ]; do sleep 0.05; done; echo done\nbackground: { readyWhen: ready, maxAge: 10m }\n",
  });
  const hash = (token: string) => createHash("sha256").update(token).digest("hex");
  writeFileSync(join(project, "tokens"), `alice sha256:${hash("alice")}\nbob sha256:${hash("bob")}\n`);
  redis = await startRedis();
  onTestFinished(() => {
    // Background programs outlive their server.
    if (existsSync(join(project, "pid")) && isRunning(pid())) process.kill(-pid(), "SIGKILL");
  });
});

const pid = () => Number(readFileSync(join(project, "pid"), "utf8"));

type Replica = Pick<ServerProcess, "url">;

/** The folder of temporary files of a machine. */
function folderOf(machine: string): string {
  const folder = join(project, machine);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** A replica in this process. For one with a short lease, others whose lease isn't there are gone at once. */
function replica(machine: string, { leaseMs }: { readonly leaseMs?: number } = {}): Promise<Replica> {
  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: "/nonexistent", TMPDIR: folderOf(machine) };
  const shared = connected(redis.url, leaseMs === undefined ? {} : { times: { leaseMs } });
  return servedOverHttp(project, { env, key, shared, tokens: tokenFile(join(project, "tokens")) });
}

/** A replica that can be killed. */
function startReplica(machine: string): Promise<ServerProcess> {
  const folder = folderOf(machine);
  const env = { TOOLGEN_STATE_KEY: "a key of all replicas, of 32 bytes or more", TOOLGEN_REDIS: redis.url, TMPDIR: folder };
  return startServerProcess(project, { env, args: ["--tokens", "tokens"] });
}

function ask({ url }: Replica, method: string, params: Readonly<Record<string, unknown>>, caller = "alice", signal?: AbortSignal) {
  return modernRequest(url, method, params, { headers: { authorization: `Bearer ${caller}` }, capabilities, ...(signal && { signal }) });
}

/** Begins a task, which Redis may not know at once after a start. */
async function begin(replica: Replica, name = "serve"): Promise<{ readonly taskId: string }> {
  return vi.waitFor(async () => {
    const { result } = await ask(replica, "tools/call", { name });
    expect(result).toMatchObject({ resultType: "task", status: "working" });
    return { taskId: result.taskId };
  }, patience);
}

const stateOf = async (replica: Replica, params: { readonly taskId: string }) => (await ask(replica, "tasks/get", params)).result;

itWithRedis("completes a task of another replica, with its output, for its caller alone", async () => {
  const [running, asked] = [await startReplica("a"), await replica("b")];
  const task = await begin(running);
  expect(await stateOf(asked, task)).toMatchObject({ status: "working" });
  writeFileSync(join(project, "go"), "");
  await vi.waitFor(async () => expect((await stateOf(asked, task)).status).toBe("completed"), patience);
  const output = { result: { content: [{ type: "text", text: expect.stringContaining("ready\ndone") }] } };
  expect(await stateOf(asked, task)).toMatchObject(output);
  for (const method of ["tasks/get", "tasks/cancel"])
    for (const replica of [running, asked]) expect((await ask(replica, method, task, "bob")).error).toMatchObject({ code: -32602 });
  await running.kill();
  expect(await stateOf(asked, task)).toMatchObject(output);
});

itWithRedis("ends the program of a task that is cancelled by another replica", async () => {
  const [running, asked] = [await replica("a"), await replica("b")];
  const task = await begin(running);
  expect((await ask(asked, "tasks/cancel", task)).result).toMatchObject({ resultType: "complete" });
  expect(await eventually(() => !isRunning(pid()))).toBe(true);
  await vi.waitFor(async () => expect((await stateOf(asked, task)).status).toBe("cancelled"), patience);
});

itWithRedis("ends the program of a task although the client that cancels it leaves at once", async () => {
  const running = await replica("a");
  const task = await begin(running, "stubborn");
  const leaving = new AbortController();
  const cancelled = ask(running, "tasks/cancel", task, "alice", leaving.signal);
  await vi.waitFor(async () => expect((await stateOf(running, task)).status).toBe("cancelled"), patience);
  leaving.abort();
  await expect(cancelled).rejects.toThrow();
  expect(await eventually(() => !isRunning(pid()))).toBe(true);
});

itWithRedis("fails a task whose replica was killed, and says that its result is lost", async () => {
  const [running, asked] = [await startReplica("a"), await replica("b", { leaseMs: 20 })];
  const task = await begin(running);
  await running.kill();
  await endLeases(redisClient(redis.url));
  await vi.waitFor(async () => expect((await stateOf(asked, task)).status).toBe("failed"), patience);
  expect(await stateOf(asked, task)).toMatchObject({ error: { code: -32603, message: expect.stringContaining("its result is lost") } });
  expect((await ask(asked, "tasks/cancel", task)).result).toMatchObject({ resultType: "complete" });
});

itWithRedis("goes on with a task if its server is started again on the same machine", async () => {
  const killed = await startReplica("a");
  const task = await begin(killed);
  await killed.kill();
  await endLeases(redisClient(redis.url));
  const next = await replica("a", { leaseMs: 20 });
  await vi.waitFor(async () => expect((await stateOf(next, task)).status).toBe("working"), patience);
  expect((await ask(next, "tools/call", { name: "serve" })).result).toMatchObject(task);
  writeFileSync(join(project, "go"), "");
  await vi.waitFor(async () => expect((await stateOf(next, task)).status).toBe("completed"), patience);
});

itWithRedis("reads a full output from another replica, also after the one that ran the call was killed", async () => {
  const [running, asked] = [await startReplica("a"), await replica("b")];
  const { uri } = await vi.waitFor(async () => {
    const { result } = await ask(running, "tools/call", { name: "count" });
    const { uri } = result.content[1];
    expect((await ask(asked, "resources/read", { uri })).result).toBeDefined();
    return { uri };
  }, patience);
  await running.kill();
  const { result } = await ask(asked, "resources/read", { uri });
  expect(result.contents[0].text).toMatch(/^1\n2\n[\s\S]*\n100000\n$/);
  expect((await ask(asked, "resources/read", { uri }, "bob")).error).toMatchObject({ code: -32602 });
});

itWithRedis("says that it can't know about tasks and outputs while Redis is away", async () => {
  const [running, asked] = [await replica("a"), await replica("b")];
  const task = await begin(running);
  await redis.kill();
  const unavailable = { code: -32000, message: expect.stringContaining("Ask again") };
  expect((await ask(asked, "tasks/get", task)).error).toMatchObject(unavailable);
  expect((await ask(asked, "resources/read", { uri: "toolgen-output://other" })).error).toMatchObject(unavailable);
  const { result } = await ask(running, "tools/call", { name: "serve" });
  expect(result).toMatchObject({ resultType: "complete", content: [{ text: expect.stringContaining("serve_output") }] });
});
