import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { projectOf, sayTool } from "../kit/project.js";
import { sampled } from "../kit/repeat.js";
import { program } from "../kit/toolgen.js";

/** Root may write anywhere, so root's tests run the commands as another user. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const canRun = spawnSync(process.execPath, [program, "--version"], { ...user }).status === 0;

let folder = "";
afterEach(() => chmodSync(folder, 0o755));

function readOnlyProject(files: Readonly<Record<string, string>>): void {
  folder = projectOf(files);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o555);
  chmodSync(folder, 0o555);
}

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    ...user,
    cwd: folder,
    env: { ...process.env, HOME: folder },
    encoding: "utf8",
    input: "",
  });
  return { status, stdout, stderr };
}

it.runIf(canRun && process.platform !== "win32")("reads a checkout that it may not write to as it does any other", () => {
  readOnlyProject({ "tools.d/say.yaml": sayTool });
  expect(run("check")).toEqual({ status: 0, stdout: "1 tool, no errors.\n", stderr: "" });
  expect(run("call", "say", '{"text": "a"}')).toEqual({ status: 0, stdout: "a/1\n", stderr: "" });
});

const writing: readonly (readonly [readonly string[], string])[] = [
  [["build"], "error cannot-write: Can't write 'generated/.toolgen-journal.json': permission denied."],
  [["init"], "toolgen: 'toolgen.yaml' can't be written: the folder '.' is not writable (permission denied).\n"],
  [
    ["new", "command", "find_it"],
    "toolgen: 'tools.d/find-it.yaml' can't be written: the folder './tools.d' is not writable (permission denied).\n",
  ],
  [["schema", "--out", "schema.json"], "toolgen: 'schema.json' can't be written: the folder '.' is not writable (permission denied).\n"],
];

it.runIf(canRun && process.platform !== "win32").each(sampled(writing, { usual: 2 }))(
  "says why it can't write to a read-only checkout, and ends with 1: %j",
  (args, message) => {
    readOnlyProject({ "tools.d/say.yaml": sayTool });
    const { status, stdout, stderr } = run(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr.replaceAll(realpathSync(folder), ".")).toContain(message);
    expect(stderr).not.toContain("internal error");
  },
);
