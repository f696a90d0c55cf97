import { expect, vi } from "vitest";
import { patience } from "../../kit/eventually.js";
import { connected, itWithRedis, redisClient, startRedis, whenReady } from "./redis-server.js";

function replicaOf(url: string) {
  const logged: string[] = [];
  return { answers: connected(url, { log: (line) => logged.push(line) }).used, logged };
}

const question = () => ({ since: Date.now(), until: Date.now() + 600_000 });

/**
 * Uses an answer as soon as Redis can be asked at all, to a question that isn't older than that. Redis may have taken
 * an answer although it was too late to say so, so each attempt has its own.
 */
function useWhenReady({ answers }: ReturnType<typeof replicaOf>, id: string) {
  let attempt = 0;
  return whenReady(async () => {
    if (!(await answers.use(`${id}-${attempt++}`, question()))) throw new Error("The question is too old.");
    return true;
  });
}

itWithRedis("takes an answer once, of all replicas", async () => {
  const { url } = await startRedis();
  const replicas = [replicaOf(url), replicaOf(url), replicaOf(url)] as const;
  for (const replica of replicas) await useWhenReady(replica, `first-${Math.random()}`);
  for (let i = 0; i < 50; i++) {
    const about = question();
    const taken = await Promise.all(replicas.map(({ answers }) => answers.use(`id-${i}`, about)));
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(1);
  }
});

itWithRedis("takes no answer while Redis is away or hangs, and says so", async () => {
  const redis = await startRedis();
  const replica = replicaOf(redis.url);
  expect(await useWhenReady(replica, "before")).toBe(true);
  redis.signal("SIGSTOP");
  await expect(replica.answers.use("hanging", question())).rejects.toThrow();
  redis.signal("SIGCONT");
  await redis.kill();
  for (let i = 0; i < 5; i++) await expect(replica.answers.use(`away-${i}`, question())).rejects.toThrow();
  expect(replica.logged.at(-1)).toContain("no confirmation is taken");
  await redis.start();
  expect(await useWhenReady(replica, "after")).toBe(true);
  expect(replica.logged.at(-1)).toBe("Redis answers again.");
});

itWithRedis("takes no answer to a question that is older than what Redis remembers", async () => {
  const redis = await startRedis();
  const replica = replicaOf(redis.url);
  expect(await useWhenReady(replica, "older")).toBe(true);
  const about = question();
  // On a busy machine Redis may be too late to refuse.
  const use = (id: string) => whenReady(() => replica.answers.use(id, about));
  expect(await replica.answers.use("used", about)).toBe(true);
  expect(await use("used")).toBe(false);
  // It comes back without its data: the used answer is forgotten.
  await redis.kill();
  await redis.start();
  expect(await useWhenReady(replica, "newer")).toBe(true);
  expect(await use("used")).toBe(false);
  expect(await use("another")).toBe(false);
});

itWithRedis("takes no answer twice from a Redis that comes back with older data", async () => {
  const redis = await startRedis();
  const replica = replicaOf(redis.url);
  expect(await useWhenReady(replica, "older")).toBe(true);
  const about = question();
  await redisClient(redis.url).save();
  expect(await replica.answers.use("used", about)).toBe(true);
  await redis.kill();
  await redis.start();
  expect(await useWhenReady(replica, "newer")).toBe(true);
  expect(await replica.answers.use("used", about)).toBe(false);
  // Without an end of Redis the same set is used.
  expect(await replica.answers.use("newest", question())).toBe(true);
});

itWithRedis("takes no answer twice if a copy takes the place of Redis that lacks the last answers", async () => {
  const [redis, copy] = [await startRedis(), await startRedis()];
  const replica = replicaOf(redis.url);
  expect(await useWhenReady(replica, "older")).toBe(true);
  const about = question();
  const copying = redisClient(copy.url);
  await copying.replicaof("127.0.0.1", Number(new URL(redis.url).port));
  await vi.waitFor(async () => expect(await copying.keys("{toolgen:*:answers")).toHaveLength(1), patience);
  await copying.replicaof("NO", "ONE");
  expect(await replica.answers.use("used", about)).toBe(true);
  const failedOver = replicaOf(copy.url);
  expect(await useWhenReady(failedOver, "newer")).toBe(true);
  expect(await failedOver.answers.use("used", about)).toBe(false);
});

itWithRedis.each(["volatile-random", "allkeys-random"])("takes no answer twice from a Redis that evicts keys (%s)", async (policy) => {
  const { url } = await startRedis();
  const replica = replicaOf(url);
  expect(await useWhenReady(replica, "first")).toBe(true);
  const about = question();
  expect(await replica.answers.use("used", about)).toBe(true);
  const redis = redisClient(url);
  // All keys that may be evicted are, since the memory of Redis itself is more.
  await redis.config("SET", "maxmemory-policy", policy);
  await redis.config("SET", "maxmemory", "1");
  await redis.set("other", 1).catch(() => {});
  if (policy === "allkeys-random") expect(await redis.dbsize()).toBe(0);
  await redis.config("SET", "maxmemory", "0");
  expect(await replica.answers.use("used", about)).toBe(false);
  expect(await replica.answers.use("new", question())).toBe(true);
});

itWithRedis("forgets answers that would be late", async () => {
  const { url } = await startRedis();
  const replica = replicaOf(url);
  await useWhenReady(replica, "first");
  const redis = redisClient(url);
  const before = Date.now();
  for (let i = 0; i < 20; i++) expect(await replica.answers.use(`short-${i}`, question())).toBe(true);
  const [name = ""] = await redis.keys("{toolgen:*answers");
  const [run = "", since = "", first = "", ...others] = await redis.zrange(name, "0", "-1");
  // Ten minutes, and one hour by which clocks may differ.
  const until = Number(await redis.zscore(name, first)) - 4_200_000;
  expect(until).toBeGreaterThanOrEqual(before - 1000);
  expect(until).toBeLessThanOrEqual(Date.now());
  expect([run, since]).toEqual([expect.stringMatching(/^run:\w+$/), "since"]);
  for (const id of others) await redis.zadd(name, String(Date.now() - 1000), id);
  expect(await replica.answers.use("last", question())).toBe(true);
  // The run of Redis, the time since which all are known, and the first and the last answer.
  expect(await redis.zcard(name)).toBe(4);
});

itWithRedis("takes an answer once if a replica's clock is wrong, and no replica's clock keeps others from taking answers", async () => {
  const { url } = await startRedis();
  const replica = replicaOf(url);
  const other = replicaOf(url);
  // The first replica is 11 minutes ahead, which it tells Redis first.
  const ahead = () => ({ since: Date.now() + 660_000, until: Date.now() + 1_260_000 });
  await whenReady(() => replica.answers.use("ahead", ahead()));
  const about = question();
  expect(await other.answers.use("used", about)).toBe(true);
  expect(await replica.answers.use("another", ahead())).toBe(true);
  expect(await other.answers.use("used", about)).toBe(false);
});
