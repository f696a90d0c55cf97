import { spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { DefinedTool } from "../../../src/agent/tool/define-tool.js";
import { prepareCall } from "../../../src/call/prepare-call.js";
import { runPreparedCall } from "../../../src/call/run-call.js";
import { callTool } from "../../kit/printed.js";
import { repeat } from "../../kit/repeat.js";
import { noSandbox } from "../process/sandbox/sandboxed.js";
import { canary, type HostileWorld, hostileWorld, inside, toolsOf, untouchable, type Way, ways } from "./hostile-world.js";

// What holds though a second process puts other links into the workspace while calls run. docs/spec.md says what doesn't.

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanUp.splice(0)) clean();
});

function freshWorld(): HostileWorld {
  const world = hostileWorld();
  symlinkSync("src", join(world.roots.workspace, "swapped"));
  symlinkSync("in.txt", join(world.roots.workspace, "swapped-file"));
  writeFileSync(join(world.roots.workspace, "src/secret"), inside);
  writeFileSync(join(world.roots.workspace, "src/deep/secret"), inside);
  return world;
}

/** Swaps links between a place inside and one outside as fast as it can: 200,000 times or for 20 seconds at most. */
const swapper = `
const { renameSync, symlinkSync } = require("node:fs");
const until = Date.now() + 20_000;
const links = [["swapped", "src", "../outside/dir"], ["swapped-file", "in.txt", "../outside/secret"]];
for (let i = 0; i < 100_000 && Date.now() < until; i++) {
  for (const [name, ...places] of links) {
    symlinkSync(places[i % 2], "new-" + name);
    renameSync("new-" + name, name);
  }
  if (i === 0) process.stdout.write("swapping");
}`;

