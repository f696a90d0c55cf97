import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { OutputFile } from "../../../src/compiler/output-file.js";
import { sha256 } from "../../../src/compiler/write/manifest.js";
import { applyPlan, planWrites } from "../../../src/compiler/write-plan.js";
import { COMPILER, outputFiles, project } from "./output-folder.js";

const outputs = { "a.json": "{}\n", "bin/a.cjs": "a\n", "bin/b.cjs": "b\n" };
const everything = { has: () => true };

/** Plans for these files, and tells which were read. */
async function planned(files: readonly OutputFile[], untouched: { has(path: string): boolean }) {
  const made = project();
  await made.build(outputs);
  const read: string[] = [];
  const noting = (path: string) => {
    read.push(path);
    return made.host.read(path);
  };
  const host = { ...made.host, read: noting };
  const [result, problems] = await planWrites(host, { output: "generated", files, compiler: COMPILER, untouched });
  expect(problems).toEqual([]);
  return { ...result, updated: result.update.map(({ path }) => path), read: read.filter((path) => !path.endsWith("manifest.json")), made };
}

it("reads nothing that the last build left as its manifest says", async () => {
  const { unchanged, updated, manifest, read } = await planned(outputFiles(outputs), everything);
  expect({ unchanged, updated, manifest, read }).toEqual({ unchanged: Object.keys(outputs), updated: [], manifest: undefined, read: [] });
});

it("writes outputs that differ from the manifest", async () => {
  const { unchanged, updated, manifest, read } = await planned(outputFiles({ ...outputs, "bin/a.cjs": "A\n" }), everything);
  expect({ unchanged, updated, read }).toEqual({ unchanged: ["a.json", "bin/b.cjs"], updated: ["bin/a.cjs"], read: [] });
  expect(manifest).toContain(`"bin/a.cjs": "${sha256("A\n")}"`);
});

it("reads what was touched, and everything where the manifest was", async () => {
  const touched = (...paths: readonly string[]) => ({ has: (path: string) => !paths.includes(path) });
  expect((await planned(outputFiles(outputs), touched("generated/bin/b.cjs"))).read).toEqual(["generated/bin/b.cjs"]);
  const all = await planned(outputFiles(outputs), touched("generated/.toolgen-manifest.json"));
  expect(all.read).toEqual(Object.keys(outputs).map((path) => `generated/${path}`));
});

it("asks no text of a file whose hash is known, and believes a hash only where the manifest has it too", async () => {
  const file = (path: string, sha: string, text: () => string): OutputFile => ({
    path,
    executable: false,
    sha256: sha,
    get text() {
      return text();
    },
  });
  const nobody = () => {
    throw new Error("nobody needs this text");
  };
  const files = [file("a.json", sha256("{}\n"), nobody), file("bin/a.cjs", sha256("a\n"), nobody), file("bin/b.cjs", "wrong", () => "b\n")];
  const { unchanged, updated, manifest, made } = await planned(files, everything);
  expect({ unchanged, updated, manifest }).toEqual({ unchanged: ["a.json", "bin/a.cjs"], updated: ["bin/b.cjs"], manifest: undefined });
  expect(readFileSync(join(made.root, "generated/.toolgen-manifest.json"), "utf8")).toContain(sha256("b\n"));
});

it("keeps no hash of a file that tools share, and reads it", async () => {
  const files = outputFiles(outputs).map((file) => (file.path === "a.json" ? { ...file, shared: true as const } : file));
  const { made, manifest } = await planned(files, everything);
  expect(manifest).toContain('"a.json": null,');
  made.put("generated/.toolgen-manifest.json", manifest ?? "");
  made.put("generated/a.json", "[]\n");
  const [result] = await planWrites(made.host, { output: "generated", files, compiler: COMPILER, untouched: everything });
  expect(result).toMatchObject({ update: [{ path: "a.json" }], manifest: undefined });
});

it("renders a new file once, for its text and its hash, and keeps neither's cached value", async () => {
  const { host } = project();
  let rendered = 0;
  const file: OutputFile = {
    path: "a.json",
    executable: false,
    sha256: "wrong",
    get text() {
      rendered += 1;
      return "{}\n";
    },
  };
  const [plan] = await planWrites(host, { output: "generated", files: [file], compiler: COMPILER });
  expect(rendered).toBe(0);
  expect((await applyPlan(host, plan))[1]).toEqual([]);
  expect({ rendered, manifest: plan.manifest }).toEqual({ rendered: 1, manifest: expect.stringContaining(sha256("{}\n")) });
});
