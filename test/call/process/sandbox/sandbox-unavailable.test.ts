import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it as test } from "vitest";
import { findBubblewrap } from "../../../../src/call/process/sandbox-program.js";
import { sandboxAdvice } from "../../../../src/call/sandbox.js";
import { temporaryFolder } from "../../../kit/temporary-folder.js";
import { type BinFolder, binFolder } from "../../bin-folder.js";
import { attempt, closed, ground, noSandbox } from "./sandboxed.js";

const it = test.skipIf(noSandbox);

/** Calls a sandboxed tool that would leave a file, as clients do. `around` are arguments of bubblewrap for a machine that is otherwise. */
async function call(
  around: readonly string[] | undefined,
): Promise<{ readonly status: number | null; readonly stderr: string; readonly left: boolean }> {
  const sandbox = { ...closed, write: "workspace", specs: [] } as const;
  const folder: BinFolder = await binFolder([{ name: "leave", argv: ["touch", "left.txt"], sandbox }]);
  const words = [...(around === undefined ? [] : ["bwrap", "--dev-bind", "/", "/", ...around]), process.execPath, folder.call, "leave"];
  const [program = "", ...args] = words;
  const { status, stderr } = spawnSync(program, args, { cwd: folder.project, input: "{}", encoding: "utf8" });
  return { status, stderr, left: readdirSync(folder.project).includes("left.txt") };
}

it("runs a tool in its sandbox from the generated program", async () => {
  expect(await call(undefined)).toEqual({ status: 0, stderr: "", left: true });
});

test.runIf(noSandbox)("runs nothing on this machine, which has no sandbox", async () => {
  const { status, stderr, left } = await call(undefined);
  expect({ status, left }).toEqual({ status: 1, left: false });
  expect(stderr).toContain("This tool runs in a sandbox, and never without one.");
});

it("runs nothing where bubblewrap is missing, and says what to install", async () => {
  const where = spawnSync("sh", ["-c", "command -v bwrap"], { encoding: "utf8" }).stdout.trim();
  const { status, stderr, left } = await call(["--ro-bind", "/dev/null", where]);
  expect({ status, left }).toEqual({ status: 1, left: false });
  expect(stderr).toContain("This tool runs in a sandbox, and never without one. bubblewrap isn't installed: install it");
});

it("runs nothing where users may make no namespaces, and says what to allow", async () => {
  const { status, stderr, left } = await call(["--unshare-user", "--disable-userns", "--cap-drop", "ALL"]);
  expect({ status, left }).toEqual({ status: 1, left: false });
  expect(stderr).toMatch(/It can't be made here: .*This system doesn't let users make namespaces/s);
});

test("says what to do about what bubblewrap says, and nothing where it doesn't know", () => {
  expect(sandboxAdvice("bwrap: setting up uid map: Permission denied\n")).toContain("AppArmor");
  expect(sandboxAdvice("bwrap: Can't mkdir /x: File exists\n")).toBe("It can't be made here: Can't mkdir /x: File exists.");
});

test("takes no bubblewrap from a folder that the program could write, or that counts from one", () => {
  const workspace = temporaryFolder("planted");
  mkdirSync(join(workspace, "bin"));
  writeFileSync(join(workspace, "bin", "bwrap"), "#!/bin/sh\n", { mode: 0o755 });
  expect(findBubblewrap(`${workspace}/bin:bin:.`, workspace)).not.toBe(join(workspace, "bin", "bwrap"));
});

it("tells a program that isn't in its sandbox, and one that only talks like bubblewrap", () => {
  const on = ground();
  writeFileSync(join(on.outside, "script"), "#!/no/such/interpreter\n", { mode: 0o755 });
  const command = { program: join(on.outside, "script"), specDir: false, items: [] };
  expect(attempt("", { on, parts: { command } }).stderr).toContain("its `read` doesn't include what it needs");
  const talks = attempt("echo 'bwrap: No permissions to create new namespace' >&2; exit 1", { on });
  expect(talks).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("exited with code 1") });
});
