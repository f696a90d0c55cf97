import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { sayTool } from "../../kit/project.js";
import { repeat, sampled } from "../../kit/repeat.js";
import { temporaryCopy, temporaryFolder } from "../../kit/temporary-folder.js";
import { program, toolgen } from "../../kit/toolgen.js";

// The built program as a process, which dies or fails at one of the changes that it makes to the disk. What comes after is the next build.

const faulty = fileURLToPath(new URL("faulty-fs.mjs", import.meta.url));
const times = repeat({ usual: 1, soak: 6, long: 200 });

const named = (name: string, more = "") => sayTool.replace("name: say", `name: ${name}`).replace("[speak]", "[]") + more;
const first = { "tools.d/say.yaml": sayTool, "tools.d/gone.yaml": named("gone"), "tools.d/kept.yaml": named("kept") };
const second = {
  "tools.d/say.yaml": sayTool.replace("out loud", "in a low voice"),
  "tools.d/added.yaml": named("added"),
  "tools.d/kept.yaml": first["tools.d/kept.yaml"],
};
/** Files of the user in the output folder and the cache. */
const foreign = { "generated/NOTES.md": "mine", "generated/bin/own.sh": "mine", ".toolgen/own.txt": "mine", "src/main.ts": "mine" };

/** A project that was built of the first specs, and what builds of both leave behind. */
let built = "";
let expected: { readonly first: Files; readonly second: Files };

beforeAll(() => {
  built = temporaryFolder();
  put(built, { ...first, ...foreign });
  expect(toolgen(built, ["build"]).stderr).toBe("");
  const other = temporaryCopy(built);
  use(other, second);
  expect(toolgen(other, ["build"]).stderr).toBe("");
  expected = { first: outputs(built), second: outputs(other) };
});

type Files = Readonly<Record<string, string>>;

