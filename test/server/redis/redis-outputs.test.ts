import { expect } from "vitest";
import { OutputStore, type OutputStoreOptions } from "../../../src/server/state/output-store.js";
import { patience } from "../../kit/eventually.js";
import { connected, itWithRedis, redisClient, startRedis, whenReady } from "./redis-server.js";

const output = (text: string | Buffer) => ({ toolName: "list_all", stream: "stdout" as const, bytes: Buffer.from(text), env: {} });

/** The outputs of two replicas, and the Redis that they share. */
async function replicas(options: OutputStoreOptions = {}) {
  const { url, kill } = await startRedis();
  const states = [connected(url), connected(url)] as const;
  for (const { outputs } of states) await whenReady(() => outputs.get("none", ""));
  const redis = redisClient(url);
  const [writer, reader] = [
    new OutputStore({ ...options, shared: states[0].outputs }),
    new OutputStore({ ...options, shared: states[1].outputs }),
  ];
  const keep = async (principal: string, text: string | Buffer) => {
    const { uri } = writer.keep(principal, output(text));
    await writer.share(uri);
    return uri;
  };
  const read = async (uri: string, principal: string) => (await reader.find(uri, principal))?.content();
  return { url, redis, keep, read, writer, reader, kill };
}

itWithRedis("gives an output of another replica to its caller alone", async () => {
  const { url, keep, read } = await replicas();
  const uri = await keep("alice", "all of it");
  expect(await read(uri, "alice")).toEqual({ text: "all of it" });
  expect([await read(uri, "bob"), await read(uri, ""), await read("toolgen-output://other", "alice")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const bytes = Buffer.from([0xff, 0xfe, 0]);
  expect(await read(await keep("", bytes), "")).toEqual({ blob: bytes.toString("base64") });
  const stranger = connected(url, { ownKey: Buffer.alloc(32, "x") });
  expect(await whenReady(() => stranger.outputs.get(uri.replace(/^.*\//, ""), "alice"))).toBeUndefined();
});

itWithRedis("says by how much an output of another replica was cut", async () => {
  const { keep, read } = await replicas({ maxBytes: 4 });
  expect(await read(await keep("a", "123456"), "a")).toEqual({ text: expect.stringMatching(/^1234\n\[2 bytes left out here: /) });
});

itWithRedis("makes room in Redis by the oldest: of the same caller first, then of all", async () => {
  const room = (entries: number) => entries * 1124;
  const { keep, read } = await replicas({ allBytes: room(3), bytesOfOne: room(2) });
  const kept: (readonly [uri: string, principal: string])[] = [];
  const add = async (principal: string) => kept.push([await keep(principal, "x".repeat(100)), principal]);
  const found = () => Promise.all(kept.map(async ([uri, principal]) => (await read(uri, principal)) !== undefined));
  for (const principal of ["a", "a", "b"]) await add(principal);
  expect(await found()).toEqual([true, true, true]);
  await add("a");
  expect(await found()).toEqual([false, true, true, true]);
  await add("c");
  expect(await found()).toEqual([false, false, true, true, true]);
});

itWithRedis("leaves nothing in Redis once outputs have expired", async () => {
  const long = await replicas();
  await long.keep("a", "1");
  const names = await long.redis.keys("{toolgen:*output*");
  expect(names).toHaveLength(4);
  for (const name of names) expect(await long.redis.pttl(name)).toBeGreaterThan(0);
  const short = await replicas({ ms: 200 });
  const uri = await short.keep("a", "1");
  await expect.poll(() => short.redis.keys("{toolgen:*output*"), patience).toEqual([]);
  expect(await short.read(uri, "a")).toBe(undefined);
});

itWithRedis("reads its own outputs while Redis is away, and doesn't know about others", async () => {
  const { keep, writer, reader, kill } = await replicas();
  const uri = await keep("a", "1");
  await kill();
  expect((await writer.find(uri, "a"))?.content()).toEqual({ text: "1" });
  await expect(reader.find(uri, "a")).rejects.toThrow(expect.objectContaining({ name: "SharedStateError" }));
  await expect(keep("a", "2")).resolves.toMatch(/^toolgen-output:/);
});

itWithRedis("sends a Redis that hangs a bounded number of bytes, and connects again", async () => {
  const { url, signal } = await startRedis();
  const { outputs } = connected(url);
  await whenReady(() => outputs.get("none", ""));
  const limits = { ms: 60_000, allBytes: 64 << 20, bytesOfOne: 64 << 20 };
  const put = (id: string) => outputs.put({ id, principal: "a", bytes: Buffer.alloc(4 << 20), omittedBytes: 0 }, limits);
  signal("SIGSTOP");
  const earlier = [1, 2, 3, 4].map((id) => put(`${id}`).catch((error: Error) => error.message));
  await expect(put("5")).rejects.toThrow("too slow");
  expect(new Set(await Promise.all(earlier)).has("Redis is too slow for this output.")).toBe(false);
  signal("SIGCONT");
  await whenReady(() => put("6"));
  expect((await outputs.get("6", "a"))?.bytes.length).toBe(4 << 20);
});
