import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";

const tool = (name: string, risk: string) =>
  `name: ${name}\ndescription: d\nkind: edit\nschema: { properties: { path: { type: string } }, required: [path] }\npaths: { path: write }\nrisk: ${risk}\ndata: [path]\ncommand: [sh, "{{@specDir}}/put.sh", "{{path}}"]\n`;
const script = 'touch "$1"\n';
const none = { XDG_CONFIG_HOME: "/nonexistent" };

let project: string;
beforeAll(() => {
  project = projectOf({
    "tools.d/put.yaml": tool("put", "{ level: safe }"),
    "tools.d/put.sh": script,
    "tools.d/note.yaml": tool("note", "{ level: moderate }"),
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});

function settingsOf(settings: object) {
  const XDG_CONFIG_HOME = temporaryFolder();
  mkdirSync(join(XDG_CONFIG_HOME, "toolgen"));
  writeFileSync(join(XDG_CONFIG_HOME, "toolgen/settings.json"), JSON.stringify(settings));
  return { XDG_CONFIG_HOME };
}

/** Calls as Gemini CLI does, and says what became of the file. */
function call(name: string, path: string, env: Readonly<Record<string, string>> = none) {
  rmSync(join(project, path), { force: true });
  const program = join(project, "generated/bin/call");
  const { status, stderr } = spawnSync(program, [name], {
    cwd: project,
    input: JSON.stringify({ path }),
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { status, stderr, isMade: existsSync(join(project, path)) };
}

it("refuses a trusted path to a tool that the client's policy runs without asking", () => {
  expect(call("put", "a.txt")).toEqual({ status: 0, stderr: "", isMade: true });
  for (const path of [".envrc", "package.json", "CLAUDE.md"]) expect(call("put", path), path).toMatchObject({ status: 2, isMade: false });
  const { stderr } = call("put", ".envrc");
  expect(stderr).toContain("put was not run: this dangerous call requires confirmation because of the trusted path .envrc");
  expect(stderr).toContain("shells and their tools run it when they start or enter the folder");
  expect(stderr).toContain("Only the user can change this.");
});

it("refuses it to a moderate tool that the project's settings let run without asking", () => {
  const loosened = projectOf({
    "toolgen.yaml": "version: 1\nrisk: { note: safe }\n",
    "tools.d/note.yaml": tool("note", "{ level: moderate }"),
    "tools.d/put.sh": script,
  });
  expect(toolgen(loosened, ["build"])).toMatchObject({ status: 0 });
  for (const [path, status] of [
    ["a.txt", 0],
    ["Makefile", 2],
    ["package.json", 2],
    [".envrc", 2],
  ] as const) {
    const options = { cwd: loosened, input: JSON.stringify({ path }), env: { ...process.env, ...none } };
    expect(spawnSync(join(loosened, "generated/bin/call"), ["note"], options).status, path).toBe(status);
  }
});

it("leaves it to the client where that asks before each call of the tool", () => {
  expect(call("note", ".envrc")).toMatchObject({ status: 0, isMade: true });
  expect(call("note", "a.txt")).toMatchObject({ status: 0, isMade: true });
});

it("executes it where the user's settings allow it", () => {
  expect(call("put", ".envrc", settingsOf({ risk: { put: { decision: "allow" } } }))).toMatchObject({ status: 0, isMade: true });
  expect(call("put", ".envrc", settingsOf({ confirm: { unattended: "allow" } }))).toMatchObject({ status: 0, isMade: true });
  expect(call("put", ".envrc", settingsOf({ confirm: { dangerous: "never" } }))).toMatchObject({ status: 0, isMade: true });
  expect(call("put", "a.txt", settingsOf({}))).toMatchObject({ status: 0, isMade: true });
  expect(call("put", ".envrc", settingsOf({}))).toMatchObject({ status: 2, isMade: false });
});

it("is explained", () => {
  const why = toolgen(project, ["policy", "why", "put", '{"path": ".envrc"}'], { env: none });
  expect(JSON.parse(why.stdout)).toMatchObject({ level: "dangerous", decision: "ask", rule: "the trusted path .envrc" });
  expect(toolgen(project, ["explain", "put"]).stdout).toContain("a path that programs run or obey, such as .npmrc or AGENTS.md");
  expect(toolgen(project, ["call", "put", '{"path": ".npmrc"}'], { env: none })).toMatchObject({ status: 2 });
  expect(toolgen(project, ["call", "put", "--risk", "put=allow", '{"path": ".npmrc"}'], { env: none })).toMatchObject({ status: 0 });
});
