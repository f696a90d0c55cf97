import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { repairArguments } from "../../src/call/repair-arguments.js";
import type { CompiledTool } from "../../src/contract/definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/contract/json-value.js";
import { repeat } from "../kit/repeat.js";
import { hostedTool } from "./compiled.js";

const names = ["edit", "read", "write"] as const;
const tools = new Map<string, CompiledTool>();
const tool = (name: string) => tools.get(name) as CompiledTool;

beforeAll(async () => {
  for (const name of names) tools.set(name, await hostedTool(name));
});

/** Paths that are none in Markdown, for what is around those is taken off. */
const path = fc.stringMatching(/^[a-z][a-zA-Z0-9_/.-]{0,20}[a-z0-9]$/);
const element = fc.record({ oldText: fc.string({ minLength: 1 }), newText: fc.string() });
const calls: Readonly<Record<(typeof names)[number], fc.Arbitrary<JsonObject>>> = {
  edit: fc.record({ path, edits: fc.array(element, { maxLength: 3 }) }),
  read: fc.record({ path, offset: fc.integer({ min: 1, max: 99 }), limit: fc.integer({ min: 1, max: 99 }) }, { requiredKeys: ["path"] }),
  write: fc.record({ path, content: fc.string() }),
};
const call = fc.constantFrom(...names).chain((name) => fc.record({ name: fc.constant(name), given: calls[name] }));

type Mutation = (given: JsonObject, tool: CompiledTool, pick: number) => unknown;

const renamedKey = (given: JsonObject, from: string, to: string): JsonObject =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key === from ? to : key, value]));

const mapElements = (given: JsonObject, change: (element: JsonObject) => JsonValue): JsonObject =>
  Array.isArray(given.edits) ? { ...given, edits: given.edits.map((one: JsonValue) => (isJsonObject(one) ? change(one) : one)) } : given;

/** The ways in which models change calls. */
const mutations: Readonly<Record<string, Mutation>> = {
  renamed: (given, { definition }, pick) => {
    const rules = definition.aliases.filter(({ target: [name = ""], ...rule }) => Object.hasOwn(given, name) && rule.names.length > 0);
    const rule = rules[pick % Math.max(1, rules.length)];
    if (rule === undefined) return given;
    const alias = rule.names[pick % rule.names.length] ?? "";
    if (rule.target.length === 1) return renamedKey(given, rule.target[0] ?? "", alias);
    return mapElements(given, (one) => renamedKey(one, rule.target.at(-1) ?? "", alias));
  },
  restyled: (given, _, pick) => {
    const keys = Object.keys(given);
    const key = keys[pick % Math.max(1, keys.length)] ?? "";
    const styles = [key.toUpperCase(), key.charAt(0).toUpperCase() + key.slice(1), key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)];
    return renamedKey(given, key, styles[pick % styles.length] ?? key);
  },
  "restyled in elements": (given) => mapElements(given, (one) => renamedKey(renamedKey(one, "oldText", "OldText"), "newText", "new-text")),
  misspelt: (given, _, pick) => renamedKey(given, "path", ["paht", "pth", "pat"][pick % 3] ?? "paht"),
  stringified: (given) => JSON.stringify(given),
  "stringified twice": (given) => JSON.stringify(JSON.stringify(given)),
  "stringified values": (given) =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, typeof value === "string" || value === null ? value : JSON.stringify(value)]),
    ),
  "stringified elements": (given) => mapElements(given, (one) => JSON.stringify(one)),
  "broken at the end": (given) => JSON.stringify(given).replace(/}$/, ",}"),
  wrapped: (given, _, pick) => ({ [["arguments", "input", "params"][pick % 3] ?? "input"]: given }),
  "in a list": (given) => [given],
  "an element at the top": (given) => {
    if (!Array.isArray(given.edits) || given.edits.length === 0) return given;
    const { edits, ...rest } = given as { edits: JsonObject[] } & JsonObject;
    const last = edits.at(-1) ?? {};
    const before = edits.slice(0, -1);
    if (Object.keys(last).some((key) => Object.hasOwn(rest, key))) return given;
    return { ...rest, ...(before.length === 0 ? {} : { edits: before }), ...last };
  },
  "elements as lists": (given) =>
    mapElements(given, (one) => (one.oldText === undefined || one.newText === undefined ? one : [one.oldText, one.newText])),
  "one element alone": (given) => (Array.isArray(given.edits) && given.edits.length === 1 ? { ...given, edits: given.edits[0] } : given),
  "the path in elements": (given) => mapElements(given, (one) => ({ ...one, path: given.path ?? "" })),
  "a first and a last line": (given) => {
    const { limit, offset, ...rest } = given;
    return typeof limit === "number" && typeof offset === "number" ? { ...rest, start_line: offset, end_line: offset + limit - 1 } : given;
  },
  "a range": (given) => {
    const { limit, offset, ...rest } = given;
    return typeof limit === "number" && typeof offset === "number" ? { ...rest, lines: `${offset}-${offset + limit - 1}` } : given;
  },
  "nulls beside it": (given) => ({ ...given, target: null }),
};

