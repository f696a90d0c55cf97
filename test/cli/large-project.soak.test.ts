import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { stringify } from "yaml";
import { temporaryFolder } from "../kit/temporary-folder.js";
import type { Answer } from "../kit/toolgen.js";
import { toolgenProcess } from "../kit/toolgen-process.js";
import { differing, lookAtAll } from "./written.js";

interface Specs {
  toolName(number: number): string;
  toolSpec(number: number): object;
}
const { toolName, toolSpec }: Specs = await import(new URL("../bench/projects.mjs", import.meta.url).href);

const size = 5000;
const specFile = (number: number) => `tools.d/${toolName(number).replaceAll("_", "-")}.yaml`;

let folder: string;
let first: Answer;
beforeAll(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "tools.d"));
  for (let number = 1; number <= size; number++) writeFileSync(join(folder, specFile(number)), stringify(toolSpec(number)));
  first = toolgenProcess(folder, ["build"]);
});

it("builds 5,000 specs, and the second time writes no byte", () => {
  expect([first.status, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toMatch(/^5000 tools: \d+ created, 0 unchanged, in /);
  const before = lookAtAll(folder);
  for (let number = 1; number <= size; number++) {
    const outputs = [`bin/tools/${toolName(number)}.cjs`, `tools/${toolName(number).replaceAll("_", "-")}.ts`];
    expect(outputs.filter((path) => !before.has(`generated/${path}`))).toEqual([]);
  }
  const second = toolgenProcess(folder, ["build"]);
  expect([second.status, second.stderr]).toEqual([0, ""]);
  expect(second.stdout).toMatch(/^5000 tools, nothing changed: \d+ files below generated up to date, in /);
  expect(differing(before, lookAtAll(folder))).toEqual([]);
});

it("tells a mistake in spec 1,234 as one diagnostic, at its place, writes nothing, and goes on where it was", () => {
  const right = stringify(toolSpec(1234));
  const [above = ""] = right.split("limit}}");
  const [line, column] = [above.split("\n").length, above.length - above.lastIndexOf("\n")];
  writeFileSync(join(folder, specFile(1234)), right.replace("{{limit}}", "{{limt}}"));
  const before = lookAtAll(folder);

  const built = toolgenProcess(folder, ["build"]);
  expect([built.status, built.stdout]).toEqual([1, ""]);
  const place = `${specFile(1234)}:${line}:${column}`;
  expect(built.stderr.split("\n")[0]).toBe(`${place} - error unknown-name: 'limt' means nothing here. Did you mean 'limit'?`);
  expect([built.stderr.match(/ - (?:error|warning) /g), built.stderr.trimEnd().split("\n").at(-2)]).toEqual([[" - error "], "1 error"]);
  // The lock of the build came and went.
  expect(differing(before, lookAtAll(folder))).toEqual([".toolgen/cache"]);

  // Knows of the build what that knew.
  const checked = toolgenProcess(folder, ["check", "--format", "json"]);
  expect([checked.status, checked.stderr]).toEqual([1, ""]);
  expect(JSON.parse(checked.stdout)).toEqual([
    {
      code: "unknown-name",
      severity: "error",
      message: expect.stringContaining("'limt'"),
      file: specFile(1234),
      line,
      column,
      help: expect.any(String),
    },
  ]);

  writeFileSync(join(folder, specFile(1234)), right);
  expect(toolgenProcess(folder, ["build"])).toMatchObject({
    status: 0,
    stderr: "",
    stdout: expect.stringMatching(/^5000 tools, nothing changed: /),
  });
  const [stamp, theSpec] = [[".toolgen/cache", ".toolgen/cache/sources", ".toolgen/cache/stamp"], specFile(1234)];
  expect(differing(before, lookAtAll(folder))).toEqual([...stamp, theSpec]);
});
