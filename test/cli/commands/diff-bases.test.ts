import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { git } from "../../kit/git.js";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { program, toolgen, uncoloured } from "../../kit/toolgen.js";

const tool = (name: string, max = 9) => `name: ${name}
description: Shows a file.
kind: read
risk: safe
schema: { type: object, properties: { max: { type: integer, maximum: ${max} } } }
command: [head, "--lines={{max}}"]
`;

function commit(folder: string, message = "more"): void {
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", `--message=${message}`);
}

/** A branch `feature` that changed the tool `one`, and `main`, which has got the tool `two` since. */
function parted(): string {
  const folder = projectOf({ "toolgen.yaml": "version: 1\n", "tools.d/one.yaml": tool("one"), ".gitignore": "node_modules\n.toolgen\n" });
  git(folder, "init", "--quiet", "--initial-branch=main");
  commit(folder);
  git(folder, "checkout", "--quiet", "-b", "feature");
  writeFileSync(join(folder, "tools.d/one.yaml"), tool("one", 10));
  commit(folder);
  git(folder, "checkout", "--quiet", "main");
  writeFileSync(join(folder, "tools.d/two.yaml"), tool("two"));
  commit(folder);
  git(folder, "checkout", "--quiet", "feature");
  return folder;
}

it("compares a branch with its merge base, and says so", () => {
  const folder = parted();
  const base = git(folder, "merge-base", "main", "HEAD").slice(0, 10);
  for (const revision of ["main", "main...HEAD", "main...", "main...feature"]) {
    const { status, stdout } = toolgen(folder, ["diff", revision, "--exit-code"]);
    expect([status, stdout], revision).toEqual([
      0,
      expect.stringContaining(`The base is the merge base, ${base}: later changes of main don't count.`),
    ]);
    expect(stdout).not.toContain("two");
  }
  // The tip itself, where main's new tool is missing.
  expect(toolgen(folder, ["diff", "main..HEAD", "--exit-code"])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("The tool is gone."),
  });
  expect(toolgen(folder, ["diff", "HEAD~1"]).stdout).not.toContain("merge base");
  expect(toolgen(folder, ["diff", "feature...main"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("'main' isn't checked out"),
  });
  expect(JSON.parse(toolgen(folder, ["diff", "main", "--json"]).stdout)).toMatchObject({ notes: [expect.stringContaining(base)] });
});

it("takes everything for new if the base has no project here: a first pull request, and a folder that moved", () => {
  const folder = projectOf({ "README.md": "" });
  git(folder, "init", "--quiet", "--initial-branch=main");
  commit(folder);
  mkdirSync(join(folder, "old/tools.d"), { recursive: true });
  writeFileSync(join(folder, "old/tools.d/one.yaml"), tool("one"));
  writeFileSync(join(folder, "old/toolgen.yaml"), "version: 1\nrisk: { one: { decision: allow } }\n");
  const diff = (project: string) => toolgen(folder, ["diff", "HEAD", "--project", project, "--exit-code", "--format", "markdown"]);
  expect(diff("old")).toMatchObject({ status: 0, stdout: expect.stringContaining("| compatible | tool `one` | The tool is new. |") });
  expect(diff("old").stdout).toContain("HEAD has no project in this folder, so everything is new.");
  commit(folder);
  renameSync(join(folder, "old"), join(folder, "new"));
  expect(diff("new")).toMatchObject({ status: 0, stdout: expect.stringContaining("everything is new") });
  // A project whose specs were all added later is not a new project: its settings may have changed.
  git(folder, "rm", "-r", "--quiet", "--cached", "old");
  rmSync(join(folder, "new/tools.d"), { recursive: true });
  commit(folder);
  mkdirSync(join(folder, "new/tools.d"));
  writeFileSync(join(folder, "new/tools.d/one.yaml"), tool("one"));
  expect(diff("new").stdout).not.toContain("everything is new");
});

it("gives a project without a name its folder's at every revision, also once the folder has another", () => {
  const folder = projectOf({ "first/toolgen.yaml": "version: 1\n", "first/tools.d/one.yaml": tool("one") });
  git(join(folder, "first"), "init", "--quiet", "--initial-branch=main");
  commit(join(folder, "first"));
  expect(toolgen(join(folder, "first"), ["diff", "HEAD"]).stdout).toContain("Nothing that models or clients see has changed");
  expect(toolgen(join(folder, "first"), ["build"]).status).toBe(0);
  renameSync(join(folder, "first"), join(folder, "second"));
  expect(toolgen(join(folder, "second"), ["diff", "HEAD"]).stdout).toContain("Nothing that models or clients see has changed");
  writeFileSync(join(folder, "second/toolgen.yaml"), "version: 1\nserver: other\n");
  expect(toolgen(join(folder, "second"), ["diff", "HEAD"]).stdout).toContain("'server' changed from second to other");
});

