import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { brokenTool, projectOf, sayTool } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

let folder: string;
beforeAll(() => {
  folder = projectOf({ "tools.d/say.yaml": sayTool });
});

it("calls a tool with arguments from the command line or from standard input", () => {
  expect(toolgen(folder, ["call", "say", '{"message": "a b", "times": "2"}'])).toEqual({ status: 0, stdout: "a b/2\n", stderr: "" });
  expect(toolgen(folder, ["call", "say"], { input: '{"text": "$(x)"}' })).toEqual({ status: 0, stdout: "$(x)/1\n", stderr: "" });
});

it("calls a tool by one of its other names", () => {
  expect(toolgen(folder, ["call", "speak", '{"text": "a"}'])).toMatchObject({ status: 0, stdout: "a/1\n" });
});

it.each([
  ['{"text": "ä 草"}', 0],
  ["{}", 2],
  ['{"text": "a", "txet": 1}', 2],
  ['{"text": "-a"}', 2],
  ["null", 2],
  ["[]", 2],
  ["{", 2],
])("answers %s as generated/bin/call does", (input, status) => {
  const project = projectOf({ "tools.d/say.yaml": sayTool });
  toolgen(project, ["build"]);
  const generated = spawnSync(join(project, "generated/bin/call"), ["say"], { cwd: project, input, encoding: "utf8" });
  expect(generated.status).toBe(status);
  expect(toolgen(project, ["call", "say"], { input })).toEqual({ status, stdout: generated.stdout, stderr: generated.stderr });
});

it("shows what a call would do without doing it", () => {
  const { status, stdout, stderr } = toolgen(folder, ["call", "say", "--dry-run", '{"message": "a", "style": "loud"}']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const shown = JSON.parse(stdout);
  expect(shown).toMatchObject({ tool: "say", argv: ["printf", "%s/%s\\n", "a", "1", "!", "--style=loud"], cwd: folder, stdin: null });
  expect(shown.env).toContain("PATH");
  expect(stdout).not.toContain(process.env.PATH);
});

it("shows a refusal of a dry run as that of the call", () => {
  const { status, stdout, stderr } = toolgen(folder, ["call", "say", "{}", "--dry-run"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("text");
});

it("names the closest tool for an unknown name", () => {
  const { status, stdout, stderr } = toolgen(folder, ["call", "sya", "{}"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("There is no tool named 'sya'. Did you mean 'say'?");
  expect(stderr).toContain("toolgen list");
});

it("says where arguments on the command line stop being JSON", () => {
  const { status, stderr } = toolgen(folder, ["call", "say", "{text: 1}"]);
  expect(status).toBe(2);
  expect(stderr).toMatch(/not valid JSON: at character 2/);
});

it("reads all of its standard input before it refuses", () => {
  const input = JSON.stringify({ text: "x".repeat(5 * 1024 * 1024) });
  expect(toolgen(folder, ["call", "nothing_like_it"], { input })).toMatchObject({ status: 2 });
  const { status, stderr } = toolgen(folder, ["call", "say"], { input });
  expect(status).toBe(2);
  expect(stderr).toContain("text");
  expect(stderr.length).toBeLessThan(5000);
});

it("calls nothing while the specs have errors", () => {
  const broken = projectOf({ "tools.d/say.yaml": brokenTool });
  const { status, stdout, stderr } = toolgen(broken, ["call", "say", '{"text": "a"}']);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("unknown-kind");
});
