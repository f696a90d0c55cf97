import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { keepFullOutput } from "../../../src/call/output.late.js";
import { printResult } from "../../kit/printed.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolDefinition } from "../repair/tool-with-rules.js";

const newFolder = () => temporaryFolder("keep");
const folderName = `toolgen-${process.getuid?.()}`;
const keep = (temporary: string) =>
  keepFullOutput({ toolName: "a_tool", stream: "stdout", bytes: Buffer.from("all of it"), env: { TMPDIR: temporary } });
const mode = (path: string) => lstatSync(path).mode & 0o777;

it("keeps an output where only the user can read it", () => {
  const temporary = newFolder();
  const path = keep(temporary) ?? "";
  expect(readFileSync(path, "utf8")).toBe("all of it");
  expect(dirname(path)).toBe(join(temporary, folderName));
  expect(basename(path)).toMatch(/^a_tool-[0-9a-f]{16}\.txt$/);
  expect([mode(path), mode(dirname(path))]).toEqual([0o600, 0o700]);
});

it("never uses a name twice", () => {
  const temporary = newFolder();
  expect(keep(temporary)).not.toBe(keep(temporary));
});

it("closes a folder of the user's own that others could look into", () => {
  const temporary = newFolder();
  mkdirSync(join(temporary, folderName));
  chmodSync(join(temporary, folderName), 0o777);
  expect(keep(temporary)).toBeDefined();
  expect(mode(join(temporary, folderName))).toBe(0o700);
});

it("keeps nothing behind a symbolic link or in a file's place", () => {
  const linked = newFolder();
  const target = newFolder();
  symlinkSync(target, join(linked, folderName));
  expect(keep(linked)).toBeUndefined();
  expect(readdirSync(target)).toEqual([]);
  const occupied = newFolder();
  writeFileSync(join(occupied, folderName), "");
  expect(keep(occupied)).toBeUndefined();
  expect(keep(join(occupied, "missing"))).toBeUndefined();
});

it("says in the note that the output could not be kept", () => {
  const linked = newFolder();
  symlinkSync(newFolder(), join(linked, folderName));
  const outcome = { kind: "exited" as const, code: 0, stdout: Buffer.from("1\n2\n"), stderr: Buffer.alloc(0) };
  expect(printResult(outcome, { definition: toolDefinition({ output: { maxLines: 1 } }) }, { env: { TMPDIR: linked } }).stdout).toBe(
    "1\n[1 line, 2 bytes left out here. The full output could not be kept.]\n",
  );
});

it("removes its own files when they are older than a day, and nothing else", () => {
  const temporary = newFolder();
  const young = keep(temporary) ?? "";
  const old = keep(temporary) ?? "";
  const foreign = join(temporary, folderName, "notes.txt");
  writeFileSync(foreign, "");
  const yesterday = Date.now() / 1000 - 25 * 3600;
  utimesSync(old, yesterday, yesterday);
  utimesSync(foreign, yesterday, yesterday);
  keep(temporary);
  expect([young, old, foreign].map((path) => existsSync(path))).toEqual([true, false, true]);
});

it("can't be led out of its folder by the name of a tool", () => {
  const temporary = newFolder();
  const path = keepFullOutput({ toolName: "../../x", stream: "stderr", bytes: Buffer.from(""), env: { TMPDIR: temporary } }) ?? "";
  expect(dirname(path)).toBe(join(temporary, folderName));
  expect(path.endsWith(".stderr.txt")).toBe(true);
});
