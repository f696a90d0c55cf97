import { unlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findStaleOutputs, planWrites } from "../../src/compiler/write-plan.js";
import { COMPILER, type Outputs, outputFiles, project } from "./write/output-folder.js";

const outputs = { a: "1", "b/c": "1", "*d": "1" };

type Project = ReturnType<typeof project>;

async function found({ host }: Project, wanted: Outputs, compiler = COMPILER): Promise<readonly string[]> {
  const [planned, problems] = await planWrites(host, { output: "generated", files: outputFiles(wanted), compiler });
  expect(problems).toEqual([]);
  return findStaleOutputs(planned).map(({ code, message }) => `${code}: ${message}`);
}

it("finds nothing after a build", async () => {
  const built = project();
  await built.build(outputs);
  expect(await found(built, outputs)).toEqual([]);
});

it("names every file that is missing, changed or left over, by path", async () => {
  const built = project();
  await built.build({ ...outputs, old: "1" });
  built.put("generated/a", "edited");
  unlinkSync(join(built.root, "generated/b/c"));
  expect(await found(built, outputs)).toEqual([
    "output-changed: 'generated/a' is not what the specs produce.",
    "output-missing: 'generated/b/c' is missing.",
    "output-extra: 'generated/old' is no longer produced by any spec.",
  ]);
});

it("names everything as missing where nothing was built", async () => {
  expect(await found(project(), { a: "1" })).toEqual(["output-missing: 'generated/a' is missing."]);
});

it("says first that another version wrote the folder", async () => {
  const built = project();
  await built.build(outputs);
  expect(await found(built, { ...outputs, a: "2" }, "1.1.0")).toEqual([
    "other-compiler: The outputs were written by toolgen 1.0.0, this is toolgen 1.1.0.",
    "output-changed: 'generated/a' is not what the specs produce.",
  ]);
  expect(await found(built, outputs, "1.1.0")).toEqual([
    "other-compiler: The outputs were written by toolgen 1.0.0, this is toolgen 1.1.0.",
  ]);
});

it("finds a manifest or journal that is not as a build leaves it", async () => {
  const built = project();
  await built.build(outputs);
  const manifest = built.text("generated/.toolgen-manifest.json");
  built.put("generated/.toolgen-manifest.json", manifest.replace(/[0-9a-f]{64}/, "0".repeat(64)));
  expect(await found(built, outputs)).toEqual(["output-changed: 'generated/.toolgen-manifest.json' is not what the specs produce."]);
  unlinkSync(join(built.root, "generated/.toolgen-manifest.json"));
  expect(await found(built, outputs)).toEqual(["output-missing: 'generated/.toolgen-manifest.json' is missing."]);
  built.put("generated/.toolgen-manifest.json", manifest);
  built.put("generated/.toolgen-journal.json", '{"version":1,"creating":[]}');
  expect(await found(built, outputs)).toEqual(["output-extra: 'generated/.toolgen-journal.json' is no longer produced by any spec."]);
});
