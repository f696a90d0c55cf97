import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { DefinedTool } from "../../src/agent/tool/define-tool.js";
import { prepareOrRefuse } from "../../src/call/execute-call.js";
import { hostilePaths } from "../call/paths/hostile-paths.js";
import { canary, hostileWorld, toolsOf, untouchable, type Way, ways } from "../call/paths/hostile-world.js";
import { anyCharacter } from "../kit/any-character.js";
import { repeat } from "../kit/repeat.js";

// The paths of test/call/paths/hostile-paths.ts, put together. What a program would get is opened here as the system opens it: its links, not ours.

const world = hostileWorld();
const root = world.roots.workspace;

/** Ways to hand a path over whose program only has to open it. */
const opened = ["reads", "writes", "reads and writes", "reads behind text", "writes behind text", "runs in it"];
let tools: readonly (readonly [Way, DefinedTool])[];
beforeAll(async () => {
  tools = [...(await toolsOf(ways.filter(({ name }) => opened.includes(name))))];
  expect(tools.length).toBe(opened.length);
});

const places = (path: string) => path.replaceAll("ROOTNAME", basename(root)).replaceAll("ROOT", root).replaceAll("BASE", world.base);
const known = hostilePaths.filter(({ path }) => path.length < 200).map(({ path }) => places(path));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...known) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "..",
      ".",
      "",
      "src",
      "deep",
      "in.txt",
      "new",
      "outside",
      "secret",
      "dir",
      ".git",
      "config",
      basename(root),
      "data",
      "proc",
      "self",
      "root",
      "cwd",
      "tmp",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 3 }) },
);
const path = fc
  .tuple(
    fc.constantFrom("", "", "", "/", "./", "//", `${root}/`, `${world.base}/`, "/proc/self/cwd/", "~/", "file://", '"', "`", "[a]("),
    fc.array(step, { minLength: 1, maxLength: 5 }),
    fc.constantFrom("/", "/", "//", "/./"),
    fc.constantFrom("", "", "/", "/.", "/..", '"', "`", ")"),
  )
  .map(([start, steps, between, end]) => start + steps.join(between) + end);

/** Uses an argument as a program would: reads it, or writes to it. */
function open(file: string, writes: boolean): string {
  try {
    if (!writes) return readFileSync(file, "utf8");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "written", { flag: "a" });
  } catch {
    // What can't be opened can't be abused.
  }
  return "";
}

it("would see a path that leads out", () => {
  for (const way of ["../outside/secret", "out-dir/secret", "src/../../outside/secret"])
    expect(open(resolve(root, way), false)).toContain(canary);
});

it("gives programs no path that leads out of its root, however paths are put together", () => {
  const before = untouchable(world);
  const context = { workspace: root, projectDir: root, env: {} };
  let passed = 0;
  const property = fc.property(path, fc.nat(), (given, at) => {
    const [way, tool] = tools[at % tools.length] ?? [];
    if (way === undefined || tool === undefined) return;
    const prepared = prepareOrRefuse(tool, way.params(given), context);
    if (!prepared.ok) return;
    passed++;
    const { args, cwd } = prepared.call;
    const last = (args.at(-1) ?? "").replace(/^(?:if|of)=/, "");
    const isFolder = way.name === "runs in it";
    const read = isFolder ? open(resolve(cwd, "secret"), false) : open(resolve(cwd, last), way.writes);
    expect(read, `${way.name} ${JSON.stringify(given)} as ${JSON.stringify([cwd, ...args])}`).not.toContain(canary);
    if (way.writes && passed % 50 === 0) expect(untouchable(world), JSON.stringify(given)).toEqual(before);
  });
  fc.assert(property, { numRuns: repeat({ usual: 2_500, soak: 30_000, long: 200_000 }) });
  expect(untouchable(world)).toEqual(before);
  expect(passed).toBeGreaterThan(250);
});
