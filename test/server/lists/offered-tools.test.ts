import { expect, it } from "vitest";
import { foundOnce, offeredTools } from "../../../src/server/lists/offered-tools.js";
import type { ServedLists } from "../../../src/server/lists/served-lists.js";
import type { ServedToolSource } from "../../../src/server/tool-source.js";

const listed = (names: readonly string[]) => names.map((name) => ({ name, inputSchema: { type: "object" as const } }));

/** A source whose list is the same object until it changes, as `parsedLists` has it. */
function sourceOf(...first: readonly string[]) {
  const counts = { names: 0, found: [] as string[][] };
  const now = { names: first, list: listed(first), groups: { toolsets: { both: ["a", "b"] }, companions: {} } };
  const source = {
    names: () => {
      counts.names++;
      return now.names;
    },
    groups: () => now.groups,
    find: (_name: string, hidden: ReadonlySet<string> = new Set()) => {
      counts.found.push([...hidden]);
      return { ok: false, message: "" };
    },
  } as unknown as ServedToolSource;
  const lists = { tools: () => now.list } as unknown as ServedLists;
  return { source, lists, counts, now };
}

it("selects once for all requests with the same selection, and again after a build", () => {
  const { source, lists, counts, now } = sourceOf("a", "b", "c");
  const offered = () => offeredTools(source, lists, [{ toolsets: ["both"] }]);
  for (let i = 0; i < 3; i++) {
    expect(offered().list("canonical")).toEqual(listed(["a", "b"]));
    offered().find("c");
  }
  expect(counts).toEqual({ names: 1, found: [["c"], ["c"], ["c"]] });
  now.groups = { toolsets: { both: ["a"] } as never, companions: {} };
  expect(offered().list("canonical")).toEqual(listed(["a"]));
  now.names = ["a", "d"];
  now.list = listed(now.names);
  offered().find("d");
  expect(counts).toMatchObject({ names: 3, found: [["c"], ["c"], ["c"], ["d"]] });
});

it("keeps selections apart, of which a caller can name any number", () => {
  const { source, lists, counts } = sourceOf("a", "b", "c");
  for (let i = 0; i < 200; i++) offeredTools(source, lists, [{ tools: ["a", `x${i}`] }]).find("b");
  expect(offeredTools(source, lists, [{ tools: ["b"] }]).list("open")).toEqual(listed(["b"]));
  expect(counts.names).toBe(201);
  offeredTools(source, lists, [{ tools: ["a", "x199"] }]).find("b");
  offeredTools(source, lists, [{ tools: ["a", "x0"] }]).find("b");
  expect(counts.names).toBe(202);
});

it("finds a tool once for a request, however often it is asked for", () => {
  const { source, lists, counts } = sourceOf("a", "b");
  const offered = foundOnce(offeredTools(source, lists, []));
  expect(offered.find("a")).toBe(offered.find("a"));
  offered.find("b");
  expect(counts.found).toEqual([[], []]);
});
