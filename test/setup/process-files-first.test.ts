import { expect, it } from "vitest";
import type { TestSpecification, Vitest } from "vitest/node";
import { ProcessFilesFirst } from "./process-files-first.js";

it("runs files that start many processes before the others, and each group in vitest's own order", async () => {
  const names = [
    "test/lint/lint-model.test.ts",
    "test/tools.d/git-traps.test.ts",
    "test/surface/every-key.test.ts",
    "test/mcp-server/calls.test.ts",
  ];
  const project = { name: "", config: { sequence: { groupOrder: 0 }, isolate: false } };
  const files = names.map((name) => ({ moduleId: new URL(`../../${name}`, import.meta.url).pathname, project }) as TestSpecification);
  const cache = { getFileTestResults: () => undefined, getFileStats: () => undefined };
  const sequencer = new ProcessFilesFirst({ cache, config: { root: "/" } } as unknown as Vitest);
  const sorted = (await sequencer.sort(files)).map((file) => names[files.indexOf(file)]);
  expect(sorted).toEqual([1, 3, 0, 2].map((index) => names[index]));
});
