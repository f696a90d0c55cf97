import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { toolgenProcess } from "../../kit/toolgen-process.js";

const bash = `name: bash
description: Run a command.
kind: execute
schema: { properties: { command: { type: string } }, required: [command] }
code: { command: bash }
command: [bash, -c, "{{command}}"]
guard: { param: command, slow: 3s }
`;
const producer = "seq 1 300; echo trouble >&2; exit 7";
const slow = "seq 1 300; sleep 4";

let project: string;
let tmp: string;
beforeAll(() => {
  tmp = temporaryFolder();
  project = projectOf({ "tools.d/bash.yaml": bash });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

const call = (command: string) =>
  spawnSync(join(project, "generated/bin/call"), ["bash"], {
    cwd: project,
    env: { ...process.env, TMPDIR: tmp },
    input: JSON.stringify({ command }),
    encoding: "utf8",
  });
/** The file that a line of an answer names. */
const fileIn = (text: string) => /in (\/\S+\.txt)/.exec(text)?.[1] ?? "";

describe("a call of a tool with `guard`", () => {
  it("answers what the filters left, how the producer failed and where the rest is", () => {
    const { status, stdout } = call(`(${producer}) | tail -2`);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^299\n300\n\[stderr\]\ntrouble\n\[`\(seq .*\)` exited with code 7\.\]\n\[The full output of `.*` is in .*\]\n$/s,
    );
    expect(readFileSync(fileIn(stdout), "utf8").split("\n")).toHaveLength(301);
  });

  it("says how much a filter removed where it leaves nothing", () => {
    const { status, stderr } = call("seq 1 300 | grep nosuch");
    expect(status).toBe(1);
    expect(stderr).toContain("bash exited with code 1.\n[`grep nosuch` left none of the 300 lines.]");
  });

  it("adds nothing where the filters leave all", () => {
    expect(call("seq 1 3 | head").stdout).toBe("1\n2\n3\n");
  });

  it("answers all that a slow command printed", () => {
    const { stdout } = call(`(${slow}) | tail -1`);
    expect(stdout.startsWith("1\n2\n3\n")).toBe(true);
    expect(stdout).toMatch(
      /\[This is a slow command\. Avoid re-running it: it took \d\.\d s\. Above is what it printed before `tail -1`; all of it is in /,
    );
  });

  it("shows and logs the command that the model wrote", () => {
    const written = "seq 1 3 | head -1";
    const dry = JSON.parse(toolgen(project, ["call", "bash", JSON.stringify({ command: written }), "--dry-run"]).stdout);
    expect(dry.argv).toEqual(["bash", "-c", written]);
  });

  it("keeps hostile output out of every command line", () => {
    const { stdout } = call(`printf '%s\\n' '$(touch ${tmp}/canary)' '\`touch ${tmp}/canary\`' '; touch ${tmp}/canary' | sort | head -3`);
    expect(stdout).toContain("$(touch");
    expect(() => readFileSync(join(tmp, "canary"))).toThrow("ENOENT");
  });
});

describe("toolgen guard", () => {
  it("answers a line for each command, and says why one stays as it is", () => {
    const input = ['"npm test | grep FAIL | head -5"', '"ls | head -2; touch x"', "12", "{", ""].join("\n");
    const { status, stdout } = toolgenProcess(project, ["guard"], { input });
    expect(status).toBe(0);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { strip: true, cleaned: "npm test", pipeline: "grep FAIL | head -5", reason: expect.any(String) },
      { strip: false, cleaned: "ls | head -2; touch x", pipeline: "", reason: "There are several commands." },
      { error: expect.stringContaining("JSON string") },
      { error: expect.stringContaining("not valid JSON") },
    ]);
  });

  it("runs a command, tells the person in the words of pi-tool-guard, and ends with the command's exit code", () => {
    const { status, stdout, stderr } = toolgenProcess(project, ["guard", "--run", "(seq 9; exit 3) | grep x"], { env: { TMPDIR: tmp } });
    expect(status).toBe(1);
    expect(stdout).toContain("[`grep x` left none of the 9 lines.]\n[`(seq 9; exit 3)` exited with code 3.]");
    expect(stderr).toBe(
      "toolgen: Removed trailing pipeline commands: `grep x` from `(seq 9; exit 3) | grep x`.\ntoolgen: Filtered via `grep x`\n",
    );
  });

  it("calls a command slow from --slow on", () => {
    const args = ["guard", "--run", "--slow", "10ms", "(seq 9; sleep 0.1) | tail -1"];
    const { stdout, stderr } = toolgenProcess(project, args, { env: { TMPDIR: tmp } });
    expect(stdout).toMatch(/^1\n2\n/);
    expect(stderr).toContain("toolgen: The full output is above");
    expect(toolgenProcess(project, ["guard", "--slow", "soon", "ls"]).status).toBe(2);
  });
});
