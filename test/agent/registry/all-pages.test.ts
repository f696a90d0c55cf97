import { expect, it } from "vitest";
import { allPages, type McpConnection } from "../../../src/agent/mcp-connection.js";

const { signal } = new AbortController();

/** A connection whose pages are these. */
function connectionOf(pageOf: (page: number) => object): McpConnection & { readonly asked: () => number } {
  let page = 0;
  return {
    closed: new Promise(() => {}),
    hasTools: true,
    hasParameterHeaders: false,
    request: async () => pageOf(page++),
    diagnosis: () => "",
    close: async () => {},
    asked: () => page,
  };
}

it("stops at a list whose pages together are larger than any memory should hold", async () => {
  const tool = { name: "x", description: "x".repeat(9 << 20) };
  const endless = connectionOf((page) => ({ tools: [tool], nextCursor: `${page}` }));
  await expect(allPages(endless, signal, 1000)).rejects.toThrow("Its list of tools has more than 64 MiB.");
  expect(endless.asked()).toBe(8);
});

it("stops at a list that never ends, and at a cursor that comes again", async () => {
  const endless = connectionOf((page) => ({ tools: [], nextCursor: `${page}` }));
  await expect(allPages(endless, signal, 1000)).rejects.toThrow("more than 1000 pages");
  const same = connectionOf(() => ({ tools: [{ name: "x" }], nextCursor: "again" }));
  expect(await allPages(same, signal, 1000)).toHaveLength(2);
});

it("counts tools too, and reads one that is nested too deeply to be written", async () => {
  let deep: unknown = {};
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  const many = Array.from({ length: 99_999 }, () => ({}));
  const pages = (last: readonly unknown[]) =>
    connectionOf((page) => (page === 0 ? { tools: [deep], nextCursor: "1" } : { tools: [...many, ...last] }));
  expect(await allPages(pages([]), signal, 1000)).toHaveLength(100_000);
  await expect(allPages(pages([{}]), signal, 1000)).rejects.toThrow("Its list has more than 100000 tools.");
});
