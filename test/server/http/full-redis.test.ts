import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { beforeEach, expect, onTestFinished, vi } from "vitest";
import { redisTimes } from "../../../src/server/redis/redis-connection.js";
import { isRunning } from "../../call/process/marked-processes.js";
import { eventually, patience } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { connected, itWithRedis, key, redisClient, startRedis } from "../redis/redis-server.js";
import { servedOverHttp } from "./connect-http.js";
import { agreed, modernCall, modernRequest } from "./send.js";

const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };

let project: string;
let redis: Redis;
let url: string;
beforeEach(async () => {
  project = builtProject({
    "tools.d/serve.yaml":
      "name: serve\ndescription: d\nkind: read\nshell: echo $$ > pid; echo ready; until [ -e go ]; do sleep 0.05; done; echo done\nbackground: { readyWhen: ready, maxAge: 10m }\n",
    "tools.d/count.yaml": "name: count\ndescription: d\nkind: read\ncommand: [seq, '100000']\n",
    "tools.d/wipe.yaml": "name: wipe\ndescription: d\nkind: delete\nshell: echo wiped >> wiped\n",
  });
  ({ url } = await startRedis());
  redis = redisClient(url);
  onTestFinished(() => {
    // Background programs outlive their server.
    if (existsSync(join(project, "pid")) && isRunning(pid())) process.kill(-pid(), "SIGKILL");
  });
});

const pid = () => Number(readFileSync(join(project, "pid"), "utf8"));
const linesOf = (name: string): readonly string[] =>
  existsSync(join(project, name)) ? readFileSync(join(project, name), "utf8").trim().split("\n") : [];
/** Lets Redis refuse to store anything, as one does whose memory is full, or store again. */
const setFull = (isFull: boolean) => redis.config("SET", "maxmemory", isFull ? "1" : "0");

interface Replica {
  readonly url: string;
  readonly logged: () => readonly string[];
}

/** A replica, and what it logs about Redis. */
async function startReplica(): Promise<Replica> {
  const said: string[] = [];
  const shared = connected(url, { log: (line) => said.push(line), times: { beatMs: redisTimes.beatMs } });
  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: "/nonexistent", TMPDIR: project, TOOLGEN_AUDIT: join(project, "audit.jsonl") };
  const replica = await servedOverHttp(project, { env, key, shared });
  return { url: replica.url, logged: () => said.filter((line) => line.includes("Redis")) };
}

/** Several beats and probes of a replica. */
const whileItBeats = () => sleep(2.5 * redisTimes.beatMs);

const ask = ({ url }: Replica, method: string, params: Readonly<Record<string, unknown>>) =>
  modernRequest(url, method, params, { capabilities });

/** Begins a task, which Redis may not know at once after a start. */
async function begin(replica: Replica): Promise<{ readonly taskId: string }> {
  return vi.waitFor(async () => {
    const { result } = await ask(replica, "tools/call", { name: "serve" });
    expect(result).toMatchObject({ resultType: "task", status: "working" });
    return { taskId: result.taskId };
  }, patience);
}

/** Sends a user's answer, and returns what comes of it. */
async function answerQuestion({ url }: Replica) {
  const { requestState } = await modernCall(url, { name: "wipe" });
  return modernCall(url, { name: "wipe", more: agreed(requestState) });
}

/** A lease has expired if it isn't renewed, and other replicas then take the owner for gone. */
async function expectLeaseToBeRenewed(): Promise<void> {
  const [lease = ""] = await redis.keys("{toolgen:*:replica:*");
  let last = await redis.pttl(lease);
  await vi.waitFor(async () => {
    const previous = last;
    last = await redis.pttl(lease);
    expect(last).toBeGreaterThan(previous);
  }, patience);
}

const statusOf = async (replica: Replica, task: { readonly taskId: string }) => (await ask(replica, "tasks/get", task)).result.status;