function put(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function use(folder: string, specs: Files): void {
  rmSync(join(folder, "tools.d"), { recursive: true });
  put(folder, specs);
}

const listed = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** Every file but those of the cache. */
const outputs = (folder: string): Files =>
  Object.fromEntries(
    listed(folder)
      .filter((path) => !path.startsWith(".toolgen/cache/"))
      .map((path) => [`${path} ${(statSync(join(folder, path)).mode & 0o111) === 0 ? "" : "x"}`, readFileSync(join(folder, path), "utf8")]),
  );

interface Fault {
  readonly at: number;
  readonly fault?: string;
  readonly count?: true;
}

const environment = (folder: string, fault: Fault) => ({ ...process.env, NODE_OPTIONS: "", FAULT: JSON.stringify({ folder, ...fault }) });

function faultyBuild(folder: string, fault: Fault) {
  const { signal, status, stderr } = spawnSync(process.execPath, ["--import", faulty, program, "build"], {
    cwd: folder,
    env: environment(folder, fault),
    encoding: "utf8",
  });
  return { signal, status, stderr };
}

/** A copy of the built project with the second specs, cold (never built, no outputs) or warm. */
function changed(isCold: boolean): string {
  const folder = temporaryCopy(built);
  if (isCold) {
    rmSync(join(folder, "generated"), { recursive: true });
    rmSync(join(folder, ".toolgen"), { recursive: true });
    put(folder, foreign);
  }
  use(folder, second);
  return folder;
}

/** The next build, of the same specs or of those before, leaves what it always does, and a check agrees. */
function expectRepaired(folder: string, specs: "first" | "second", what: string): void {
  if (specs === "first") use(folder, first);
  const { status, stderr } = toolgen(folder, ["build"]);
  expect([status, stderr], what).toEqual([0, ""]);
  expect(outputs(folder), what).toEqual(expected[specs]);
  expect(
    listed(folder).filter((path) => /tmp|lock|journal/.test(path)),
    what,
  ).toEqual([]);
  expect(toolgen(folder, ["build", "--check"]), what).toMatchObject({ status: 0 });
  rmSync(folder, { recursive: true });
}

/** Turns from 0 to `count`, all of them or as many as there is time for, spread evenly. */
const spread = (count: number): readonly number[] =>
  count <= times
    ? Array.from({ length: count }, (_, i) => i)
    : Array.from({ length: times }, (_, i) => Math.floor(((i + Math.random()) * count) / times));

const counted = new Map<boolean, number>();

/** The number of changes that a build makes to the disk, which is the same each time. */
function countChanges(isCold: boolean): number {
  const known = counted.get(isCold);
  if (known !== undefined) return known;
  const folder = changed(isCold);
  const { stderr, status } = faultyBuild(folder, { at: -1, count: true });
  expect(status).toBe(0);
  rmSync(folder, { recursive: true });
  const count = Number(/changes (\d+)/.exec(stderr)?.[1]);
  counted.set(isCold, count);
  return count;
}

const kills = [
  ["a first build", true, "before"],
  ["a first build", true, "within"],
  ["a first build", true, "after"],
  ["a build of changes", false, "before"],
  ["a build of changes", false, "within"],
  ["a build of changes", false, "after"],
] as const;

it.each(sampled(kills, { usual: 3, kind: ([, , fault]) => fault }))(
  "repairs %s that was killed at any change of the disk (cold: %s, %s it)",
  (_name, isCold, fault) => {
    const count = countChanges(isCold);
    expect(count).toBeGreaterThan(30);
    for (const at of spread(count)) {
      const folder = changed(isCold);
      expect(faultyBuild(folder, { at, fault }).signal, `change ${at}`).toBe("SIGKILL");
      expectRepaired(folder, at % 2 === 0 ? "second" : "first", `killed ${fault} change ${at} of ${count}`);
    }
  },
);

const canTrace = spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status === 0;

it.skipIf(!canTrace)("repairs one that the kernel ends at a system call (needs strace)", () => {
  for (const call of sampled(["rename", "unlink", "mkdir", "link"], { usual: 2 })) {
    for (const when of spread(12)) {
      const folder = changed(when % 2 === 0);
      const inject = `inject=${call}:signal=SIGKILL:when=${when + 1}`;
      const { signal, status } = spawnSync("strace", ["-qq", "-o", "/dev/null", "-e", inject, process.execPath, program, "build"], {
        cwd: folder,
        env: environment(folder, { at: -1 }),
      });
      // There may be fewer calls of a kind.
      expect(signal ?? status).toSatisfy((end) => end === "SIGKILL" || end === 137 || end === 0);
      expectRepaired(folder, "second", inject);
    }
  }
});

it.each(sampled(["ENOSPC", "EROFS", "EACCES", "EDQUOT"], { usual: 2 }))(
  "says in words that the disk refuses with %s, and completes the work later",
  (fault) => {
    const count = countChanges(false);
    for (const at of spread(count)) {
      const folder = changed(false);
      const { status, stderr, signal } = faultyBuild(folder, { at, fault });
      expect(signal).toBeNull();
      // A cache that can't be written is not a failure.
      expect([0, 1], stderr).toContain(status);
      if (status === 1) expect(stderr).toContain("cannot-write");
      expectRepaired(folder, at % 2 === 0 ? "second" : "first", `${fault} from change ${at} of ${count}`);
    }
  },
);

it("lets builds at the same time, some of them killed, write one after the other", async () => {
  for (let round = 0; round < Math.ceil(times / 4); round++) {
    const folder = changed(round % 2 === 0);
    const builds = Array.from({ length: 3 }, (_, i) =>
      spawn(process.execPath, ["--import", faulty, program, "build"], {
        cwd: folder,
        env: environment(folder, i === 0 ? { at: Math.floor(Math.random() * 60), fault: "within" } : { at: -1 }),
        stdio: ["ignore", "ignore", "pipe"],
      }),
    );
    const ends = await Promise.all(
      builds.map(async (child) => {
        let stderr = "";
        child.stderr.on("data", (chunk) => {
          stderr += String(chunk);
        });
        const [code, signal] = await once(child, "close");
        return { code, signal, stderr };
      }),
    );
    for (const { code, signal, stderr } of ends) expect(signal ?? `${code} ${stderr}`).toMatch(/^(?:SIGKILL|0 )/);
    expectRepaired(folder, "second", `round ${round}`);
  }
});

it("notices a change by a clock that jumps, in the times of files and in its own", () => {
  const clock = join(temporaryFolder(), "clock.mjs");
  const clocks = [
    [400, 2040],
    [-400, 1990],
  ] as const;
  for (const [days, year] of sampled(clocks, { usual: 1 })) {
    writeFileSync(clock, `const now = Date.now; Date.now = () => now() + ${days * 86_400_000};`);
    const folder = changed(false);
    const jump = () => spawnSync(process.execPath, ["--import", clock, program, "build"], { cwd: folder, encoding: "utf8" });
    expect(jump().status).toBe(0);
    use(folder, first);
    for (const path of listed(folder)) utimesSync(join(folder, path), new Date(`${year}-01-01`), new Date(`${year}-01-01`));
    expect(jump().status).toBe(0);
    expectRepaired(folder, "first", `by ${days} days`);
  }
});

it("removes what a build leaves that was killed as it took the lock, also if nothing has changed", () => {
  const folder = temporaryCopy(built);
  expect(toolgen(folder, ["build"]).stdout).toContain("3 tools");
  expect(toolgen(folder, ["build"]).stdout).toContain("nothing changed");
  const gone = spawnSync(process.execPath, ["-e", ""]).pid;
  const leftovers = [`build.lock.${gone}`, "build.lock.999999999"];
  const others = [`build.lock.${process.pid}`, "build.lock.txt", "build.lock.-1"];
  const inCache = (name: string) => join(folder, ".toolgen/cache", name);
  for (const command of ["build", "check"]) {
    for (const name of [...leftovers, ...others]) writeFileSync(inCache(name), "");
    expect(toolgen(folder, [command]).status).toBe(0);
    expect(leftovers.filter((name) => existsSync(inCache(name)))).toEqual([]);
    expect(others.filter((name) => !existsSync(inCache(name)))).toEqual([]);
  }
});

it("waits for no lock of a process that is gone, or that came with the project", () => {
  for (const text of sampled(["", "garbage", "1 1", `${process.pid} 1`, "999999999 5"], { usual: 3 })) {
    const folder = changed(false);
    put(folder, { ".toolgen/cache/build.lock": text });
    expectRepaired(folder, "second", text);
    expect(existsSync(join(folder, ".toolgen/cache/build.lock"))).toBe(false);
  }
});