it("follows links within the project, as a build does", () => {
  const folder = projectOf({ "toolgen.yaml": "version: 1\n", "own/one.yaml": tool("one"), "shared/two.yaml": tool("two") });
  git(folder, "init", "--quiet", "--initial-branch=main");
  symlinkSync("own", join(folder, "tools.d"));
  symlinkSync("../shared/two.yaml", join(folder, "own/two.yaml"));
  writeFileSync(join(folder, "shared/three"), tool("three"));
  symlinkSync("../again", join(folder, "own/three.yaml"));
  symlinkSync("shared/three", join(folder, "again"));
  for (const [path, target] of Object.entries({ out: "..", self: "self", loop: ".", absolute: "/etc" }))
    symlinkSync(target, join(folder, path));
  commit(folder);
  const diff = () => toolgen(folder, ["diff", "HEAD"]).stdout;
  expect(diff()).toContain("Nothing that models or clients see has changed");
  writeFileSync(join(folder, "shared/two.yaml"), tool("two", 7));
  expect(diff()).toContain("1 change since HEAD");
});

it("is about the repository of its folder in a hook, also of a linked worktree", () => {
  const folder = projectOf({ "packages/a/toolgen.yaml": "version: 1\n", "packages/a/tools.d/one.yaml": tool("one") });
  git(folder, "init", "--quiet", "--initial-branch=main");
  commit(folder);
  const hook = join(folder, ".git/hooks/pre-commit");
  mkdirSync(join(folder, ".git/hooks"), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\ncd packages/a && "${process.execPath}" "${program}" diff HEAD > ../../out.txt 2>&1\n`);
  chmodSync(hook, 0o755);
  const linked = join(temporaryFolder("worktree"), "linked");
  git(folder, "worktree", "add", "--quiet", linked, "-b", "other");
  for (const [worktree, max] of [
    [folder, 7],
    [linked, 8],
  ] as const) {
    writeFileSync(join(worktree, "packages/a/tools.d/one.yaml"), tool("one", max));
    commit(worktree);
    expect(readFileSync(join(worktree, "out.txt"), "utf8")).toContain(`(maximum: 9 → ${max})`);
  }
});

it("names the command that helps for each kind of clone that lacks a revision", () => {
  const folder = parted();
  git(folder, "config", "uploadpack.allowFilter", "true");
  const clone = (...options: readonly string[]) => {
    const copy = join(temporaryFolder("clone"), "copy");
    git(folder, "clone", "--quiet", "--branch=feature", ...options, `file://${folder}`, copy);
    return copy;
  };
  const diff = (copy: string, revision = "main") => toolgen(copy, ["diff", revision]);
  expect(diff(clone())).toMatchObject({ status: 2, stderr: expect.stringContaining("This clone has it as 'origin/main'.") });
  expect(diff(clone(), "origin/main").status).toBe(0);
  const shallow = clone("--depth=1");
  expect(diff(shallow)).toMatchObject({ status: 2, stderr: expect.stringContaining("git fetch --unshallow origin") });
  git(shallow, "fetch", "--quiet", "--depth=1", "origin", "main:main");
  expect(diff(shallow)).toMatchObject({ status: 0, stdout: expect.stringContaining("too shallow to find the merge base") });
  git(shallow, "fetch", "--quiet", "--unshallow");
  expect(diff(shallow).stdout).toContain("The base is the merge base");
  // A Git that fetches what is missing reads it; a later one is not allowed to.
  const partial = diff(clone("--filter=blob:none"), "origin/main");
  if (partial.status !== 0) expect(partial.stderr).toMatch(/this clone is partial[\s\S]*git diff [0-9a-f]{40} > \/dev\/null/);
  else expect(partial.stdout).toContain("maximum: 9 → 10");
});

it("says that a sparse checkout lacks specs, and how to get them", () => {
  const folder = parted();
  mkdirSync(join(folder, "tools.d/more"));
  writeFileSync(join(folder, "tools.d/more/three.yaml"), tool("three"));
  commit(folder);
  git(folder, "sparse-checkout", "set", "--no-cone", "/*", "!/tools.d/more/");
  const { stdout } = toolgen(folder, ["diff", "HEAD"]);
  expect(stdout).toContain("This sparse checkout lacks tools.d/more/three.yaml, so what is declared there seems to be gone.");
  git(folder, "sparse-checkout", "disable");
  expect(toolgen(folder, ["diff", "HEAD"]).stdout).not.toContain("sparse");
});

