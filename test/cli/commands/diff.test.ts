import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { git } from "../../kit/git.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

const show = (max: number, more = "") => `name: show
description: Shows a file.
kind: read
risk: safe
schema: { type: object, properties: { max: { type: integer, maximum: ${max} } } }
command: [head, "--lines={{max}}"]
${more}`;
const other = "name: other\ndescription: Other.\nkind: read\nrisk: safe\ncommand: [wc]\n";

const project = () => projectOf({ "tools.d/show.yaml": show(9), "tools.d/other.yaml": other });
const write = (folder: string, path: string, text: string) => writeFileSync(join(folder, path), text);
const lockOf = (folder: string) => readFileSync(join(folder, "toolgen.lock"), "utf8");

function committed(folder: string): void {
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message=first");
}

function locked(): string {
  const folder = project();
  expect(toolgen(folder, ["diff", "--accept"]).stdout).toBe("Wrote toolgen.lock with 2 tools. Commit it.\n");
  expect(toolgen(folder, ["build"]).status).toBe(0);
  return folder;
}

it("compares with HEAD if there is no lock, and with a named revision", () => {
  const folder = project();
  committed(folder);
  write(folder, "tools.d/show.yaml", show(5));
  const report = (...args: readonly string[]) => toolgen(folder, ["diff", ...args]);
  expect(report().stdout).toBe(
    "show\n  breaking    'max' accepts fewer values (maximum: 9 → 5).\n\n1 change since HEAD: 1 breaking.\nThe tools cost a model 59 tokens, as before.\n",
  );
  expect(report("main", "--only", "other").stdout).toContain("Nothing that models or clients see has changed since main.");
  expect(report("--exit-code").status).toBe(1);
  expect(report("--json").stdout).toContain('"code": "values-narrowed"');
  expect(report("main", "--format", "markdown").stdout).toContain(
    "| breaking | tool `show` | 'max' accepts fewer values \\(maximum: 9 → 5\\)\\. |".replace("\\.", "."),
  );
});

it("reads the project of a subfolder, at its revision", () => {
  const folder = projectOf({ "sub/tools.d/show.yaml": show(9), "sub/toolgen.yaml": "version: 1\nspecs: [tools.d/*.yaml]\n" });
  committed(folder);
  write(folder, "sub/tools.d/show.yaml", show(10));
  expect(toolgen(join(folder, "sub"), ["diff"]).stdout).toContain("compatible  'max' accepts more values (maximum: 9 → 10).");
});

