import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, it } from "vitest";
import { readAudit } from "../../../src/call/audit-log.js";
import { noteBegun, readLog, writeLine } from "../../../src/call/log/log-file.js";
import type { AuditLine } from "../../../src/contract/call.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const program = fileURLToPath(new URL("append-many.mjs", import.meta.url));
let folder: string;
let log: { readonly file: string; readonly maxBytes: number; readonly keep: number };
beforeEach(() => {
  folder = join(temporaryFolder(), "state");
  log = { file: join(folder, "audit.jsonl"), maxBytes: 1_000_000, keep: 3 };
});

const lineOf = (id: number, more: Partial<AuditLine> = {}): AuditLine => ({
  time: new Date(id).toISOString(),
  id: id.toString(16).padStart(16, "0"),
  tool: "say",
  via: "call",
  pid: process.pid,
  outcome: "done",
  ...more,
});
const start = (...args: readonly (string | number)[]): ChildProcess =>
  spawn(process.execPath, [program, log.file, ...args.map(String)], { stdio: ["ignore", "ignore", "inherit"] });
const whole = (file: string) => {
  const text = readFileSync(file, "utf8");
  expect(text === "" || text.endsWith("\n")).toBe(true);
  return text
    .split("\n")
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
};
const files = () => readdirSync(folder).filter((name) => !/\.lock/.test(name));

it("keeps a line a call where its owner alone can read it", () => {
  writeLine(log, lineOf(1));
  writeLine(log, lineOf(2));
  expect(readLog(log.file)).toEqual([lineOf(1), lineOf(2)]);
  expect(statSync(log.file).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it("has a whole line of each of many processes that write at once", async () => {
  const children = Array.from({ length: repeat({ usual: 12, soak: 200 }) }, () => start(5, 1e9, "noted"));
  await Promise.all(children.map((child) => once(child, "exit")));
  expect(children.map(({ exitCode }) => exitCode)).toEqual(children.map(() => 0));
  expect(whole(log.file)).toHaveLength(5 * children.length);
  expect(new Set(readLog(log.file).map(({ id }) => id)).size).toBe(5 * children.length);
  expect(files()).toEqual(["audit.jsonl"]);
});

it("loses none while files are put aside under those who write", async () => {
  const children = Array.from({ length: repeat({ usual: 5, soak: 12 }) }, () => start(150, 65_536));
  await Promise.all(children.map((child) => once(child, "exit")));
  expect(files().length).toBeGreaterThan(2);
  expect(files().flatMap((name) => whole(join(folder, name)))).toHaveLength(150 * children.length);
  expect(readAudit(log.file)).toHaveLength(150 * children.length);
});

it("keeps as many files as configured, and deletes none that another process may be writing to", () => {
  for (let id = 1; id <= 40; id++) {
    writeLine({ ...log, maxBytes: 150 }, lineOf(id, { rule: "x".repeat(80) }));
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), new Date(0), new Date(0));
  }
  expect(files().length).toBeLessThanOrEqual(5);
  expect(readLog(log.file).at(-1)?.id).toBe(lineOf(40).id);
  const before = files().length;
  for (let id = 41; id <= 50; id++) writeLine({ ...log, maxBytes: 150 }, lineOf(id, { rule: "x".repeat(80) }));
  expect(files().length).toBeGreaterThan(before);
});

it("is whole after processes were killed in the middle of writing", async () => {
  const children = Array.from({ length: repeat({ usual: 3, soak: 6 }) }, () => start(2, 1e9, "forever"));
  while (!existsSync(log.file) || statSync(log.file).size < 200_000) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(children.map((child) => once(child, "exit")));
  writeLine(log, lineOf(1));
  const text = readFileSync(log.file, "utf8");
  // A write may be cut off between two pages of memory: what is left of it stands in a line of its own.
  const broken = text.split("\n").filter((line) => line !== "" && !isJson(line));
  expect(broken.length).toBeLessThanOrEqual(children.length);
  expect(readLog(log.file)[0]).toEqual(lineOf(1));
});

it("ends what was left of a line before it writes the next", () => {
  writeLine(log, lineOf(1));
  appendFileSync(log.file, '{"time":"2026-01-0');
  writeLine(log, lineOf(2));
  writeLine(log, lineOf(3));
  expect(readFileSync(log.file, "utf8").split("\n")).toHaveLength(5);
  expect(readLog(log.file)).toEqual([lineOf(1), lineOf(2), lineOf(3)]);
});

it("has a line of a call whose process was killed: the next who writes makes it, once", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const begun = lineOf(7, { pid: child.pid ?? 0 });
  noteBegun(log, begun);
  noteBegun(log, lineOf(8));
  writeLine(log, lineOf(1));
  expect(readLog(log.file)).toEqual([lineOf(1)]);
  child.kill("SIGKILL");
  await once(child, "exit");
  // The end of one that had its line, but not the time to remove its note.
  const gone = lineOf(9, { pid: child.pid ?? 0 });
  noteBegun(log, gone);
  writeFileSync(log.file, `${JSON.stringify(gone)}\n`, { flag: "a" });
  // And half a note.
  writeFileSync(`${log.file}.begun-${child.pid}-00000000000000aa`, '{"time":');
  writeLine(log, lineOf(2));
  expect(readLog(log.file)).toEqual([lineOf(1), lineOf(2), { ...begun, outcome: "interrupted" }, gone]);
  expect(files()).toEqual(["audit.jsonl", `audit.jsonl.begun-${process.pid}-${lineOf(8).id}`]);
  // Another may have seen it gone that was only somewhere else.
  writeLine(log, begun);
  expect(readLog(log.file).find(({ id }) => id === begun.id)).toEqual(begun);
});

it("writes to a regular file of this user alone, and waits for no pipe", () => {
  mkdirSync(folder);
  writeFileSync(join(folder, "target"), "mine");
  symlinkSync(join(folder, "target"), log.file);
  for (const file of [log.file, "/dev/null", "/dev/full", "/proc/nothing/here", folder]) {
    expect(() => noteBegun({ ...log, file }, lineOf(1))).toThrow();
    expect(() => writeLine({ ...log, file }, lineOf(1))).toThrow();
  }
  expect(readFileSync(join(folder, "target"), "utf8")).toBe("mine");
});

it("selects by time, tool and refusal; there is nothing where there is no file", () => {
  expect(readAudit(log.file)).toEqual([]);
  expect(existsSync(folder)).toBe(false);
  const lines = [lineOf(1000), lineOf(2000, { tool: "push", outcome: "denied" }), lineOf(3000, { tool: "push" })];
  for (const line of lines) writeLine(log, line);
  expect(readAudit(log.file, { since: 2000 })).toEqual(lines.slice(1));
  expect(readAudit(log.file, { tool: "push", denied: true })).toEqual([lines[1]]);
  chmodSync(folder, 0o700);
});

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
