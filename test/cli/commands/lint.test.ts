import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { lintCodes } from "../../../src/contract/diagnostics/lint-codes.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

const spec = "name: show_log\ndescription: Shows commits.\nkind: read\ncommand: [git, log]\noutput: { maxLines: 50 }\n";

it("prints notes, and exits with 1 only with --exit-code", () => {
  const folder = projectOf({ "tools.d/a.yaml": spec });
  const { status, stdout, stderr } = toolgen(folder, ["lint"]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n")).toEqual([
    expect.stringMatching(/^description-without-limits: Say what it is not for/),
    "  tools.d/a.yaml:2:14 The description of 'show_log' doesn't say when not to use it.",
    "",
    expect.stringMatching(/^description-without-use: Add a sentence/),
    "  tools.d/a.yaml:2:14 The description of 'show_log' doesn't say when to use it.",
    "",
    "2 notes",
    "",
  ]);
  expect(toolgen(folder, ["lint", "--exit-code"]).status).toBe(1);
  const json = toolgen(folder, ["lint", "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject([
    { code: "description-without-limits", severity: "note", line: 2 },
    { code: "description-without-use", severity: "note", line: 2 },
  ]);
  expect(toolgen(folder, ["lint", "--format", "github"]).stdout).toMatch(/^::notice file=tools\.d\/a\.yaml,line=2,/);
  expect(JSON.parse(toolgen(folder, ["lint", "--format", "sarif"]).stdout)).toMatchObject({ runs: [{ results: [{}, {}] }] });
});

it("finds nothing where a project or spec turns rules off, and names a rule that there isn't", () => {
  const off = "lint: { description-without-use: off, description-without-limits: off }\n";
  const quiet = { status: 0, stdout: "Nothing to improve was found.\n", stderr: "" };
  expect(toolgen(projectOf({ "tools.d/a.yaml": spec + off }), ["lint", "--exit-code"])).toEqual(quiet);
  expect(toolgen(projectOf({ "tools.d/a.yaml": spec, "toolgen.yaml": `version: 1\n${off}` }), ["lint", "--exit-code"])).toEqual(quiet);
  const wrong = toolgen(projectOf({ "tools.d/a.yaml": `${spec}lint: { description-without-uses: off }\n` }), ["lint"]);
  expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining("Did you mean 'description-without-use'?")]);
});

it("says what to do once for all places of a rule, and nothing of what init writes", () => {
  const two = projectOf({ "tools.d/a.yaml": spec, "tools.d/b.yaml": spec.replace("show_log", "show_tags") });
  const { stdout } = toolgen(two, ["lint"]);
  expect(stdout.match(/Say what it is not for/g)).toHaveLength(1);
  expect(stdout.match(/^ {2}tools\.d/gm)?.length).toBeGreaterThanOrEqual(4);
  const started = projectOf({});
  expect(toolgen(started, ["init", "--none", "--client", "none"]).status).toBe(0);
  expect(toolgen(started, ["lint"]).stdout).toBe("Nothing to improve was found.\n");
});

it("doesn't report notes in build and check", () => {
  const folder = projectOf({ "tools.d/a.yaml": spec });
  expect(toolgen(folder, ["check", "--json"]).stdout.trim()).toBe("[]");
});

it("has every rule and its sources on its page", () => {
  const page = readFileSync(new URL("../../../docs/lint.md", import.meta.url), "utf8");
  for (const [code, { explanation }] of Object.entries(lintCodes)) {
    const row = page.split("\n").find((line) => line.startsWith(`| [\`${code}\`]`)) ?? "";
    for (const [url] of explanation.matchAll(/https:[^)\s]+/g)) expect(row, code).toContain(url);
  }
});
