import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { boundary } from "../../../src/contract/node-host/boundary.js";
import { tryHardLinkLock, withLock } from "../../../src/contract/node-host/lock.js";
import { processSpace, processStat } from "../../../src/contract/process.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

let folder: string;
let lock: string;
beforeEach(() => {
  folder = temporaryFolder();
  lock = join(folder, "lock");
});

const take = () => tryHardLinkLock(lock, join(folder, "own"));
const started = (pid: number) => processStat(pid)?.start;
const isHeldByThis = () => readFileSync(lock, "utf8").startsWith(`${process.pid} ${lstatSync(lock).ino} `);

interface Holder {
  readonly pid?: number | string;
  readonly ino?: number;
  readonly start?: string | undefined;
  readonly space?: string;
  readonly ageMs?: number;
}

/** Puts a lock there that names another holder: by default one that is held, by the process of this machine that lives longest. */
function putLock({ pid = 1, ino, start = started(1), space = processSpace(), ageMs = 0 }: Holder, path = lock) {
  writeFileSync(path, "");
  writeFileSync(path, `${pid} ${ino ?? lstatSync(path).ino} ${start} ${space}`);
  const at = (Date.now() - ageMs) / 1000;
  utimesSync(path, at, at);
}

it("takes a lock once, names its holder, and leaves nothing after its release", () => {
  const release = take();
  expect(readFileSync(lock, "utf8")).toBe(`${process.pid} ${lstatSync(lock).ino} ${started(process.pid)} ${processSpace()}`);
  expect(take()).toBeUndefined();
  expect(readdirSync(folder)).toEqual(["lock"]);
  release?.();
  expect(readdirSync(folder)).toEqual([]);
  expect(take()).toBeDefined();
});

it("replaces a leftover of its own file, and releases no lock but its own", () => {
  writeFileSync(join(folder, "own"), "left");
  const release = take();
  // As long as the file exists, no other one has its number.
  renameSync(lock, join(folder, "moved"));
  for (const pid of [1, process.pid]) {
    putLock({ pid, start: started(pid) });
    release?.();
    expect(existsSync(lock)).toBe(true);
  }
});

const minute = 60_000;

it.each<[string, Holder]>([
  ["of a process that has ended", { pid: 999_999_999 }],
  ...(started(1) === undefined ? [] : [["of a process whose number another one has now", { start: "1@another-boot" }] as [string, Holder]]),
  ["that came by a copy", { ino: 1 }],
  ["of another machine that is ten minutes old", { space: "elsewhere", ageMs: 10 * minute }],
  ["of another machine from the future", { space: "elsewhere", ageMs: -11 * minute }],
  ["that names no process", { pid: "0" }],
  ["that names nothing", { pid: "x" }],
])("replaces a lock %s", (_, holder) => {
  putLock(holder);
  const release = take();
  expect(isHeldByThis()).toBe(true);
  expect(readdirSync(folder)).toEqual(["lock"]);
  release?.();
  expect(readdirSync(folder)).toEqual([]);
});

it.each<[string, Holder]>([
  ["of a process that runs", {}],
  ["of a process that runs, however old it is", { ageMs: 60 * minute }],
  ["of a process whose start isn't known", { start: "undefined" }],
  ["of another machine", { space: "elsewhere", pid: 999_999_999, ageMs: 9 * minute }],
  ["of another machine whose clock is ahead", { space: "elsewhere", pid: 999_999_999, ageMs: -9 * minute }],
])("leaves a lock %s", (_, holder) => {
  putLock(holder);
  const before = readFileSync(lock, "utf8");
  expect(take()).toBeUndefined();
  expect(readFileSync(lock, "utf8")).toBe(before);
  expect(readdirSync(folder)).toEqual(["lock"]);
});

it("replaces a link with the lock's name, and writes nothing where it leads", () => {
  const target = join(folder, "target");
  writeFileSync(target, `1 ${lstatSync(folder).ino} ${started(1)} ${processSpace()}`);
  symlinkSync(target, lock);
  take();
  expect(isHeldByThis()).toBe(true);
  expect(readFileSync(target, "utf8")).toMatch(/^1 /);
});

it("replaces a void lock only with the right to do so, which may be void itself", () => {
  putLock({ pid: 999_999_999 });
  putLock({}, `${lock}.next`);
  expect(take()).toBeUndefined();
  expect(readdirSync(folder).sort()).toEqual(["lock", "lock.next"]);
  putLock({ pid: 999_999_999 }, `${lock}.next`);
  take();
  expect(isHeldByThis()).toBe(true);
  expect(readdirSync(folder)).toEqual(["lock"]);
});

it("doesn't take a lock whose folder is gone, and throws where the disk takes no file", () => {
  expect(tryHardLinkLock(join(folder, "gone/lock"), join(folder, "own"))).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
  expect(() => tryHardLinkLock(lock, join(folder, "x".repeat(300)))).toThrow("ENAMETOOLONG");
});

it("runs one action at a time, and releases the lock and its empty folders also if one fails", async () => {
  const bounds = boundary(folder);
  const order: string[] = [];
  const slow = withLock(bounds, "a/b/lock", async () => {
    order.push("first begins");
    await new Promise(setImmediate);
    order.push("first ends");
    throw new Error("it failed");
  });
  const next = withLock(bounds, "a/b/lock", async () => order.push("second"));
  await expect(slow).rejects.toThrow("it failed");
  expect(await next).toBe(3);
  expect(order).toEqual(["first begins", "first ends", "second"]);
  expect(readdirSync(folder)).toEqual([]);
});

it("names the process that holds a lock for two minutes", async () => {
  putLock({});
  const now = vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValueOnce(119_999).mockReturnValue(120_000);
  await expect(withLock(boundary(folder), "lock", async () => "never")).rejects.toMatchObject({
    code: "EBUSY",
    path: "lock",
    message: expect.stringContaining("process 1 holds it"),
  });
  expect(now).toHaveBeenCalledTimes(3);
  now.mockRestore();
});

it("runs without a lock where none can be created", async () => {
  writeFileSync(join(folder, "file"), "");
  expect(await withLock(boundary(folder), "file/lock", async () => "ran")).toBe("ran");
  expect(readdirSync(folder)).toEqual(["file"]);
});
