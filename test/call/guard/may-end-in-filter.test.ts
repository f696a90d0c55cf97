import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { mayEndInFilter } from "../../../src/call/build-command.js";
import { extractors } from "../../../src/call/filter-options.js";
import { splitPipeline } from "../../../src/call/split-pipeline.js";

const may = (command: string) => mayEndInFilter(command, extractors);

it("rules out commands in which no filter follows a pipe, so that the parser isn't loaded", () => {
  const none = ["npm test", "npm test || echo no", "ls | xargs rm", "grep FAIL log", "head -3 log | xargs -n1 x-head", ""];
  expect(none.map(may)).toEqual(none.map(() => false));
});

it("rules out no command that ends in filters, however their names are quoted", () => {
  const { length } = [
    ..."a | head,a | \\head,a | 'he'ad,a | \"head\" -3,a | he\\\nad,a | $'\\x68ead',a | he$\"ad\",a|head,a |& tail,a | less".split(","),
    ...readFileSync(new URL("../../corpora/pipelines.jsonl", import.meta.url), "utf8")
      .trim()
      .split("\n")
      .map((line): string => JSON.parse(line).input),
  ]
    .filter((command) => splitPipeline(command).strip)
    .filter((command) => {
      expect([command, may(command)]).toEqual([command, true]);
      return true;
    });
  expect(length).toBeGreaterThan(50);
});

it("reads a long command in linear time", () => {
  // Quadratic work on a megabyte would not end within the time limit of a test.
  expect(may(`a ${"| b '\\\n".repeat(200_000)}`)).toBe(false);
});
