import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { git } from "../../kit/git.js";
import { projectOf } from "../../kit/project.js";
import { sampled } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { program, toolgen, uncoloured } from "../../kit/toolgen.js";

const yamlOf = (name: string): unknown => parse(readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), "utf8"));
const steps = (yamlOf("action.yml") as { runs: { steps: readonly { run: string }[] } }).runs.steps.map(({ run }) => run);
const [{ entry }] = yamlOf(".pre-commit-hooks.yaml") as [{ entry: string }];

const tool = (name: string, max = 9) => `name: ${name}
description: Shows the first lines of the settings.
kind: read
risk: safe
schema: { type: object, properties: { max: { type: integer, minimum: 1, maximum: ${max} } }, required: [max] }
command: [head, "--lines={{max}}", toolgen.yaml]
`;

/** Writes specs of a project, builds, accepts, and commits. */
function state(folder: string, inside: string, specs: Readonly<Record<string, number>>): void {
  const project = join(folder, inside);
  mkdirSync(join(project, "tools.d"), { recursive: true });
  writeFileSync(join(project, "toolgen.yaml"), "version: 1\nserver: tools\n");
  for (const [name, max] of Object.entries(specs)) writeFileSync(join(project, `tools.d/${name}.yaml`), tool(name, max));
  for (const args of [["build"], ["diff", "--accept"]]) expect(toolgen(project, args)).toMatchObject({ status: 0 });
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message=more");
}

/**
 * A repository as a server has it. `empty` has no project; `feature` changes `one`, while `main` gets `two`; `merged` is
 * both; `stacked` adds `three` to `feature`.
 */
function served(inside = ""): string {
  const folder = projectOf({ "README.md": "", ".gitignore": "node_modules\n.toolgen\nsummary.md\n" });
  git(folder, "init", "--quiet", "--initial-branch=main");
  for (const key of ["allowFilter", "allowAnySHA1InWant"]) git(folder, "config", `uploadpack.${key}`, "true");
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message=begin");
  git(folder, "branch", "empty");
  state(folder, inside, { one: 9 });
  git(folder, "checkout", "--quiet", "-b", "feature");
  state(folder, inside, { one: 10 });
  git(folder, "checkout", "--quiet", "-b", "stacked");
  state(folder, inside, { three: 9 });
  git(folder, "checkout", "--quiet", "main");
  state(folder, inside, { two: 9 });
  git(folder, "checkout", "--quiet", "-b", "merged");
  git(folder, "merge", "--quiet", "--strategy=ours", "--no-commit", "feature");
  state(folder, inside, { one: 10 });
  return folder;
}

function clone(origin: string, ...options: readonly string[]): string {
  const copy = join(temporaryFolder("clone"), "copy");
  git(origin, "clone", "--quiet", ...options, `file://${origin}`, copy);
  return copy;
}

/** A checkout as `actions/checkout` makes it: one commit, and no branch. */
function checkout(origin: string, revision: string): string {
  const copy = temporaryFolder("checkout");
  git(copy, "init", "--quiet");
  git(copy, "remote", "add", "origin", `file://${origin}`);
  git(copy, "fetch", "--quiet", "--depth=1", "origin", revision);
  git(copy, "checkout", "--quiet", "--detach", "FETCH_HEAD");
  return copy;
}

const hash = (folder: string, revision: string) => git(folder, "rev-parse", revision).trim();

/** Where someone works, what the work is compared with, and the tools of which the comparison is. */
interface Place {
  readonly folder: string;
  readonly inside?: string;
  readonly base: string;
  readonly changed?: readonly string[];
}

const isRoot = process.getuid?.() === 0;

