import { expect, it } from "vitest";
import { contentHash, openTextStore } from "../../src/compiler/text-caches.js";
import { memoryHost } from "../kit/memory-host.js";

const open = (host: ReturnType<typeof memoryHost>, build = "one") => openTextStore(host, { name: "texts", build });
const keys = Array.from({ length: 100 }, (_, i) => contentHash(String(i)));
const textOf = (key: string) => JSON.stringify(`„${key}“\tand\n`);

async function filled() {
  const host = memoryHost({});
  const texts = await open(host);
  for (const key of keys) texts.set(key, textOf(key));
  await texts.save({ forget: true });
  return host;
}

it("keeps texts for the next build by the same compiler, and for no other", async () => {
  const host = await filled();
  const [again, other] = [await open(host), await open(host, "two")];
  expect(keys.map((key) => again.get(key))).toEqual(keys.map(textOf));
  expect(keys.filter((key) => other.has(key))).toEqual([]);
  expect(again.get(contentHash("nothing"))).toBeUndefined();
});

it("writes only the files of texts that came or went", async () => {
  const host = await filled();
  const before = new Map(host.files);
  const [gone, ...stay] = keys;
  const texts = await open(host);
  for (const key of stay) texts.has(key);
  texts.set(contentHash("new"), '"new"');
  await texts.save({ forget: true });
  const written = [...host.files].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  expect(written.length).toBeLessThanOrEqual(2);
  expect(before.size).toBeGreaterThan(10);
  const again = await open(host);
  expect([again.has(gone ?? ""), again.get(contentHash("new")), stay.every((key) => again.get(key) === textOf(key))]).toEqual([
    false,
    '"new"',
    true,
  ]);
});

it("forgets nothing where it is not to, and writes nothing where nothing is new", async () => {
  const host = await filled();
  const before = new Map(host.files);
  await (await open(host)).save({ forget: false });
  const texts = await open(host);
  for (const key of keys) texts.get(key);
  await texts.save({ forget: true });
  expect(host.files).toEqual(before);
});

it("doesn't read a file that a killed build was writing, and removes it", async () => {
  const host = await filled();
  const [path = "", text = ""] = [...host.files].find(([path]) => path.includes("/texts/")) ?? [];
  const before = new Map(host.files);
  host.files.set(`${path}.toolgen-tmp`, text.slice(0, 90));
  const texts = await open(host);
  expect(keys.every((key) => texts.get(key) === textOf(key))).toBe(true);
  await texts.save({ forget: true });
  expect(host.files).toEqual(before);
});

it("reads what is left of a file that was cut off, line by line", async () => {
  const host = await filled();
  for (const [path, text] of host.files) if (path.includes("/texts/")) host.files.set(path, text.slice(0, -2));
  const texts = await open(host);
  const found = keys.filter((key) => texts.has(key));
  expect(found.length).toBeGreaterThan(50);
  expect(found.length).toBeLessThan(100);
  expect(found.every((key) => texts.get(key) === textOf(key))).toBe(true);
});

it("lets go of its texts when they are saved", async () => {
  const texts = await open(await filled());
  const [key = ""] = keys;
  expect(texts.has(key)).toBe(true);
  await texts.save({ forget: true });
  expect(texts.has(key)).toBe(false);
});
