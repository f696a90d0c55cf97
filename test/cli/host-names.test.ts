import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { toolgen } from "../kit/toolgen.js";

// A client's own tools have names of their own: in every other target, the same names lead to the project's tools.

const piBash = `name: bash
description: pi's own tool.
kind: execute
host: pi
schema: { properties: { command: { type: string } }, required: [command] }
code: { command: bash }
`;

let project: string;
beforeAll(() => {
  project = projectOf({ "toolgen.yaml": "version: 1\nlibrary: [std/run_shell_command]\n", "tools.d/bash.yaml": piBash });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

it("leaves a library tool the names that a client's own tools have", () => {
  const input = JSON.stringify({ command: "echo called" });
  const { stdout } = spawnSync(join(project, "generated/bin/call"), ["bash"], { cwd: project, input, encoding: "utf8" });
  expect(stdout).toContain("Output: called");
  expect(toolgen(project, ["call", "bash", input]).stdout).toContain("Output: called");
});

it("explains a client's own tool without another client", () => {
  const { stdout } = toolgen(project, ["explain", "bash"]);
  expect(stdout).toContain("Executed by\n  pi");
  expect(stdout).not.toContain("Gemini");
  // pi has its own.
  expect(stdout).not.toContain("Limits");
  const facts = JSON.parse(toolgen(project, ["explain", "bash", "--json"]).stdout);
  expect(facts).not.toHaveProperty("gemini");
  expect(facts).not.toHaveProperty("openSchema");
});
