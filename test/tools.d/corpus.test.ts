import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { repairArguments } from "../../src/call/repair-arguments.js";
import type { JsonObject } from "../../src/contract/json-value.js";
import { sentencesOf } from "../call/sentences.js";
import { hostedTool } from "./compiled.js";

interface Line {
  readonly id: string;
  readonly fn: string;
  readonly tag: string;
  readonly input: unknown;
  /** The intended arguments; a line without them must be refused. */
  readonly expected?: JsonObject;
  readonly reject?: string;
}

const lines = readFileSync(new URL("../corpora/arguments.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Line);

it("has calls of every kind", () => {
  expect(lines.length).toBe(115);
  expect(new Set(lines.map(({ fn }) => fn))).toEqual(new Set(["edit", "read", "write"]));
});

it.each(lines.filter(({ expected }) => expected !== undefined))(
  "$id: takes $fn for what was meant ($tag)",
  async ({ fn, input, expected }) => {
    const repaired = repairArguments(await hostedTool(fn), input);
    expect(repaired.ok ? repaired.params : sentencesOf(repaired)).toEqual(expected);
  },
);

it.each(lines.filter(({ expected }) => expected === undefined))("$id: refuses $fn: $reject", async ({ fn, input }) => {
  const repaired = repairArguments(await hostedTool(fn), input);
  expect(repaired.ok ? repaired.params : "refused").toBe("refused");
  expect(repaired.ok ? [] : sentencesOf(repaired)).not.toEqual([]);
});

/** A valid call of each tool of pi. */
const valid: Readonly<Record<string, JsonObject>> = {
  bash: { command: "ls" },
  edit: { path: "a", edits: [{ oldText: "a", newText: "b" }] },
  read: { path: "a" },
  write: { path: "a", content: "x" },
};

const verbs = ["keep", "make", "only", "skip", "with"];
const nouns = ["backup", "newline", "owner", "lock", "checksum", "template", "history", "index"];
const styles: readonly ((verb: string, noun: string) => string)[] = [
  (verb, noun) => `${verb}_${noun}`,
  (verb, noun) => `${verb}-${noun}`,
  (verb, noun) => `${verb}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
  (_, noun) => noun,
];
const unknownKey = fc
  .tuple(fc.constantFrom(...styles), fc.constantFrom(...verbs), fc.constantFrom(...nouns))
  .map(([style, verb, noun]) => style(verb, noun));

it.each(Object.entries(valid))("refuses every key that %s of pi would ignore, by its name", async (name, params) => {
  const tool = await hostedTool(name);
  expect(repairArguments(tool, params).ok).toBe(true);
  const values = fc.jsonValue({ maxDepth: 1 });
  fc.assert(
    fc.property(unknownKey, values, fc.boolean(), (key, value, isFirst) => {
      const repaired = repairArguments(tool, isFirst ? { [key]: value, ...params } : { ...params, [key]: value });
      expect(repaired.ok ? repaired.params : sentencesOf(repaired)).toContainEqual(expect.stringContaining(`\`${key}\``));
    }),
    { numRuns: 100 },
  );
});

it.each(Object.entries(valid))("drops what says nothing about the work of %s", async (name, params) => {
  const repaired = repairArguments(await hostedTool(name), { ...params, description: "why", explanation: "because" });
  expect(repaired.ok && repaired.params).toEqual(params);
});
