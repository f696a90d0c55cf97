import { readFileSync } from "node:fs";
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
