import { expect, it } from "vitest";
import { parseExactly } from "../../../src/contract/exact-json.late.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import { redisTimes } from "../../../src/server/redis/redis-connection.js";
import { type EndedTaskState, mostTasks, type SharedTaskStore } from "../../../src/server/state/task-store.js";
import { patience } from "../../kit/eventually.js";
import { connected, endLeases, itWithRedis, redisClient, startAnswerFilter, startRedis, whenReady } from "./redis-server.js";

const program = { tool: "serve", pid: 5, start: "100" };
const done: EndedTaskState = { status: "completed", at: "2026-01-01T00:00:00.000Z", result: { content: [{ type: "text", text: "done" }] } };
const failed = { status: "failed", at: "2026-01-01T00:00:00.000Z", message: "lost" } as const;

async function begun(tasks: SharedTaskStore, of = program) {
  const task = await tasks.begin("a", of);
  if (task === undefined) throw new Error("there is room");
  return task;
}

async function replicas() {
  const server = await startRedis();
  const states = [connected(server.url), connected(server.url)] as const;
  for (const { tasks } of states) await whenReady(() => tasks.find("none", ""));
  const redis = redisClient(server.url);
  return { ...server, redis, states, first: states[0].tasks, second: states[1].tasks };
}

itWithRedis("gives a task of another replica to its caller alone, and ends it once", async () => {
  const { first, second } = await replicas();
  const task = await begun(first);
  expect(await second.find(task.id, "a")).toEqual(task);
  expect([await second.find(task.id, "b"), await second.find("other", "a")]).toEqual([undefined, undefined]);
  expect((await second.begin("a", program))?.id).toBe(task.id);
  expect((await second.begin("b", program))?.id).not.toBe(task.id);
  expect((await first.end(task, done))?.state).toEqual(done);
  expect((await second.end(task, { status: "cancelled", at: "" }))?.state).toEqual(done);
  expect((await second.find(task.id, "a"))?.state).toEqual(done);
  expect((await second.begin("a", program))?.id).not.toBe(task.id);
});

itWithRedis("keeps the digits of a result for a replica, whose mark of them is another", async () => {
  const { first, second, redis } = await replicas();
  const task = await begun(first);
  const structuredContent = parseExactly('{"id":9007199254740993,"text":"\\ufdd012"}') as JsonObject;
  const ended: EndedTaskState = { ...done, result: { ...done.result, structuredContent } };
  await first.end(task, ended);
  const [key = ""] = (await redis.keys(`*${task.id}*`)) as string[];
  expect(await redis.hget(key, "ended")).toContain('{"id":9007199254740993,"text":"\ufdd012"}');
  expect((await second.find(task.id, "a"))?.state).toEqual(ended);
});

itWithRedis("tells the owner of a task that another replica requests its cancellation", async () => {
  const { first, second } = await replicas();
  const task = await begun(first);
  const seen: boolean[] = [];
  first.shared.follow(async ({ id }, { isCancelled }) => {
    if (id === task.id) seen.push(isCancelled);
  });
  expect([await first.shared.ownerOf(task), await second.shared.ownerOf(task)]).toEqual(["this", "another"]);
  await expect.poll(() => seen.at(-1), patience).toBe(false);
  await second.shared.requestCancel(task);
  await expect.poll(() => seen.at(-1), patience).toBe(true);
});

itWithRedis("owns a task that Redis took although its answer was lost", async () => {
  const { url } = await startRedis();
  const filter = await startAnswerFilter(url);
  const { tasks } = connected(filter.url);
  await whenReady(() => tasks.find("none", ""));
  const seen: string[] = [];
  tasks.shared.follow(async ({ id }) => void seen.push(id));
  filter.loseNextAnswer();
  await expect(tasks.begin("a", program)).rejects.toThrow();
  const task = await whenReady(() => begun(tasks));
  await expect.poll(() => seen.at(-1), patience).toBe(task.id);
  expect(await tasks.shared.ownerOf(task)).toBe("this");
});

itWithRedis("owns a task that it adopted although the answer of Redis was lost", async () => {
  const { url, redis, first } = await replicas();
  const filter = await startAnswerFilter(url);
  const { tasks } = connected(filter.url);
  await whenReady(() => tasks.find("none", ""));
  const task = await begun(first);
  await endLeases(redis);
  filter.loseNextAnswer();
  await expect(tasks.shared.adopt(task)).rejects.toThrow();
  expect(await whenReady(() => tasks.shared.ownerOf(task))).toBe("this");
});

itWithRedis("ends or adopts no task whose owner lives, and lets one replica do it once it is gone", async () => {
  const { redis, first, second } = await replicas();
  const task = await begun(first);
  expect((await second.shared.endLost(task, failed))?.state.status).toBe("working");
  expect(await second.shared.adopt(task)).toBe(false);
  await endLeases(redis);
  expect(await second.shared.adopt(task)).toBe(true);
  expect(await second.shared.ownerOf(task)).toBe("this");
  expect((await first.shared.endLost(task, failed))?.state.status).toBe("working");
  await endLeases(redis);
  expect((await first.shared.endLost(task, failed))?.state).toEqual(failed);
});

itWithRedis("doesn't take an owner for gone that Redis may have kept from saying that it lives", async () => {
  const { url, redis, first, second } = await replicas();
  const task = await begun(first);
  await endLeases(redis);
  expect(await second.shared.ownerOf(task)).toBe("another");
  const { tasks } = connected(url, { times: { leaseMs: 20 } });
  await expect.poll(() => whenReady(() => tasks.shared.ownerOf(task)), patience).toBe("gone");
});

itWithRedis("begins no task beyond a thousand of all replicas, and keeps no result that is too large", async () => {
  const { redis, first, second } = await replicas();
  for (let pid = 0; pid < mostTasks; pid++) await begun(pid % 2 === 0 ? first : second, { ...program, pid });
  expect(await first.begin("a", { ...program, pid: mostTasks })).toBeUndefined();
  const known = await begun(second, { ...program, pid: 7 });
  const large: EndedTaskState = { status: "completed", at: "", result: { content: [{ type: "text", text: "x".repeat(300_000) }] } };
  expect((await first.end(known, large))?.state).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringContaining("serve_output") }] },
  });
  const without = await Promise.all((await redis.keys("{toolgen:*task*")).map((name) => redis.pttl(name)));
  expect(Math.min(...without)).toBeGreaterThan(0);
});

itWithRedis("works with a node of a cluster, which takes no commands for keys of several slots", async () => {
  const { url } = await startRedis(["--cluster-enabled", "yes"]);
  const redis = redisClient(url);
  for (let first = 0; first < 16_384; first += 4096)
    await redis.cluster("ADDSLOTS", ...Array.from({ length: 4096 }, (_, slot) => first + slot));
  const { tasks, used, outputs } = connected(url);
  const task = await whenReady(() => begun(tasks));
  expect((await tasks.end(task, done))?.state).toEqual(done);
  expect(await used.use("x", { since: Date.now() + 1000, until: Date.now() + 60_000 })).toBe(true);
  await outputs.put(
    { id: "1", principal: "a", bytes: Buffer.from("1"), omittedBytes: 0 },
    { ms: 60_000, allBytes: 1 << 20, bytesOfOne: 1 << 20 },
  );
  expect((await outputs.get("1", "a"))?.bytes.toString()).toBe("1");
});

it("takes a replica for gone after 15 seconds, and looks for cancellations each second", () => {
  expect(redisTimes).toEqual({ commandMs: 2000, longestPauseMs: 2000, probeMs: 2000, leaseMs: 15_000, beatMs: 1000 });
});
