import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { git } from "../../kit/git.js";
import { projectOf } from "../../kit/project.js";
import { program, toolgen } from "../../kit/toolgen.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const yamlOf = (name: string): unknown => parse(readFileSync(join(root, name), "utf8"));

interface Action {
  readonly runs: { readonly using: string; readonly steps: readonly { readonly run: string; readonly uses?: string }[] };
}

const show = (max: number) => `name: show
description: Shows a file.
kind: read
risk: safe
schema: { type: object, properties: { max: { type: integer, maximum: ${max} } } }
command: [head, "--lines={{max}}"]
`;

/** A repository with a project in a subfolder, in which toolgen is installed. */
function repository() {
  const folder = projectOf({
    "packages/tools/toolgen.yaml": "version: 1\n",
    "packages/tools/tools.d/show.yaml": show(9),
    ".gitignore": "node_modules\n",
  });
  const project = join(folder, "packages/tools");
  mkdirSync(join(project, "node_modules/.bin"), { recursive: true });
  symlinkSync(program, join(project, "node_modules/.bin/toolgen"));
  toolgen(project, ["build"]);
  toolgen(project, ["diff", "--accept"]);
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message=first");
  return { folder, project };
}

it("fails with annotations at the files of the repository, and summarises the changes since the base", () => {
  const { runs } = yamlOf("action.yml") as Action;
  const { folder, project } = repository();
  writeFileSync(join(project, "tools.d/show.yaml"), show(5));
  const summary = join(folder, "summary.md");
  const env = { ...process.env, GITHUB_WORKSPACE: folder, GITHUB_STEP_SUMMARY: summary, BASE: "main" };
  const steps = runs.steps.map(({ run }) => spawnSync("bash", ["-eo", "pipefail", "-c", run], { cwd: project, env, encoding: "utf8" }));
  expect(steps.map(({ status }) => status)).toEqual([1, 0]);
  expect(steps[0]?.stdout).toContain("::error file=packages/tools/tools.d/show.yaml,line=1,col=7,title=toolgen%3A breaking-change::");
  expect(readFileSync(summary, "utf8")).toContain("| breaking | tool `show` |");
});

it("uses no other action, so nothing else can change under its commit", () => {
  const { runs } = yamlOf("action.yml") as Action;
  expect([runs.using, runs.steps.filter(({ uses }) => uses !== undefined)]).toEqual(["composite", []]);
  // Values come by the environment, because an expression in a script is inserted as code.
  for (const { run } of runs.steps) expect(run).not.toContain("${{");
});

it("has a hook for pre-commit that starts for specs, generated files and settings", () => {
  const [hook] = yamlOf(".pre-commit-hooks.yaml") as readonly {
    readonly entry: string;
    readonly files: string;
    readonly pass_filenames: boolean;
  }[];
  expect(hook).toMatchObject({ entry: "npx --no-install toolgen build --check", pass_filenames: false });
  const files = new RegExp(hook?.files ?? "");
  expect(
    ["tools.d/a.yaml", "packages/x/generated/bin/tools.json", "toolgen.lock", "a/toolgen.yaml"].every((path) => files.test(path)),
  ).toBe(true);
  expect(["src/a.ts", "toolgen.lock.bak"].some((path) => files.test(path))).toBe(false);
});

const preCommit = spawnSync("pre-commit", ["--version"]).status === 0;

it.runIf(preCommit)("runs by pre-commit itself, and refuses a commit whose generated files don't match", () => {
  const hooks = projectOf({ ".pre-commit-hooks.yaml": readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8") });
  git(hooks, "init", "--quiet", "--initial-branch=main");
  git(hooks, "add", "--all");
  git(hooks, "commit", "--quiet", "--message=hooks");
  const project = projectOf({ "toolgen.yaml": "version: 1\n", "tools.d/show.yaml": show(9), ".gitignore": "node_modules\n" });
  mkdirSync(join(project, "node_modules/.bin"), { recursive: true });
  symlinkSync(program, join(project, "node_modules/.bin/toolgen"));
  toolgen(project, ["build"]);
  git(project, "init", "--quiet", "--initial-branch=main");
  const run = () => {
    git(project, "add", "--all");
    const env = { ...process.env, PRE_COMMIT_HOME: join(project, "node_modules/.pre-commit") };
    return spawnSync("pre-commit", ["try-repo", hooks, "toolgen", "--all-files"], { cwd: project, env, encoding: "utf8" });
  };
  const first = run();
  expect([first.status, first.stdout], first.stderr).toEqual([0, expect.stringContaining("Passed")]);
  writeFileSync(join(project, "tools.d/show.yaml"), show(5));
  const second = run();
  expect([second.status, second.stdout], second.stderr).toEqual([1, expect.stringContaining("output-changed")]);
});
