import { rmSync, utimesSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ToolRegistry } from "../../../../src/agent/registry/tool-registry.js";
import { endIdleProcesses, runHandlerWarm } from "../../../../src/call/warm-processes.js";
import type { Exited } from "../../../../src/contract/call-result.js";
import { repeat } from "../../../kit/repeat.js";
import { temporaryFolder } from "../../../kit/temporary-folder.js";
import { leftProcesses } from "../marked-processes.js";
import { actingProject, preparedAct } from "./acting-project.js";

let project: string;
let workspace: string;
beforeAll(() => {
  project = actingProject();
  workspace = temporaryFolder();
});
afterAll(async () => {
  await endIdleProcesses(() => true);
});

const never = () => new AbortController().signal;

interface Where {
  readonly env?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly principal?: string;
}

async function run(act: string, { env = { TOKEN: "one" }, folder = workspace, principal }: Where = {}): Promise<unknown> {
  const call = preparedAct({ act, mark: project }, { project, workspace: folder, env });
  const outcome = await runHandlerWarm(call, { timeoutMs: 60_000, signal: never(), ...(principal && { principal }) });
  if (outcome.kind !== "exited") throw new Error(outcome.kind);
  if (outcome.isText) return outcome.stdout.toString();
  const printed = JSON.parse(outcome.stdout.toString()) as { readonly content: readonly { readonly text: string }[] };
  return printed.content[0]?.text;
}
const processOf = (where?: Where) => run("process", where);

it("runs calls of one place in one process, and those of others in others", async () => {
  const first = await processOf();
  expect(await processOf()).toBe(first);
  const others = [await processOf({ env: { TOKEN: "two" } }), await processOf({ folder: temporaryFolder() })];
  for (const principal of ["alice", "bob"]) others.push(await processOf({ principal }));
  expect(new Set([first, ...others]).size).toBe(5);
  expect(await processOf({ principal: "alice" })).toBe(others[2]);
  expect(await processOf()).toBe(first);
});

it("runs calls after a failure that the handler expects in the same process", async () => {
  const first = await processOf();
  const call = preparedAct({ act: "advises", text: "Advice." }, { project, workspace, env: { TOKEN: "one" } });
  expect(await runHandlerWarm(call, { timeoutMs: 60_000, signal: never() })).toMatchObject({ kind: "exited", code: 1 });
  expect(await processOf()).toBe(first);
});

it.each([2, 4, 8, 100])("has the result of a call that ends the process soon, and the next one isn't ended: %s", async (steps) => {
  const call = preparedAct({ act: "exitsSoon", text: "x".repeat(steps) }, { project, workspace, env: { TOKEN: "one" } });
  const outcome = await runHandlerWarm(call, { timeoutMs: 60_000, signal: never() });
  expect(outcome).toMatchObject({ kind: "exited", code: 0 });
  expect(String((outcome as { readonly stdout: Buffer }).stdout)).toContain("left");
  await processOf();
});

it("has all that a call printed on standard error, however much that is, and nothing of another call", async () => {
  const property = fc.asyncProperty(fc.array(fc.oneof(fc.nat(3), fc.nat(900_000)), { minLength: 2, maxLength: 5 }), async (sizes) => {
    for (const size of sizes) {
      const call = preparedAct({ act: "warns", text: String(size) }, { project, workspace, env: { TOKEN: "one" } });
      const outcome = await runHandlerWarm(call, { timeoutMs: 60_000, signal: never() });
      expect(outcome).toMatchObject({ kind: "exited", code: 0 });
      const { stdout, stderr } = outcome as Exited;
      expect(String(stdout)).toContain(size);
      expect(String(stderr)).toBe(`${"w".repeat(size)}\n`);
    }
  });
  await fc.assert(property, { numRuns: repeat({ usual: 10, soak: 300 }), endOnFailure: true });
});

it("starts a process for a bundle that was built again, and for a folder that was made again", async () => {
  const first = await processOf();
  const bundle = join(project, "generated/bin/handlers/act.cjs");
  utimesSync(bundle, new Date(), new Date(0));
  expect(await processOf()).not.toBe(first);
  const folder = temporaryFolder();
  const before = await processOf({ folder });
  rmSync(folder, { recursive: true });
  const call = preparedAct({ act: "text" }, { project, workspace: folder, env: { TOKEN: "one" } });
  expect(await runHandlerWarm(call, { timeoutMs: 60_000, signal: never() })).toMatchObject({ kind: "unstartable" });
  expect(before).not.toBe(first);
});

it("doesn't let long calls block others", async () => {
  const aborting = new AbortController();
  const count = 2 * availableParallelism() + 2;
  let started = 0;
  const all = new Promise<void>((resolve) => {
    const onOutput = () => {
      started++;
      if (started === count) resolve();
    };
    for (let i = 0; i < count; i++) {
      const call = preparedAct({ act: "starts" }, { project, workspace, env: { TOKEN: "one" } });
      runHandlerWarm(call, { timeoutMs: 60_000, signal: aborting.signal, onOutput, graceMs: 100 }).catch(() => {});
    }
  });
  await all;
  aborting.abort();
  expect(await run("text")).toBe("");
});

it("gives each call a process where the spec, or the caller, says so", async () => {
  const cold = actingProject("warm: false\n");
  const withFiles = actingProject("tempFiles: { note: a note }\n");
  const registry = new ToolRegistry({ environment: { workspace, env: { PATH: process.env.PATH, TOKEN: "one" } } });
  const call = async (folder: string) => {
    registry.registerGenerated(join(folder, "generated"));
    return (await registry.getTool("act")?.buildAndExecute({ act: "process" }, never()))?.llmContent;
  };
  expect(await call(cold)).not.toBe(await call(cold));
  expect(await call(withFiles)).not.toBe(await call(withFiles));
  expect(await call(project)).toBe(await call(project));
  await registry.close();
  expect(await leftProcesses(cold)).toEqual([]);
});
