import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { tryLineFileLock } from "../../../src/call/line-file.js";
import { processSpace, processStat } from "../../../src/contract/process.js";
import { eventually } from "../../kit/eventually.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

/**
 * Takes a lock as often as its arguments say, and while it holds it appends a line before and after a moment. Arguments:
 * the bundle of `tryLineFileLock`, the lock, a log, how often, and "hold" to keep the first one forever.
 */
const source = `import { appendFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [bundle = "", path = "", log = "", times = "1", hold] = process.argv.slice(2);
const { tryLineFileLock } = await import(pathToFileURL(bundle).href);
for (let taken = 0; taken < Number(times); ) {
  const lock = tryLineFileLock(path);
  if (lock === undefined) continue;
  taken++;
  appendFileSync(log, \`+\${process.pid}\n\`);
  if (hold === "hold") {
    setInterval(() => {}, 1000);
    break;
  }
  const until = performance.now() + Math.random();
  while (performance.now() < until);
  appendFileSync(log, \`-\${process.pid}\n\`);
  lock.release();
}
`;
const program = join(temporaryFolder(), "take-lock.mjs");
writeFileSync(program, source);
const bundle = join(temporaryFolder(), "lock.mjs");
/** The lock of background programs, with the same functions. */
const background = join(dirname(bundle), "background.mjs");
/** The lock of builds, likewise. */
const builds = join(dirname(bundle), "builds.mjs");
beforeAll(() => {
  const options = { bundle: true, platform: "node", format: "esm" } as const;
  buildSync({ ...options, entryPoints: ["src/call/line-file.ts"], outfile: bundle });
  const contents = `
    import { releaseStartLock, takeStartLock } from "./src/call/process/start-lock.js";
    export const tryLineFileLock = (path) => (takeStartLock(path) ? { release: () => releaseStartLock(path) } : undefined);`;
  buildSync({ ...options, stdin: { contents, resolveDir: process.cwd(), loader: "ts" }, outfile: background });
  const ofBuilds = `
    import { tryHardLinkLock } from "./src/contract/node-host/lock.js";
    export const tryLineFileLock = (path) => {
      const release = tryHardLinkLock(path, path + "." + process.pid);
      return release && { release };
    };`;
  buildSync({ ...options, stdin: { contents: ofBuilds, resolveDir: process.cwd(), loader: "ts" }, outfile: builds });
});
const started = new Set<ChildProcess>();
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
});

let path: string;
let log: string;
beforeEach(() => {
  path = join(temporaryFolder(), "a.lock");
  log = join(dirname(path), "log");
});

/** A process that takes the lock some times, or that takes it and keeps it. */
function taker(times: number, { hold = "", from = bundle } = {}): ChildProcess {
  const child = spawn(process.execPath, [program, from, path, log, String(times), hold], { stdio: ["ignore", "ignore", "inherit"] });
  started.add(child);
  return child;
}
const lines = () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(0, -1) : []);
const others = () => readdirSync(dirname(path)).filter((name) => name !== "log");

async function killedHolder(): Promise<string> {
  const before = lines().length;
  const child = taker(1, { hold: "hold" });
  expect(await eventually(() => lines().length > before)).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  return readlinkSync(path);
}

it("is held by one at a time, and is free after its release", () => {
  const first = tryLineFileLock(path);
  expect([first?.isOwn(), tryLineFileLock(path)]).toEqual([true, undefined]);
  first?.release();
  expect(others()).toEqual([]);
  const second = tryLineFileLock(path);
  first?.release();
  expect([first?.isOwn(), second?.isOwn()]).toEqual([false, true]);
});

it("takes over the lock of a process that was killed, at once", async () => {
  await killedHolder();
  expect(tryLineFileLock(path)?.isOwn()).toBe(true);
  expect(others()).toEqual(["a.lock"]);
});

it("takes over the lock of a process that was killed and not yet reaped", async () => {
  // The child stays a zombie, because its parent stops before the child's end.
  const script = `"$0" "$1" "$2" "$3" "$4" 1 hold & echo $!; kill -STOP $$`;
  const parent = spawn("sh", ["-c", script, process.execPath, program, bundle, path, log], { stdio: ["ignore", "pipe", "inherit"] });
  started.add(parent);
  const [pid] = await once(parent.stdout as NonNullable<typeof parent.stdout>, "data");
  expect(await eventually(() => lines().length === 1)).toBe(true);
  expect(tryLineFileLock(path)).toBeUndefined();
  process.kill(Number(pid), "SIGKILL");
  if (process.platform === "linux") expect(await eventually(() => processStat(Number(pid))?.isZombie === true)).toBe(true);
  expect(tryLineFileLock(path)?.isOwn()).toBe(true);
});