const kinds: Readonly<Record<string, () => Place>> = {
  "a first pull request": () => {
    const origin = served();
    return { folder: checkout(origin, "feature"), base: hash(origin, "empty") };
  },
  "a fork": () => {
    const origin = served();
    const folder = clone(clone(origin, "--branch=feature"));
    git(folder, "remote", "add", "upstream", `file://${origin}`);
    git(folder, "fetch", "--quiet", "upstream");
    return { folder, base: "upstream/main" };
  },
  "a merge queue": () => {
    const origin = served();
    return { folder: checkout(origin, "merged"), base: hash(origin, "main") };
  },
  "a stacked branch": () => ({ folder: clone(served(), "--branch=stacked"), base: "origin/feature", changed: ["three"] }),
  "a partial clone": () => ({ folder: clone(served(), "--branch=feature", "--filter=blob:none"), base: "origin/main" }),
  "a submodule": () => {
    const outer = projectOf({ "README.md": "" });
    git(outer, "init", "--quiet", "--initial-branch=main");
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "-b", "feature", `file://${served()}`, "tools");
    git(outer, "commit", "--quiet", "--message=outer");
    return { folder: join(outer, "tools"), base: "origin/main" };
  },
  "another owner's repository": () => {
    const folder = clone(served(), "--branch=feature");
    if (isRoot) spawnSync("chown", ["-R", "4242:4242", folder]);
    return { folder, base: "origin/main" };
  },
  "a shallow clone": () => ({ folder: clone(served(), "--branch=feature", "--depth=1", "--no-single-branch"), base: "origin/main" }),
  "a linked worktree": () => {
    const folder = join(temporaryFolder("worktree"), "linked");
    git(clone(served()), "worktree", "add", "--quiet", folder, "-b", "work", "origin/feature");
    return { folder, base: "origin/main" };
  },
  "a nested project": () => ({ folder: clone(served("packages/a"), "--branch=feature"), inside: "packages/a", base: "origin/main" }),
  "a project that moved": () => {
    const folder = clone(served("old"), "--branch=feature");
    renameSync(join(folder, "old"), join(folder, "new"));
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "--message=move");
    return { folder, inside: "new", base: "origin/main" };
  },
  "a detached head": () => {
    const origin = served();
    return { folder: checkout(origin, "feature"), base: hash(origin, "main") };
  },
};

/** The command that a message names. */
const namedCommand = (text: string) => /\b[Rr]un(?:: | ')(git [^'\n]+)/.exec(text)?.[1];

it.each(sampled(Object.entries(kinds), { usual: 1 }))(
  "builds, checks, compares, calls, commits by a hook and runs the Action in %s",
  (_, make) => {
    const { folder, inside = "", base, changed = ["one"] } = make();
    const project = join(folder, inside);
    mkdirSync(join(project, "node_modules/.bin"), { recursive: true });
    symlinkSync(program, join(project, "node_modules/.bin/toolgen"));
    const author = {
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "a@b.example",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "a@b.example",
    };
    const env = { ...uncoloured(), ...author, HOME: temporaryFolder("home"), GIT_CONFIG_NOSYSTEM: "1", BASE: base };
    const shell = (command: string, cwd = folder, more: NodeJS.ProcessEnv = {}) =>
      spawnSync("bash", ["-eo", "pipefail", "-c", command], { cwd, env: { ...env, ...more }, encoding: "utf8" });

    expect(toolgen(project, ["build"], { env })).toMatchObject({ status: 0, stdout: expect.stringContaining("nothing changed") });
    expect(toolgen(project, ["build", "--check"], { env })).toMatchObject({ status: 0 });
    const call = spawnSync(join(project, "generated/bin/call"), ["one"], { cwd: project, env, input: '{"max":1}', encoding: "utf8" });
    expect([call.status, call.stdout.trim()]).toEqual([0, "version: 1"]);

    // What keeps Git from answering has a message with the command that helps. Two may be needed.
    const compare = () => toolgen(project, ["diff", base, "--json"], { env });
    let compared = compare();
    for (let tries = 0; tries < 2 && namedCommand(compared.stdout + compared.stderr) !== undefined; tries++) {
      const helped = shell(namedCommand(compared.stdout + compared.stderr) ?? "");
      expect(helped.status, helped.stderr).toBe(0);
      compared = compare();
    }
    expect(compared).toMatchObject({ status: 0 });
    const names = (JSON.parse(compared.stdout) as { changes: readonly { name: string }[] }).changes.map(({ name }) => name);
    expect([...new Set(names)]).toEqual(changed);

    const summary = join(folder, "summary.md");
    const results = steps.map((step) => shell(step, project, { GITHUB_WORKSPACE: folder, GITHUB_STEP_SUMMARY: summary }));
    expect(results.map(({ status, stderr }) => [status, stderr])).toEqual(steps.map(() => [0, expect.any(String)]));
    const rows = [...readFileSync(summary, "utf8").matchAll(/ tool `(\w+)` /g)].map(([, name]) => name);
    expect([...new Set(rows)]).toEqual(changed);

    const hook = resolve(folder, shell("git rev-parse --git-path hooks").stdout.trim(), "pre-commit");
    mkdirSync(join(hook, ".."), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\ncd "./${inside}" && exec ${entry}\n`);
    chmodSync(hook, 0o755);
    writeFileSync(join(project, "tools.d/one.yaml"), tool("one", 12));
    const refused = shell("git commit --quiet --all --message=stale");
    expect([refused.status, refused.stdout + refused.stderr]).toEqual([1, expect.stringContaining("output-changed")]);
    toolgen(project, ["build"], { env });
    expect(shell("git commit --quiet --all --message=built")).toMatchObject({ status: 0 });
  },
);