itWithRedis("stops the program of a task that is cancelled while Redis is full, and says so once and when it is over", async () => {
  const [owner, other] = [await startReplica(), await startReplica()];
  const task = await begin(owner);
  await setFull(true);
  await expectLeaseToBeRenewed();
  expect(await statusOf(other, task)).toBe("working");
  // Redis refuses the first answer to a question, and again: that is logged once.
  for (let i = 0; i < 3; i++) await answerQuestion(owner);
  expect((await ask(owner, "tasks/cancel", task)).result).toMatchObject({ resultType: "complete" });
  expect(await eventually(() => !isRunning(pid()))).toBe(true);
  expect(await statusOf(owner, task)).toBe("cancelled");
  await whileItBeats();
  expect(owner.logged()).toEqual([expect.stringMatching(/Redis \(TOOLGEN_REDIS\) stores no data: OOM .*maxmemory/)]);
  expect(await statusOf(other, task)).toBe("cancelled");
  await setFull(false);
  expect(await eventually(() => owner.logged().length > 1)).toBe(true);
  expect(owner.logged().slice(1)).toEqual([expect.stringContaining("Redis stores data again.")]);
});

itWithRedis("reads the output of a task that ends while Redis is full once, and shares it when it is over", async () => {
  const [owner, other] = [await startReplica(), await startReplica()];
  const task = await begin(owner);
  await setFull(true);
  writeFileSync(join(project, "go"), "");
  await vi.waitFor(async () => expect(await statusOf(owner, task)).toBe("completed"), patience);
  await whileItBeats();
  expect(linesOf("audit.jsonl").filter((line) => line.includes('"serve_output"'))).toHaveLength(1);
  expect(owner.logged()).toHaveLength(1);
  await setFull(false);
  await vi.waitFor(async () => expect(await statusOf(other, task)).toBe("completed"), patience);
  const { result } = await ask(other, "tasks/get", task);
  expect(result).toMatchObject({ result: { content: [{ type: "text", text: expect.stringContaining("ready\ndone") }] } });
});

itWithRedis("cancels a task by way of another replica while Redis is full", async () => {
  const [owner, other] = [await startReplica(), await startReplica()];
  const task = await begin(owner);
  await setFull(true);
  expect((await ask(other, "tasks/cancel", task)).result).toMatchObject({ resultType: "complete" });
  expect(await eventually(() => !isRunning(pid()))).toBe(true);
  await vi.waitFor(async () => expect(await statusOf(other, task)).toBe("cancelled"), patience);
});

itWithRedis("stops the program of a task that is cancelled while Redis takes no writes for want of copies", async () => {
  const owner = await startReplica();
  const task = await begin(owner);
  await redis.config("SET", "min-replicas-to-write", "1");
  expect((await ask(owner, "tasks/cancel", task)).result).toMatchObject({ resultType: "complete" });
  expect(await eventually(() => !isRunning(pid()))).toBe(true);
  expect(await statusOf(owner, task)).toBe("cancelled");
  await whileItBeats();
  expect(owner.logged()).toEqual([expect.stringContaining("stores no data: NOREPLICAS ")]);
  await redis.config("SET", "min-replicas-to-write", "0");
  expect(await eventually(() => owner.logged().length > 1)).toBe(true);
  await vi.waitFor(
    async () => expect(await redis.hget((await redis.keys("{toolgen:*:task:*"))[0] ?? "", "status")).toBe("cancelled"),
    patience,
  );
});

itWithRedis("takes no confirmation while Redis is full, each once afterwards, and gives results as without Redis", async () => {
  const [first, second] = [await startReplica(), await startReplica()];
  // Redis must remember answers since before the question.
  await vi.waitFor(async () => {
    expect(await answerQuestion(first)).toMatchObject({ resultType: "complete" });
  }, patience);
  const runs = linesOf("wiped").length;
  const { requestState } = await modernCall(first.url, { name: "wipe" });
  await setFull(true);
  for (const { url } of [first, second, first])
    expect((await modernCall(url, { name: "wipe", more: agreed(requestState) })).error).toMatchObject({
      code: -32000,
      message: expect.stringContaining("was not run"),
    });
  expect(linesOf("wiped")).toHaveLength(runs);
  // Its text names the output's URI, which this replica alone can read.
  const { result } = await ask(first, "tools/call", { name: "count" });
  expect((await ask(first, "resources/read", { uri: result.content[1].uri })).result).toBeDefined();
  expect((await ask(first, "tools/call", { name: "serve" })).result).toMatchObject({ resultType: "task" });
  await setFull(false);
  const answers = await Promise.all(
    [first, second, first, second].map(({ url }) => modernCall(url, { name: "wipe", more: agreed(requestState) })),
  );
  expect(answers.map(({ resultType }) => resultType).sort()).toEqual(["complete", "input_required", "input_required", "input_required"]);
  expect(linesOf("wiped")).toHaveLength(runs + 1);
});
