import { expect, it } from "vitest";

import { connected, whenReady } from "./connected.js";
import { startRedis } from "./redis-server.js";

function replicaOf(url: string) {
  const logged: string[] = [];
  return { answers: connected(url, (line) => logged.push(line)).used, logged };
}

const question = () => ({ since: Date.now(), until: Date.now() + 600_000 });

/** Uses an answer as soon as Redis can be asked at all. */
const useWhenReady = ({ answers }: ReturnType<typeof replicaOf>, id: string) => whenReady(() => answers.use(id, question()));

it("takes an answer once, of all replicas", async () => {
  const { url } = await startRedis();
  const replicas = [replicaOf(url), replicaOf(url), replicaOf(url)] as const;
  for (const replica of replicas) await useWhenReady(replica, `first-${Math.random()}`);
  for (let i = 0; i < 50; i++) {
    const about = question();
    const taken = await Promise.all(replicas.map(({ answers }) => answers.use(`id-${i}`, about)));
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(1);
  }
});

it("takes no answer while Redis is away or hangs, and says so", async () => {
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

it("takes no answer to a question that is older than what Redis remembers", async () => {
  const redis = await startRedis();
  const replica = replicaOf(redis.url);
  expect(await useWhenReady(replica, "older")).toBe(true);
  const about = question();
  expect(await replica.answers.use("used", about)).toBe(true);
  expect(await replica.answers.use("used", about)).toBe(false);
  // It comes back without its data: the used answer is forgotten.
  await redis.kill();
  await redis.start();
  expect(await useWhenReady(replica, "newer")).toBe(true);
  expect(await replica.answers.use("used", about)).toBe(false);
  expect(await replica.answers.use("another", about)).toBe(false);
});