const order = Object.keys(mutations);

/** An element that is there twice is written once at the top: such lists lose a duplicate, and that is what is wanted. */
const hasTwins = ({ edits }: JsonObject) => Array.isArray(edits) && new Set(edits.map((one) => JSON.stringify(one))).size < edits.length;

const manyCalls = repeat({ usual: 2_000, soak: 10_000 });

it("brings thousands of calls that were mutated back to what they were, or refuses them", () => {
  const outcomes = { same: 0, refused: 0 };
  fc.assert(
    fc.property(
      call,
      fc.array(fc.tuple(fc.nat({ max: order.length - 1 }), fc.nat({ max: 999 })), { minLength: 1, maxLength: 3 }),
      (one, ways) => {
        fc.pre(!hasTwins(one.given));
        const sorted = [...ways].sort(([a], [b]) => (wraps(a) ? 1 : 0) - (wraps(b) ? 1 : 0));
        const mutated = sorted.reduce<unknown>((now, [way, pick]) => {
          return isJsonObject(now) ? mutations[order[way] ?? ""]?.(now, tool(one.name), pick) : now;
        }, one.given);
        const repaired = repairArguments(tool(one.name), mutated);
        if (repaired.ok) expect(repaired.params).toEqual(one.given);
        outcomes[repaired.ok ? "same" : "refused"]++;
      },
    ),
    { numRuns: manyCalls },
  );
  // Two mutations of one key can make a call that nothing can be made of; most calls come back.
  expect(outcomes.same).toBeGreaterThan(0.8 * manyCalls);
});

/** The mutations of the whole, which come after those of a part. */
const wraps = (way: number) => ["stringified", "stringified twice", "wrapped", "in a list", "broken at the end"].includes(order[way] ?? "");

it("loses no value without a word", () => {
  const known = names.flatMap((name) =>
    tool(name).definition.aliases.flatMap(({ target, names: others }) => [target.at(-1) ?? "", ...others]),
  );
  const key = fc.oneof(
    fc.constantFrom(...new Set(known), "edits", "diff", "lines", "end_line", "range", "command", "replace_all"),
    fc.string(),
  );
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const value = fc.oneof(leaf, fc.array(leaf, { maxLength: 2 }), fc.array(fc.dictionary(key, leaf, { maxKeys: 3 }), { maxLength: 2 }));
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.dictionary(key, value, { maxKeys: 5 }), (name, given) => {
      const before = JSON.stringify(given);
      const repaired = repairArguments(tool(name), given);
      expect(JSON.stringify(given)).toBe(before);
      if (!repaired.ok) return;
      for (const [one, was] of Object.entries(given)) {
        const kept = Object.hasOwn(repaired.params, one) && JSON.stringify(repaired.params[one]) === JSON.stringify(was);
        const told = repaired.repairs.some(
          ({ from }) => from === one || from.startsWith(`${one}[`) || from.startsWith(`${one}.`) || from === JSON.stringify(one),
        );
        expect([one, kept || told]).toEqual([one, true]);
      }
      expect(repairArguments(tool(name), repaired.params)).toEqual({ ...repaired, repairs: [] });
    }),
    { numRuns: repeat({ usual: 1_000, soak: 5_000 }) },
  );
});

it("throws for nothing", () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.anything({ withNullPrototype: true }), (name, given) => {
      expect(typeof repairArguments(tool(name), given).ok).toBe("boolean");
    }),
    { numRuns: repeat({ usual: 400, soak: 2_000 }) },
  );
});

it("leaves a valid call as it is", () => {
  fc.assert(
    fc.property(call, ({ name, given }) => {
      expect(repairArguments(tool(name), given)).toEqual({ ok: true, params: given, repairs: [] });
    }),
    { numRuns: repeat({ usual: 400, soak: 2_000 }) },
  );
});
