import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it, onTestFinished, type TestContext, vi } from "vitest";
import { maxConcurrentCalls } from "../../../src/server/state/concurrency-limit.js";
import { isRunning } from "../../call/process/marked-processes.js";
import { eventually, patience } from "../../kit/eventually.js";
import { missing } from "../../kit/needs.js";
import { builtProject } from "../../kit/project.js";
import { redisClient, startRedis } from "../redis/redis-server.js";
import { type BalancerName, balancerNames, sampledBalancers, startBalancer } from "./balancers.js";
import { agreed, asClient, type ModernAnswer, modernCall, modernMeta } from "./send.js";
import { type ServerProcess, startServerProcess } from "./server-process.js";

let project: string;
beforeAll(() => {
  project = builtProject({
    "toolgen.yaml": "version: 1\nfeatures: [redis]\n",
    "tools.d/who.yaml": "name: who\ndescription: d\nkind: read\nshell: echo $PPID\n",
    "tools.d/wait.yaml":
      "name: wait\ndescription: d\nkind: read\ntimeout: 10m\nshell: echo $$ $PPID >> started; until [ -e go ]; do sleep 0.2; done; echo $PPID\n",
    // Must be confirmed, and counts how often it has run.
    "tools.d/wipe.yaml": "name: wipe\ndescription: d\nkind: delete\nshell: echo $PPID >> wiped; until [ -e go ]; do sleep 0.05; done\n",
    "tools.d/notes.yaml": "resource: notes\nuri: notes://notes\ndescription: d\nfile: notes.txt\n",
    "notes.txt": "1\n",
  });
});
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

interface ReplicasOptions {
  readonly balancer: BalancerName;
  readonly env?: Readonly<Record<string, string>>;
}

const startReplica = (env: Readonly<Record<string, string>>, port?: number) =>
  startServerProcess(project, {
    env: { TOOLGEN_STATE_KEY: "a key of all replicas, of 32 bytes or more", ...env },
    ...(port !== undefined && { port }),
  });