it("says that specs at the base are in a submodule", () => {
  const inner = projectOf({ "one.yaml": tool("one") });
  git(inner, "init", "--quiet", "--initial-branch=main");
  commit(inner);
  const outer = projectOf({ "toolgen.yaml": "version: 1\n" });
  git(outer, "init", "--quiet", "--initial-branch=main");
  git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", `file://${inner}`, "tools.d");
  commit(outer);
  expect(toolgen(outer, ["diff", "HEAD"])).toMatchObject({ status: 2, stderr: expect.stringContaining("may be in a submodule (tools.d)") });
  expect(toolgen(join(outer, "tools.d"), ["diff", "release"]).stderr).not.toContain("fetch-depth");
});

it.skipIf(process.getuid?.() !== 0)("says that another user owns the repository, and how to trust it", () => {
  const folder = parted();
  spawnSync("chown", ["-R", "4242:4242", join(folder, ".git"), folder]);
  const env = { PATH: process.env.PATH, HOME: temporaryFolder("home") };
  const { status, stderr } = spawnSync(process.execPath, [program, "diff", "main"], { cwd: folder, env, encoding: "utf8" });
  expect([status, stderr]).toEqual([2, expect.stringContaining(`git config --global --add safe.directory ${folder}`)]);
  expect(stderr).not.toContain("fetch-depth");
});

interface Step {
  readonly run: string;
}

const { runs } = parse(readFileSync(fileURLToPath(new URL("../../../action.yml", import.meta.url)), "utf8")) as {
  runs: { steps: readonly Step[] };
};

/** Returns what the Action's second step writes to the job's summary, in a checkout as `actions/checkout` makes it. */
function actionSummary(origin: string, { checkout, base }: { readonly checkout: string; readonly base: string }): string {
  const copy = temporaryFolder("checkout");
  git(copy, "init", "--quiet");
  git(copy, "remote", "add", "origin", `file://${origin}`);
  git(copy, "fetch", "--quiet", "--depth=1", "origin", checkout);
  git(copy, "checkout", "--quiet", "--detach", "FETCH_HEAD");
  mkdirSync(join(copy, "node_modules/.bin"), { recursive: true });
  symlinkSync(program, join(copy, "node_modules/.bin/toolgen"));
  appendFileSync(join(copy, ".git/info/exclude"), "node_modules\nsummary.md\n");
  const env = { ...uncoloured(), GITHUB_STEP_SUMMARY: join(copy, "summary.md"), BASE: base };
  const { status, stderr } = spawnSync("bash", ["-eo", "pipefail", "-c", runs.steps[1]?.run ?? ""], { cwd: copy, env, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return readFileSync(join(copy, "summary.md"), "utf8");
}

it("summarises a pull request's merge, its head, a merge queue and a stacked branch in the Action", () => {
  const origin = parted();
  git(origin, "config", "uploadpack.allowAnySHA1InWant", "true");
  const hash = (revision: string) => git(origin, "rev-parse", revision).trim();
  // refs/pull/1/merge, and the commit that a merge queue makes.
  git(origin, "checkout", "--quiet", "-b", "merged", "main");
  git(origin, "merge", "--quiet", "--no-ff", "--message=merge", "feature");
  git(origin, "checkout", "--quiet", "-b", "stacked", "feature");
  writeFileSync(join(origin, "tools.d/three.yaml"), tool("three"));
  commit(origin);
  const only = (name: string, others: readonly string[], summary: string) => {
    expect(summary).toContain(`tool \`${name}\``);
    for (const other of others) expect(summary).not.toContain(`tool \`${other}\``);
  };
  only("one", ["two"], actionSummary(origin, { checkout: "merged", base: hash("main") }));
  // A fork's head, or a push, with the base's commit or its name.
  only("one", ["two"], actionSummary(origin, { checkout: "feature", base: hash("main") }));
  only("one", ["two"], actionSummary(origin, { checkout: "feature", base: "main" }));
  only("three", ["one", "two"], actionSummary(origin, { checkout: "stacked", base: hash("feature") }));
});

it("runs the GitLab job of the documentation in a merge request's checkout", () => {
  const page = readFileSync(fileURLToPath(new URL("../../../docs/changes.md", import.meta.url)), "utf8");
  const [, job = ""] = /```yaml\n(toolgen:\n {2}image[\s\S]*?)```/.exec(page) ?? [];
  const { script } = (parse(job) as { toolgen: { script: readonly string[] } }).toolgen;
  const folder = parted();
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(program, join(folder, "node_modules/.bin/toolgen"));
  toolgen(folder, ["build"]);
  const env = { ...uncoloured(), CI_MERGE_REQUEST_DIFF_BASE_SHA: git(folder, "rev-parse", "main").trim() };
  const commands = script.filter((line) => line !== "npm ci").join("\n");
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-c", commands], { cwd: folder, env, encoding: "utf8" });
  expect([status, stdout], stderr).toEqual([0, expect.stringContaining("merge base")]);
  expect(readFileSync(join(folder, "toolgen.xml"), "utf8")).toContain("<testsuites");
});