it("doesn't take over the lock of a process that lives, until it is a minute old", () => {
  const held = tryLineFileLock(path);
  lutimesSync(path, new Date(), new Date(Date.now() - 59_000));
  expect(tryLineFileLock(path)).toBeUndefined();
  lutimesSync(path, new Date(), new Date(Date.now() - 61_000));
  const next = tryLineFileLock(path);
  expect([held?.isOwn(), next?.isOwn()]).toEqual([false, true]);
  lutimesSync(path, new Date(), new Date(Date.now() + 61_000));
  expect(tryLineFileLock(path)?.isOwn()).toBe(true);
});

/** The text of a lock with one of its parts changed. */
function written(change: Partial<{ readonly pid: number; readonly start: string; readonly space: string }>): string {
  const { pid = process.pid, start = processStat(process.pid)?.start, space = processSpace() } = change;
  return `${pid} ${start} 0123456789abcdef ${space}`;
}

it.runIf(process.platform === "linux")("takes over the lock of a process whose number another one has now", () => {
  symlinkSync(written({}), path);
  expect(tryLineFileLock(path)).toBeUndefined();
  for (const start of [`1${processStat(process.pid)?.start}`, "1@11111111-2222-3333-4444-555555555555"]) {
    symlinkSync(written({ start }), `${path}.other`);
    expect(tryLineFileLock(`${path}.other`)?.isOwn(), start).toBe(true);
    tryLineFileLock(`${path}.other`)?.release();
    spawnSync("rm", ["-f", `${path}.other`]);
  }
  // Without start times, a number that is in use counts.
  symlinkSync(`${process.pid} undefined 0123456789abcdef ${processSpace()}`, `${path}.other`);
  expect(tryLineFileLock(`${path}.other`)).toBeUndefined();
});

it("judges no process of another machine or container by its number, only by the lock's age", async () => {
  const gone = spawn("true");
  await once(gone, "exit");
  for (const space of ["elsewhere", `${hostname()} another`, `${processSpace()}0`]) {
    const other = join(temporaryFolder(), "lock");
    symlinkSync(written({ pid: gone.pid ?? 0, space }), other);
    expect(tryLineFileLock(other), space).toBeUndefined();
    lutimesSync(other, new Date(), new Date(Date.now() - 61_000));
    expect(tryLineFileLock(other)?.isOwn(), space).toBe(true);
  }
});

const canUnshare = spawnSync("unshare", ["-rpf", "--mount-proc", "true"]).status === 0;

it.skipIf(!canUnshare)("is held by a process of a real container, which has another number here", async () => {
  const inside = spawn("unshare", ["-rpf", "--mount-proc", process.execPath, program, bundle, path, log, "1", "hold"], { detached: true });
  started.add(inside);
  expect(await eventually(() => lines().length === 1)).toBe(true);
  // Its number there is that of another process here, or of none.
  expect(readlinkSync(path)).toMatch(/^1 /);
  expect(tryLineFileLock(path)).toBeUndefined();
  process.kill(-(inside.pid ?? 0), "SIGKILL");
  await once(inside, "exit");
  // From here it can't be seen that it is gone.
  expect(tryLineFileLock(path)).toBeUndefined();
  lutimesSync(path, new Date(), new Date(Date.now() - 61_000));
  expect(tryLineFileLock(path)?.isOwn()).toBe(true);
});

it("leaves a folder, and takes over a file that says nothing only after a minute", () => {
  mkdirSync(path);
  lutimesSync(path, new Date(), new Date(0));
  expect(tryLineFileLock(path)).toBeUndefined();
  expect(lstatSync(path).isDirectory()).toBe(true);
  for (const text of ["", "{}", "0 1 0123456789abcdef x", "-1 1 0123456789abcdef x", `${process.pid}`]) {
    const file = join(temporaryFolder(), "lock");
    writeFileSync(file, text);
    expect(tryLineFileLock(file), text).toBeUndefined();
    lutimesSync(file, new Date(), new Date(Date.now() - 61_000));
    expect(tryLineFileLock(file)?.isOwn(), text).toBe(true);
    expect(readdirSync(dirname(file))).toEqual(["lock"]);
  }
});

