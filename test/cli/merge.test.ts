import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { diagnoseOutputs } from "../../src/cli/doctor/diagnose-project.js";
import type { Finding } from "../../src/cli/doctor/finding.js";
import { compile } from "../../src/compiler/compile.js";
import type { OutputFile } from "../../src/compiler/output-file.js";
import { applyPlan, findStaleOutputs, isUpToDate, planWrites, type WritePlan } from "../../src/compiler/write-plan.js";
import { nodeHost } from "../../src/contract/node-host.js";
import { assets } from "../kit/compiled.js";
import { git } from "../kit/git.js";
import { projectOf } from "../kit/project.js";
import { temporaryCopy } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";

const spec = (name: string, word = "text") => `name: ${name}
description: Prints ${name}.
kind: read
schema:
  properties:
    text: { type: string, description: The ${word}. }
    more: { type: string, description: More. }
    last: { type: string, description: The last ${word === "end" ? "end" : "text"}. }
command: [echo, "{{text}}", "{{more}}", "{{last}}"]
`;

/** Changes of specs, by the names of tools; `undefined` deletes a spec. */
type Change = Readonly<Record<string, string | undefined>>;

const shared = ["bin/tools.json", "gemini/discovery.json", "gemini/policies.toml", "tools/index.ts"].map((path) => `generated/${path}`);
const lists = ["generated/bin/tools.json", "generated/gemini/discovery.json"];

let base: Promise<string> | undefined;

/** A repository whose one commit has four tools, built. */
async function repository(): Promise<string> {
  const folder = projectOf({ ".gitignore": ".toolgen/\n" });
  git(folder, "init", "--quiet", "--initial-branch=main");
  await commit(folder, Object.fromEntries(["alpha", "golf", "mike", "zulu"].map((name) => [name, spec(name)])));
  return folder;
}

/** A repository with two branches, each of which made a change of its specs and built; the one is checked out. */
async function branches(one: Change, other: Change): Promise<string> {
  base ??= repository();
  const folder = temporaryCopy(await base);
  git(folder, "checkout", "--quiet", "-b", "other");
  await commit(folder, other);
  git(folder, "checkout", "--quiet", "-b", "one", "main");
  await commit(folder, one);
  return folder;
}

async function commit(folder: string, change: Change): Promise<void> {
  mkdirSync(join(folder, "tools.d"), { recursive: true });
  for (const [name, text] of Object.entries(change)) {
    const path = join(folder, `tools.d/${name}.yaml`);
    if (text === undefined) rmSync(path);
    else writeFileSync(path, text);
  }
  await build(folder);
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message=a change");
}

/** Merges the other branch, and answers the paths that Git couldn't merge. */
function merge(folder: string): readonly string[] {
  try {
    git(folder, "merge", "--quiet", "--no-edit", "other");
  } catch {
    // Conflicts, which are asked for next.
  }
  return git(folder, "diff", "--name-only", "--diff-filter=U").split("\n").filter(Boolean);
}

const known = new Map<string, readonly OutputFile[]>();

/** The outputs of a project, compiled once for the same specs. */
async function outputsOf(folder: string): Promise<readonly OutputFile[]> {
  const specs = join(folder, "tools.d");
  const key = JSON.stringify(readdirSync(specs).map((name) => [name, readFileSync(join(specs, name), "utf8")]));
  const [{ files }, diagnostics] = known.has(key) ? [{ files: known.get(key) ?? [] }, []] : await compile(nodeHost(folder), assets);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  known.set(key, files);
  return files;
}

const planned = async (folder: string) =>
  planWrites(nodeHost(folder), { output: "generated", files: await outputsOf(folder), compiler: "0.1.0" });

async function build(folder: string): Promise<WritePlan> {
  const [steps, obstacles] = await planned(folder);
  expect(obstacles.map(({ message }) => message)).toEqual([]);
  expect((await applyPlan(nodeHost(folder), steps))[1]).toEqual([]);
  return steps;
}

/** As `toolgen doctor` judges the outputs. */
async function examined(folder: string): Promise<Finding> {
  const [steps, obstacles] = await planned(folder);
  return diagnoseOutputs("generated", { obstacles, drift: findStaleOutputs(steps), command: "toolgen" });
}

const cases: Readonly<Record<string, { one: Change; other: Change; conflicts: readonly string[] }>> = {
  "each add a tool at different places": { one: { november: spec("november") }, other: { bravo: spec("bravo") }, conflicts: [] },
  "each add a tool at the same place": { one: { oscar: spec("oscar") }, other: { november: spec("november") }, conflicts: shared },
  "each add a tool at the end": { one: { zzz: spec("zzz") }, other: { zyx: spec("zyx") }, conflicts: shared },
  "delete and add tools at different places": { one: { alpha: undefined }, other: { november: spec("november") }, conflicts: [] },
  "delete a tool and add one beside it": { one: { golf: undefined }, other: { bravo: spec("bravo") }, conflicts: shared },
  "rename a tool and add one beside it": {
    one: { mike: undefined, mika: spec("mika") },
    other: { november: spec("november") },
    conflicts: shared.filter((path) => !path.endsWith("bin/tools.json")),
  },
  "change different tools": { one: { alpha: spec("alpha", "word") }, other: { zulu: spec("zulu", "word") }, conflicts: [] },
};