/** Two replicas behind a balancer, which takes turns between them. Skips the test without the balancer. */
async function startReplicas({ skip }: TestContext, { balancer, env = {} }: ReplicasOptions): Promise<Replicas> {
  skip(missing(balancer));
  const servers = [await startReplica(env), await startReplica(env)] as const;
  const url = await startBalancer(balancer, servers);
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

/** One balancer a test in `npm test`, drawn for each, and both in the soak. */
const onBalancers = (name: string, test: (balancer: BalancerName, context: TestContext) => Promise<void>) =>
  it.for(sampledBalancers())(name, test);

/** A question that a replica has asked, and what its user's answer adds to the call. */
async function ask(url: string): Promise<object> {
  const asked = await modernCall(url, { name: "wipe" });
  expect(asked).toMatchObject({ resultType: "input_required" });
  return agreed(asked.requestState);
}

onBalancers("loses the running calls of a replica that is killed, with their programs, and no others (%s)", async (balancer, context) => {
  const { url, servers } = await startReplicas(context, { balancer });
  const early: object[] = [];
  const call = async () => {
    const answer = await modernCall(url, { name: "wait" }).catch(() => ({ status: 0, text: "" }));
    early.push(answer);
    return answer;
  };
  const calls = Array.from({ length: 8 }, call);
  expect(await eventually(() => linesOf("started").length === 8 || early.length > 0)).toBe(true);
  expect(early).toEqual([]);
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

onBalancers("runs no call that waited for a place on a replica that is killed (%s)", async (balancer, context) => {
  const { url, servers } = await startReplicas(context, { balancer });
  const [killed, other] = servers;
  const more = 2;
  const ofOne = maxConcurrentCalls + more;
  const calls = Array.from({ length: 2 * ofOne }, () => modernCall(url, { name: "wait" }).catch(() => ({ status: 0, text: "" })));
  expect(await eventually(() => linesOf("started").length === 2 * maxConcurrentCalls)).toBe(true);
  await killed.kill();
  writeFileSync(join(project, "go"), "");
  const answered = (await Promise.all(calls)).filter(({ status }) => status === 200);
  expect(answered.map(({ text }) => Number(text))).toEqual(Array(ofOne).fill(other.pid));
  const ranOn = (pid: number) => linesOf("started").filter(([, server]) => server === pid).length;
  expect([ranOn(killed.pid), ranOn(other.pid)]).toEqual([maxConcurrentCalls, ofOne]);
});

onBalancers("takes a user's answer if the replica that asked is killed before it comes (%s)", async (balancer, context) => {
  const { url, servers } = await startReplicas(context, { balancer });
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

onBalancers("runs a confirmed call once if its replica is killed while it runs, with Redis (%s)", async (balancer, context) => {
  context.skip(missing("redis-server"));
  const redis = await startRedis();
  const { url, byPid } = await startReplicas(context, { balancer, env: { TOOLGEN_REDIS: redis.url } });
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

onBalancers("takes an answer once of all replicas with Redis, and none while Redis is away (%s)", async (balancer, context) => {
  context.skip(missing("redis-server"));
  const redis = await startRedis();
  const { url, servers } = await startReplicas(context, { balancer, env: { TOOLGEN_REDIS: redis.url } });
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

onBalancers(
  "passes each event of a stream on as it happens, and ends the streams of a replica that is killed (%s)",
  async (balancer, context) => {
    const { url, servers } = await startReplicas(context, { balancer });
    const streams = await Promise.all([1, 2, 3, 4].map(() => openStream(url)));
    for (const { said } of streams) expect(await eventually(() => said().includes("acknowledged"))).toBe(true);
    writeFileSync(join(project, "notes.txt"), "2\n");
    for (const { said } of streams) expect(await eventually(() => said().includes("notifications/resources/updated"))).toBe(true);
    await servers[0].kill();
    const ended = () => streams.filter(({ isEnded }) => isEnded()).length;
    expect(await eventually(() => ended() > 0)).toBe(true);
    // A client that opens its stream again gets one of the other replica.
    const again = await openStream(url);
    expect(await eventually(() => again.said().includes("acknowledged"))).toBe(true);
    const left = streams.filter(({ isEnded }) => !isEnded());
    expect(left).toHaveLength(2);
    writeFileSync(join(project, "notes.txt"), "3\n");
    for (const { said } of left) expect(await eventually(() => said().split("notifications/resources/updated").length > 2)).toBe(true);
    await servers[1].kill();
    expect(await eventually(() => [...streams, again].every(({ isEnded }) => isEnded()))).toBe(true);
  },
);

it.for(balancerNames)("loses no call while one replica after the other is replaced (%s)", async (balancer, context) => {
  const { url, servers } = await startReplicas(context, { balancer });
  let isOver = false;
  const answers: ModernAnswer[] = [];
  const callOn = async () => {
    while (!isOver) answers.push(await modernCall(url, { name: "who" }).catch(unanswered));
  };
  const clients = Array.from({ length: 6 }, callOn);
  const pids: number[] = servers.map(({ pid }) => pid);
  for (const [i, server] of servers.entries()) {
    rmSync(join(project, "go"), { force: true });
    const running = modernCall(server.url, { name: "wait" });
    expect(await eventually(() => linesOf("started").length === i + 1)).toBe(true);
    const ended = once(server.child, "close");
    server.child.kill("SIGTERM");
    const before = answers.length;
    // Calls go on while it finishes the running one.
    expect(await eventually(() => answers.length > before + 30)).toBe(true);
    writeFileSync(join(project, "go"), "");
    expect(await running).toMatchObject({ status: 200, text: String(server.pid) });
    expect(await ended).toEqual([0, null]);
    const { pid } = await startReplica({}, server.port);
    pids.push(pid);
    expect(await eventually(() => answers.slice(-20).some(({ text }) => text === String(pid)))).toBe(true);
  }
  isOver = true;
  await Promise.all(clients);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect([...new Set(answers.map(({ text }) => Number(text)))].sort()).toEqual(pids.sort());
});

/** A call whose connection was cut. It is counted with the others, so that the test says how many there were. */
const unanswered = (error: unknown): ModernAnswer => ({ status: undefined, text: String(error) });

/** An open `subscriptions/listen` for the resource. */
async function openStream(url: string): Promise<{ said(): string; isEnded(): boolean }> {
  const params = { notifications: { resourceSubscriptions: ["notes://notes"] }, _meta: modernMeta };
  const request = httpRequest(url, {
    method: "POST",
    headers: { ...asClient, "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" },
  });
  request.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params }));
  onTestFinished(() => void request.destroy());
  const [response] = await once(request, "response");
  let said = "";
  let isEnded = false;
  response.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
  });
  response
    .on("error", () => {})
    .once("close", () => {
      isEnded = true;
    });
  return { said: () => said, isEnded: () => isEnded };
}