it("says what is wrong with a revision, and with its specs", () => {
  const folder = project();
  expect(toolgen(folder, ["diff", "main"])).toMatchObject({
    status: 2,
    stderr: "toolgen: There is no Git repository here, so there is no revision 'main' to compare with.\nRun it in one.\n",
  });
  write(folder, "tools.d/show.yaml", "name: show\n");
  committed(folder);
  write(folder, "tools.d/show.yaml", show(9));
  expect(toolgen(folder, ["diff", "no-such-branch"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("There is no revision 'no-such-branch' here: Git doesn't know it.\nName a branch"),
  });
  const { status, stderr } = toolgen(folder, ["diff", "HEAD"]);
  expect(status).toBe(1);
  expect(stderr).toContain("HEAD:tools.d/show.yaml:1:1 - error missing-key");
  expect(stderr).toContain("The specs of HEAD have errors for this toolgen");
  expect(toolgen(folder, ["diff", "--output=x"]).status).toBe(2);
});

it("says that a repository has no commit yet", () => {
  const folder = project();
  git(folder, "init", "-q");
  expect(toolgen(folder, ["diff"])).toMatchObject({
    status: 2,
    stderr: "toolgen: The repository has no commit to compare with.\nCommit the project first.\n",
  });
});

it("lets build record compatible changes, and warn of the others until they are accepted", () => {
  const folder = locked();
  write(folder, "tools.d/show.yaml", show(20));
  expect(toolgen(folder, ["build", "--check"]).stderr).toContain("error stale-lock");
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
  expect(lockOf(folder)).toContain('"maximum": 20');

  write(folder, "tools.d/show.yaml", show(5));
  const before = lockOf(folder);
  const built = toolgen(folder, ["build"]);
  expect([built.status, built.stderr]).toEqual([0, expect.stringContaining("tools.d/show.yaml:1:7 - warning breaking-change")]);
  expect(lockOf(folder)).toBe(before);
  // A build without changes repeats it.
  expect(toolgen(folder, ["build"])).toMatchObject({ stdout: expect.stringContaining("nothing changed"), stderr: built.stderr });
  const checked = toolgen(folder, ["build", "--check"]);
  expect([checked.status, checked.stderr]).toEqual([1, expect.stringContaining("error breaking-change")]);

  expect(toolgen(folder, ["diff", "--accept"]).stdout).toBe("Accepted 1 change in toolgen.lock.\n");
  expect(toolgen(folder, ["build", "--check"]).status).toBe(0);
});

it("accepts the changes of one tool, and leaves those of another", () => {
  const folder = locked();
  write(folder, "tools.d/show.yaml", show(5));
  rmSync(join(folder, "tools.d/other.yaml"));
  expect(toolgen(folder, ["diff", "--accept", "--only", "show"]).stdout).toBe("Accepted 1 change in toolgen.lock. 1 change left.\n");
  expect(toolgen(folder, ["build"]).stderr).toContain(
    "toolgen.lock - warning breaking-change: The tool 'other' has breaking changes. The tool is gone.",
  );
});

it("reports a riskier change, and builds without any lock as before", () => {
  const folder = locked();
  write(folder, "tools.d/show.yaml", show(9, "env: { pass: [TOKEN] }\n"));
  expect(toolgen(folder, ["build"]).stderr).toContain("warning riskier-change");
  rmSync(join(folder, "toolgen.lock"));
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

it("refuses to build or compare with a lock that can't be read, and doesn't replace it", () => {
  const folder = locked();
  write(folder, "toolgen.lock", "<<<<<<< HEAD\n");
  for (const args of [["build"], ["build", "--check"]]) {
    const { status, stderr } = toolgen(folder, args);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("error unreadable-lock: Can't read toolgen.lock: it contains merge conflicts."),
    ]);
  }
  expect(toolgen(folder, ["diff"]).status).toBe(2);
  expect(toolgen(folder, ["diff", "--accept"]).status).toBe(2);
  expect(lockOf(folder)).toBe("<<<<<<< HEAD\n");
});

it("prints annotations, SARIF and JUnit for changes, also when nothing was built again", () => {
  const folder = locked();
  write(folder, "tools.d/show.yaml", show(5));
  expect(toolgen(folder, ["build", "--check", "--format", "github"]).stdout).toContain(
    "::error file=tools.d/show.yaml,line=1,col=7,title=toolgen%3A breaking-change::",
  );
  expect(toolgen(folder, ["build", "--format", "github"]).stdout).toContain("::warning file=tools.d/show.yaml");
  expect(toolgen(folder, ["build", "--format", "github"]).stdout).toContain("::warning file=tools.d/show.yaml");
  expect(toolgen(folder, ["build", "--format", "sarif"]).stdout).toContain('"ruleId": "breaking-change"');
  expect(toolgen(folder, ["build", "--format", "junit"]).stdout).toContain("<system-out>");
});

it("voids a claim in a changed command until it is accepted, also for a build that finds nothing changed", () => {
  const spec = (command: string) =>
    `name: orders\ndescription: Lists orders.\nkind: read\ndata: [status]\nschema: { properties: { status: { type: string } }, required: [status] }\ncommand: ${command}\n`;
  const folder = projectOf({ "tools.d/orders.yaml": spec('[acme, orders, --status, "{{status}}"]') });
  toolgen(folder, ["diff", "--accept"]);
  const build = () => toolgen(folder, ["build"]);
  expect(build().stderr).toBe("");
  expect(lockOf(folder)).toContain('"acme orders --status <value>"');
  expect(toolgen(folder, ["list"]).stdout).toContain("orders  read  safe  tools.d/orders.yaml  (data: status) Lists orders.");
  write(folder, "tools.d/orders.yaml", spec('[acme, purge, --status, "{{status}}"]'));
  for (const one of [build(), build()]) {
    expect(one.stderr).toContain("warning riskier-change");
    expect(one.stderr).toContain("The author calls 'status' plain data in `acme purge --status <value>`");
  }
  expect(build().stdout).toContain("1 tool, nothing changed");
  expect(toolgen(folder, ["list"]).stdout).toContain("orders  read  moderate");
  const line = "status in `acme purge --status` (unknown): asked, because toolgen.lock hasn't accepted that it is data";
  expect(toolgen(folder, ["explain", "orders"]).stdout).toContain(line);
  expect(readFileSync(join(folder, "generated/bin/tools/orders.cjs"), "utf8")).toContain('"explicitConfirmation":true');
  expect(toolgen(folder, ["build", "--check"])).toMatchObject({ status: 1, stdout: "" });
  expect(toolgen(folder, ["diff", "--accept"]).stdout).toContain("Accepted 1 change");
  expect(build().stderr).toBe("");
  expect(toolgen(folder, ["list"]).stdout).toContain("orders  read  safe");
  expect(toolgen(folder, ["build", "--check"]).status).toBe(0);
});