it.each(Object.entries(cases))("merges branches that %s, and one build leaves what doctor finds right", async (_, given) => {
  const folder = await branches(given.one, given.other);
  const conflicts = merge(folder);
  expect(conflicts).toEqual(given.conflicts);
  const before = await examined(folder);
  if (conflicts.length === 0) return expect(before.status).toBe("ok");

  expect(before).toMatchObject({ status: "error", help: expect.stringContaining("`toolgen build && git add generated`") });
  expect((await build(folder)).conflicts).toEqual(conflicts.map((path) => path.replace("generated/", "")));
  git(folder, "add", "generated");
  expect(git(folder, "status", "--porcelain").match(/^(?:U.|.U|AA|DD)/gm)).toBeNull();
  expect((await examined(folder)).status).toBe("ok");
});

it("merges two changes of one tool once its spec is merged", async () => {
  const end = spec("alpha", "end").replace("The end.", "The text.");
  const folder = await branches({ alpha: spec("alpha", "word") }, { alpha: end });
  expect(merge(folder)).toEqual(expect.arrayContaining([...lists]));
  await build(folder);
  git(folder, "add", "generated");
  expect(readFileSync(join(folder, "generated/tools/alpha.ts"), "utf8")).toMatch(/The word\.[\s\S]*The last end\./);
  expect(await examined(folder)).toMatchObject({ status: "ok" });
});

it("deletes the outputs of a tool that one side deleted and the other changed", async () => {
  const folder = await branches({ golf: undefined }, { golf: spec("golf", "word") });
  expect(merge(folder)).toEqual(expect.arrayContaining(["generated/tools/golf.ts", "tools.d/golf.yaml"]));
  git(folder, "rm", "--quiet", "tools.d/golf.yaml");
  expect((await build(folder)).remove).toEqual(["tools/golf.ts"]);
  git(folder, "add", "generated");
  expect(git(folder, "status", "--porcelain")).toBe("");
  expect(await examined(folder)).toMatchObject({ status: "ok" });
});

it("names the conflicts in --check, and resolves them in a build that says how to tell Git", async () => {
  const folder = await branches({ oscar: spec("oscar") }, { november: spec("november") });
  merge(folder);
  const [steps] = await planned(folder);
  expect(findStaleOutputs(steps).map(({ code, path }) => `${code} ${path}`)).toEqual(shared.map((path) => `output-conflict ${path}`));
  const { status, stdout } = toolgen(folder, ["build"]);
  expect(status).toBe(0);
  expect(stdout).toContain(`Resolved the merge conflicts of ${shared.length} files; 'git add generated' marks them as resolved.\n`);
});

it.each(["merge", "diff3"])(
  "reads a manifest in which Git left markers in the style %s, and deletes what either side wrote",
  async (style) => {
    const folder = await branches({ golf: undefined, oscar: spec("oscar") }, { november: spec("november") });
    // As before the folder said how its manifest is merged, and where a host merges without asking for that.
    git(folder, "config", "merge.conflictStyle", style);
    writeFileSync(join(folder, ".git/info/attributes"), "generated/.toolgen-manifest.json merge=text\n");
    expect(merge(folder)).toContain("generated/.toolgen-manifest.json");
    for (const name of ["oscar", "november"]) rmSync(join(folder, `tools.d/${name}.yaml`));
    expect((await examined(folder)).message).toContain("generated/.toolgen-manifest.json");
    expect((await build(folder)).remove).toEqual(
      ["november", "oscar"].map((name) => `bin/tools/${name}.cjs`).concat(["november", "oscar"].map((name) => `tools/${name}.ts`)),
    );
    expect(isUpToDate((await planned(folder))[0])).toBe(true);
  },
);

it("gives the same advice as a build if the manifest is lost or truncated", async () => {
  const folder = await branches({ golf: undefined }, { zulu: undefined });
  const manifest = join(folder, "generated/.toolgen-manifest.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").slice(0, 300));
  expect(await examined(folder)).toMatchObject({ status: "error", help: expect.stringContaining("delete the whole output folder") });
  rmSync(manifest);
  writeFileSync(join(folder, "tools.d/alpha.yaml"), spec("alpha", "word"));
  expect(await examined(folder)).toMatchObject({ status: "error", help: expect.stringContaining("delete the whole output folder") });
  rmSync(join(folder, "generated"), { recursive: true });
  await build(folder);
  expect(await examined(folder)).toMatchObject({ status: "ok" });
});