/** Swapping has begun. It ends by itself, and at the end of the test. */
async function startSwapping({ roots }: HostileWorld): Promise<void> {
  const child = spawn(process.execPath, ["-e", swapper], { cwd: roots.workspace, stdio: ["ignore", "pipe", "ignore"] });
  cleanUp.unshift(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
}

const contextOf = ({ base, roots }: HostileWorld) => ({
  workspace: roots.workspace,
  projectDir: roots.workspace,
  env: { PATH: process.env.PATH, HOME: base, TMPDIR: process.env.TMPDIR ?? "/tmp" },
});

let tools: ReadonlyMap<Way, DefinedTool>;
beforeAll(async () => {
  tools = await toolsOf(ways);
});

const bounded = ways.filter(({ root, name }) => root === "workspace" && name !== "lists");
function toolOf(way: Way): DefinedTool {
  const tool = tools.get(way);
  if (tool === undefined) throw new Error(`no tool that ${way.name}`);
  return tool;
}

/** A path whose last name is not a link, behind a link that is swapped. */
const behindLink = ({ name, writes }: Way) =>
  name.includes("runs") || name.includes("below") ? "swapped/deep/.." : writes ? "swapped/new" : "swapped/secret";

it("reads and writes nothing outside while a second process swaps a link on the way", async () => {
  const world = freshWorld();
  const before = untouchable(world);
  await startSwapping(world);
  for (let round = 0; round < repeat({ usual: 4, soak: 40 }); round++) {
    for (const way of bounded) {
      const { stdout, stderr, exitCode } = callTool(toolOf(way), way.params(behindLink(way)), contextOf(world));
      expect(stdout, way.name).not.toContain(canary);
      if (exitCode !== 2) expect(stderr, way.name).not.toContain(canary);
    }
  }
  expect(untouchable(world)).toEqual(before);
});

it.each(bounded.map((way) => [way.name, way] as const))("has found its place before it starts, where it %s", async (_, way) => {
  const world = freshWorld();
  const before = untouchable(world);
  const outcome = await runSwapped(world, toolOf(way), way.params(behindLink(way)), () => swap(world, "swapped", "../outside/dir"));
  // What is refused only now is in order too.
  expect(outcome.kind === "exited" ? outcome.stdout.toString() : "").not.toContain(canary);
  expect(untouchable(world)).toEqual(before);
});

const result = ways.filter(({ name }) => name === "takes its result from it" || name === "takes its result from below it");

it.each(result.map((way) => [way.name, way] as const))(
  "reads no result through a link that leads outside by now, where it %s",
  async (_, way) => {
    const world = freshWorld();
    const below = way.name.includes("below");
    const change = () => {
      if (!below) return swap(world, "swapped-file", "../outside/secret");
      // A folder that was none of the path's links is replaced by one.
      renameSync(join(world.roots.workspace, "src/deep"), join(world.roots.workspace, "src/moved"));
      symlinkSync("../../outside/dir", join(world.roots.workspace, "src/deep"));
    };
    const outcome = await runSwapped(world, toolOf(way), way.params(below ? "src/deep" : "swapped-file"), change);
    expect(outcome).toMatchObject({ kind: "exited", code: 1 });
    expect(outcome.kind === "exited" ? outcome.stderr.toString() : "").toContain("no longer leads into");
    expect(outcome.kind === "exited" ? outcome.stdout.toString() : canary).not.toContain(canary);
  },
);

/** A call between whose check and start something is changed. */
async function runSwapped(
  world: HostileWorld,
  tool: DefinedTool | undefined,
  params: Parameters<typeof prepareCall>[1],
  change: () => void,
) {
  if (tool === undefined) throw new Error("no tool");
  const context = contextOf(world);
  const prepared = prepareCall(tool, params, context);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
  change();
  return runPreparedCall(prepared.call, { timeoutMs: 20_000, signal: new AbortController().signal, env: context.env });
}

function swap({ roots }: HostileWorld, name: string, says: string): void {
  symlinkSync(says, join(roots.workspace, "new-link"));
  renameSync(join(roots.workspace, "new-link"), join(roots.workspace, name));
}

const sandboxed = [
  "write: none, read: workspace",
  "write: none, read: paths",
  "write: paths, read: paths",
  "write: workspace, read: workspace",
];

it.skipIf(noSandbox).each(sandboxed)("leads a program in a sandbox nowhere outside, { %s }", async (rules) => {
  const world = freshWorld();
  const writing = !rules.includes("none");
  const spec = ways.find(({ name }) => name === (writing ? "writes" : "reads"));
  if (spec === undefined) throw new Error("no such way");
  const way = { ...spec, spec: `${spec.spec}sandbox: { ${rules} }\n` };
  const [tool] = (await toolsOf([way])).values();
  const before = untouchable(world);
  // The last name is a link itself: without a sandbox the program would follow it.
  await runSwapped(world, tool, { path: "swapped-file" }, () => swap(world, "swapped-file", "../outside/secret"));
  await startSwapping(world);
  for (let round = 0; round < repeat({ usual: 2, soak: 25 }) && tool !== undefined; round++) {
    for (const path of ["swapped-file", "swapped/secret"]) {
      expect(callTool(tool, { path }, contextOf(world)).stdout).not.toContain(canary);
    }
  }
  expect(untouchable(world)).toEqual(before);
});

it.skipIf(noSandbox)(
  "leads a program in the sandbox of a whole workspace nowhere outside, though a folder of the path is replaced",
  async () => {
    const world = freshWorld();
    const spec = ways.find(({ name }) => name === "writes");
    if (spec === undefined) throw new Error("no such way");
    const [tool] = (await toolsOf([{ ...spec, spec: `${spec.spec}sandbox: { write: workspace }\n` }])).values();
    const before = untouchable(world);
    await runSwapped(world, tool, { path: "src/deep/secret" }, () => {
      renameSync(join(world.roots.workspace, "src/deep"), join(world.roots.workspace, "src/moved"));
      symlinkSync("../../outside/dir", join(world.roots.workspace, "src/deep"));
    });
    expect(untouchable(world)).toEqual(before);
  },
);
