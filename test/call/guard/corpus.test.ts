import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { splitPipeline } from "../../../src/call/split-pipeline.js";

interface Line {
  readonly id: string;
  readonly input: string;
  readonly expected: { readonly strip: boolean; readonly cleaned?: string; readonly pipeline?: string };
}
const lines = readFileSync(new URL("../../corpora/pipelines.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Line => JSON.parse(line));

// All lines come out as expected. None is left alone because its expectation is wrong.
describe("the corpus of pipelines", () => {
  it.each(lines.map((line) => [line.id, line.input, line.expected] as const))("%s: %s", (_, input, expected) => {
    expect(splitPipeline(input)).toMatchObject(expected);
  });
});
