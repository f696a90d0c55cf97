import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { isRunning } from "../../clients/gemini-cli-core/processes.js";
import { eventually, patience } from "../../kit/eventually.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { type RedisServer, startRedis } from "../redis/redis-server.js";
import { modernRequest } from "./modern-request.js";
import { type ServerProcess, startServerProcess } from "./server-process.js";

const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };

let project: string;
let redis: RedisServer;
beforeEach(async () => {
  project = projectOf({
    "tools.d/count.yaml": "name: count\ndescription: d\nkind: read\ncommand: [seq, '100000']\n",
    "tools.d/stubborn.yaml":
      "name: stubborn\ndescription: d\nkind: read\nshell: trap '' TERM; echo $$ > pid; echo ready; while true; do sleep 0.1; done\nbackground: { readyWhen: ready, maxAge: 10m }\n",
    "tools.d/serve.yaml":
      "name: serve\ndescription: d\nkind: read\nshell: echo $$ > pid; echo ready; until [ -e go ]; do sleep 0.05; done; echo done\nbackground: { readyWhen: ready, maxAge: 10m }\n",
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
  const hash = (token: string) => createHash("sha256").update(token).digest("hex");
  writeFileSync(join(project, "tokens"), `alice sha256:${hash("alice")}\nbob sha256:${hash("bob")}\n`);
  redis = await startRedis();
  onTestFinished(() => {
    // Background programs outlive their server.
    if (existsSync(join(project, "pid")) && isRunning(pid())) process.kill(-pid(), "SIGKILL");
  });
});

const pid = () => Number(readFileSync(join(project, "pid"), "utf8"));

/** Starts a replica. Those on one machine have the same folder of temporary files. */
function startReplica(machine: string): Promise<ServerProcess> {
  const folder = join(project, machine);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const env = { TOOLGEN_STATE_KEY: "a key of all replicas, of 32 bytes or more", TOOLGEN_REDIS: redis.url, TMPDIR: folder };
  return startServerProcess(project, { env, args: ["--tokens", "tokens"] });
}

function ask({ url }: ServerProcess, method: string, params: Readonly<Record<string, unknown>>, caller = "alice", signal?: AbortSignal) {
  return modernRequest(url, method, params, { headers: { authorization: `Bearer ${caller}` }, capabilities, ...(signal && { signal }) });
}

/** Begins a task, which Redis may not know at once after a start. */
async function begin(replica: ServerProcess, name = "serve"): Promise<{ readonly taskId: string }> {
  return vi.waitFor(async () => {
    const { result } = await ask(replica, "tools/call", { name });
    expect(result).toMatchObject({ resultType: "task", status: "working" });
    return { taskId: result.taskId };
  }, patience);
}

const stateOf = async (replica: ServerProcess, params: { readonly taskId: string }) => (await ask(replica, "tasks/get", params)).result;

it("completes a task of another replica, with its output, for its caller alone", async () => {
  const [running, asked] = [await startReplica("a"), await startReplica("b")];
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

it("ends the program of a task that is cancelled by another replica", async () => {
  const [running, asked] = [await startReplica("a"), await startReplica("b")];
  const task = await begin(running);
  expect((await ask(asked, "tasks/cancel", task)).result).toMatchObject({ resultType: "complete" });
  expect(await eventually(() => !isRunning(pid()))).toBe(true);
  await vi.waitFor(async () => expect((await stateOf(asked, task)).status).toBe("cancelled"), patience);
});

it("ends the program of a task although the client that cancels it leaves at once", async () => {
  const running = await startReplica("a");
  const task = await begin(running, "stubborn");
  const leaving = new AbortController();
  const cancelled = ask(running, "tasks/cancel", task, "alice", leaving.signal);
  await vi.waitFor(async () => expect((await stateOf(running, task)).status).toBe("cancelled"), patience);
  leaving.abort();
  await expect(cancelled).rejects.toThrow();
  expect(await eventually(() => !isRunning(pid()))).toBe(true);
});

it("fails a task whose replica was killed, and says that its result is lost", async () => {
  const [running, asked] = [await startReplica("a"), await startReplica("b")];
  const task = await begin(running);
  await running.kill();
  await vi.waitFor(async () => expect((await stateOf(asked, task)).status).toBe("failed"), patience);
  expect(await stateOf(asked, task)).toMatchObject({ error: { code: -32603, message: expect.stringContaining("its result is lost") } });
  expect((await ask(asked, "tasks/cancel", task)).result).toMatchObject({ resultType: "complete" });
});

it("goes on with a task if its server is started again on the same machine", async () => {
  const killed = await startReplica("a");
  const task = await begin(killed);
  await killed.kill();
  const next = await startReplica("a");
  await vi.waitFor(async () => expect((await stateOf(next, task)).status).toBe("working"), patience);
  expect((await ask(next, "tools/call", { name: "serve" })).result).toMatchObject(task);
  writeFileSync(join(project, "go"), "");
  await vi.waitFor(async () => expect((await stateOf(next, task)).status).toBe("completed"), patience);
});

it("reads a full output from another replica, also after the one that ran the call was killed", async () => {
  const [running, asked] = [await startReplica("a"), await startReplica("b")];
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

it("says that it can't know about tasks and outputs while Redis is away", async () => {
  const [running, asked] = [await startReplica("a"), await startReplica("b")];
  const task = await begin(running);
  await redis.kill();
  const unavailable = { code: -32000, message: expect.stringContaining("Ask again") };
  expect((await ask(asked, "tasks/get", task)).error).toMatchObject(unavailable);
  expect((await ask(asked, "resources/read", { uri: "toolgen-output://other" })).error).toMatchObject(unavailable);
  const { result } = await ask(running, "tools/call", { name: "serve" });
  expect(result).toMatchObject({ resultType: "complete", content: [{ text: expect.stringContaining("serve_output") }] });
});