/** The process that a lock names, in any of the three formats. */
function holderOf(lock: string): string | undefined {
  const stats = lstatSync(lock, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return (stats.isSymbolicLink() ? readlinkSync(lock) : readFileSync(lock, "utf8")).split(" ")[0];
}

/** No process takes the lock before the one that held it has released it, or was killed. */
function expectOneAtATime(killed: ReadonlySet<string>): void {
  let holder: string | undefined;
  for (const line of lines()) {
    const pid = line.slice(1);
    if (line.startsWith("+")) {
      expect(holder === undefined || killed.has(holder), `${holder} held it when ${pid} took it`).toBe(true);
      holder = pid;
    } else {
      expect(holder).toBe(pid);
      holder = undefined;
    }
  }
}

it.each([
  ["a file of lines", bundle, "a.lock"],
  ["background programs", background, "a.lock.lock"],
  ["builds", builds, "a.lock"],
])("goes to exactly one of several processes that find it abandoned at the same time (%s)", async (_of, from, lock) => {
  const killed = new Set<string>();
  for (let round = 0; round < repeat({ usual: 1, soak: 8, long: 60 }); round++) {
    const before = lines().length;
    const children = Array.from({ length: 5 }, () => taker(100, { from }));
    // Killed in the middle: while they hold the lock, while they take over another's, and between.
    for (const [i, child] of children.slice(0, 4).entries()) {
      expect(await eventually(() => lines().length > before + 40 * (i + 1))).toBe(true);
      child.kill("SIGKILL");
      await once(child, "exit");
      killed.add(String(child.pid));
    }
    const last = children[4] as ChildProcess;
    if (last.exitCode === null) await once(last, "exit");
    expect(last.exitCode).toBe(0);
    expectOneAtATime(killed);
    // The fourth may be killed when the fifth has already ended. Then the lock is abandoned, and the next one gets it.
    const holder = holderOf(join(dirname(path), lock));
    expect(holder === undefined || killed.has(holder), `${holder} ended without a release`).toBe(true);
    const next = taker(1, { from });
    await once(next, "exit");
    expect(next.exitCode).toBe(0);
    expectOneAtATime(killed);
    // A process that is killed as it takes the lock leaves its right, which the next one takes over, or its own file.
    const isLeft = (name: string) => /\.(?:right(?:\.[0-9a-f]{16})*|next)$/.test(name) || killed.has(name.slice("a.lock.".length));
    expect(others().filter((name) => !isLeft(name))).toEqual([]);
  }
});

const canTrace = spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status === 0;
let taking: readonly string[];
beforeEach(() => {
  taking = [process.execPath, program, bundle, path, log, "2"];
});
const syscalls = ["symlink", "symlinkat", "unlink", "unlinkat", "rename", "renameat", "renameat2"];

/** Which of these system calls a process makes that takes the lock twice, and how often. */
function tracedCalls(): ReadonlyMap<string, number> {
  const trace = join(temporaryFolder(), "trace");
  spawnSync("strace", ["-f", "-qq", "-o", trace, "-e", `trace=${syscalls.join()}`, ...taking], { stdio: "ignore" });
  const calls = new Map<string, number>();
  for (const [, call = ""] of readFileSync(trace, "utf8").matchAll(/^\d+ +(\w+)\(/gm)) calls.set(call, (calls.get(call) ?? 0) + 1);
  return calls;
}

it.skipIf(!canTrace)("is free at once after its holder was killed before any system call, and leaves nothing (needs strace)", () => {
  let kills = 0;
  for (const abandoned of [false, true]) {
    const abandon = () => abandoned && symlinkSync(written({ pid: spawnSync("true").pid, start: "1@x" }), path);
    abandon();
    for (const [call, times] of tracedCalls()) {
      for (let when = 1; when <= Math.min(times, 3); when++) {
        abandon();
        const inject = `inject=${call}:signal=SIGKILL:when=${when}`;
        const { signal, status } = spawnSync("strace", ["-f", "-qq", "-o", "/dev/null", "-e", inject, ...taking], { stdio: "ignore" });
        if (signal === "SIGKILL" || status === 137) kills++;
        const next = tryLineFileLock(path);
        expect(next?.isOwn(), inject).toBe(true);
        next?.release();
        expect(others(), inject).toEqual([]);
      }
    }
  }
  expect(kills).toBeGreaterThan(4);
});

it.skipIf(!canTrace)("is a file where there are no symbolic links (needs strace)", () => {
  const script = `
    import { tryLineFileLock } from ${JSON.stringify(bundle)};
    import { lstatSync } from "node:fs";
    const path = process.argv[2];
    const lock = tryLineFileLock(path);
    console.log(lstatSync(path).isFile(), lock.isOwn(), tryLineFileLock(path) === undefined);
    if (process.argv[3] === "release") lock.release();`;
  const file = join(temporaryFolder(), "hold.mjs");
  writeFileSync(file, script);
  for (const end of ["release", "keep"]) {
    const inject = ["-e", "inject=symlink,symlinkat:error=EPERM"];
    const { stdout } = spawnSync("strace", ["-f", "-qq", "-o", "/dev/null", ...inject, process.execPath, file, path, end], {
      encoding: "utf8",
    });
    expect(stdout).toBe("true true true\n");
    expect(existsSync(path)).toBe(end === "keep");
  }
  expect(tryLineFileLock(path)?.isOwn()).toBe(true);
});
