import { cpSync, existsSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { type DefinedTool, defineTool } from "../../../src/agent/tool/define-tool.js";
import { locationsOf } from "../../../src/agent/tool/locations.js";
import { isWithin } from "../../../src/call/paths.js";
import type { ToolModule } from "../../../src/call/tool-index.js";
import { builtProject } from "../../kit/project.js";
import { repeat } from "../../kit/repeat.js";
import { noSandbox } from "../process/sandbox/sandboxed.js";
import { type HostilePath, hostilePaths } from "./hostile-paths.js";
import {
  callIn,
  canary,
  type HostileWorld,
  hostileWorld,
  inside,
  sandboxedWays,
  toolsOf,
  untouchable,
  type Way,
  ways,
} from "./hostile-world.js";

// Real programs that read and write, called as clients call them. Outside of the roots everything holds a canary, and nothing may change.

const world = hostileWorld();

const handlerSpec = `kind: edit
schema: { properties: { path: { type: string, description: Where. } }, required: [path] }
paths: { path: readWrite }
handler: ./take.mjs#take
`;

/** Reads the file, then writes it; what can't be done is left. */
const handlerSource = `import { readFileSync, writeFileSync } from "node:fs";
const tried = (what) => { try { return what(); } catch { return ""; } };
export const take = ({ path }) => {
  const text = tried(() => readFileSync(path, "utf8"));
  tried(() => writeFileSync(path, "written"));
  return text;
};
`;

const handlerWay: Way = {
  name: "is read and written by a handler",
  writes: true,
  root: "workspace",
  params: (path) => ({ path }),
  spec: handlerSpec,
};

/** The tool of that way, as a build makes it; its handler's bundle lies where the project in this world would have it. */
function handlerTool({ roots }: HostileWorld): DefinedTool {
  const project = builtProject({
    "tools.d/take.yaml": `name: take\ndescription: Take a path.\n${handlerSpec}`,
    "tools.d/take.mjs": handlerSource,
  });
  const bin = "generated/bin";
  cpSync(join(project, bin, "handlers"), join(roots.workspace, bin, "handlers"), { recursive: true });
  const { definition, validate } = createRequire(import.meta.url)(join(project, bin, "tools/take.cjs")) as ToolModule;
  const schema = { type: "object" };
  const locations = [{ path: ["path"], line: undefined }];
  return { ...defineTool(definition, schema, { format: 2, displayName: "Take", description: "Take a path.", locations }), validate };
}

let tools: ReadonlyMap<Way, DefinedTool>;
let before: ReturnType<typeof untouchable>;
beforeAll(async () => {
  tools = new Map([...(await toolsOf(noSandbox ? ways : [...ways, ...sandboxedWays])), [handlerWay, handlerTool(world)]]);
  before = untouchable(world);
});

const here = hostilePaths.filter(({ path }) => process.platform === "linux" || !/proc|dev/.test(path));

it("is a table of two hundred paths and more, each once", () => {
  expect(hostilePaths.length).toBeGreaterThanOrEqual(200);
  expect(new Set(hostilePaths.map(({ path }) => path)).size).toBe(hostilePaths.length);
});

/** True if a call with it must be refused before anything is started. */
function isRefused({ verdict }: HostilePath, { writes, root }: Way): boolean | undefined {
  if (verdict === "git") return writes;
  // The other root isn't the project's.
  if (verdict === "project") return writes && root !== "data";
  // Its files are there in some of these worlds, and then they are files like others.
  if (verdict === "foreign") return undefined;
  return verdict === "in" ? false : root === "any" ? undefined : true;
}

/** Each path is tried in each way; outside of the soak in one of ten, of which the next path has the next. */
const every = repeat({ usual: 10, soak: 1 });

it.each(here.map((each, i) => [each.name, each, i] as const))("lets nothing out by %s", (_, hostile, at) => {
  for (const [i, [way, tool]] of [...tools].entries()) {
    if ((i + at) % every !== 0) continue;
    // Where nothing bounds it, a call may write outside, so it is tried with what is protected everywhere.
    if (way.root === "any" && hostile.verdict !== "git" && hostile.verdict !== "project") continue;
    const root = way.root === "data" ? world.roots.data : world.roots.workspace;
    const path = hostile.path.replaceAll("ROOTNAME", basename(root)).replaceAll("ROOT", root).replaceAll("BASE", world.base);
    const outcome = callIn(world, tool, way.params(path));
    const shown = `${way.name}: ${JSON.stringify(outcome)}`;

    expect(outcome.stdout, shown).not.toContain(canary);
    // A refusal says the path; nothing else may say what is in a folder outside.
    if (outcome.exitCode !== 2) expect(outcome.stderr, shown).not.toContain(canary);
    const refused = isRefused(hostile, way);
    if (refused === true) expect([way.name, outcome.exitCode], shown).toEqual([way.name, 2]);
    // The world has files whose names begin some of these paths: there is nothing below a file.
    const isBelowFile = outcome.stderr.includes("is a file, not a folder");
    if (refused === false && !isBelowFile && !/run|result/.test(way.name))
      expect([way.name, outcome.exitCode !== 2], shown).toEqual([way.name, true]);
    if (outcome.exitCode !== 2) expectInside(locationsOf(tool, way.params(path), contextOf()), root);
  }
  expect(untouchable(world)).toEqual(before);
});

const contextOf = () => ({ workspace: world.roots.workspace, projectDir: world.roots.workspace, env: {} });

/** Checks that the locations of a call that a client gets lead into the root, by their letters and by their links. */
function expectInside(locations: readonly { readonly path: string }[], root: string): void {
  for (const { path } of locations) {
    if (path.startsWith(`${world.base}/${basename(root)}-link`)) continue;
    expect(isWithin(path, root), path).toBe(true);
    if (existsSync(path)) expect(isWithin(realpathSync(path), root), path).toBe(true);
  }
}

it("reads and writes what is inside in each of these ways", () => {
  const fresh = hostileWorld();
  const said = [...new Map([...tools, [handlerWay, handlerTool(fresh)]])].map(([way, tool]) => {
    const path = way.writes ? "src/new" : "src/a.ts";
    const { exitCode, stdout } = callIn(fresh, tool, way.params(path));
    const root = way.root === "data" ? fresh.roots.data : fresh.roots.workspace;
    const made = existsSync(join(root, "src/new"));
    rmSync(join(root, "src/new"), { recursive: true, force: true });
    return [way.name, way.writes ? made : exitCode === 0 && stdout.includes(inside)];
  });
  const searches = new Set(["runs in it", "runs below it", "lists", "takes its result from below it"]);
  expect(said.filter(([name, done]) => !done && !searches.has(String(name)))).toEqual([]);
});
