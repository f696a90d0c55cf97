import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { eventually } from "../../../kit/eventually.js";
import { repeat } from "../../../kit/repeat.js";
import { temporaryFolder } from "../../../kit/temporary-folder.js";
import { actingCalls, type EndedCall, startActing } from "./acting-call.js";

let project: string;
let workspace: string;
beforeAll(() => {
  project = actingCalls();
  workspace = temporaryFolder();
});

const acts = [
  ...["text", "data", "nothing", "later", "big", "content", "reports", "noisy", "noisyFailure", "writes", "prints", "warns", "updates"],
  ...["where", "input", "advises", "advisesLater", "throws", "rejects", "odd", "exits", "exitsWith", "exitsLater", "never", "loses"],
  ...["losesAndReturns", "throwsNext", "breaks", "circular", "leavesTimer", "leavesServer", "leavesFolder", "leavesFile", "none"],
  ...["reported", "exitsAgain", "changesCode", "throwsAtExit", "printsAtExit", "logsAtExit", "exitsTwice", "forgetsExit"],
  ...["forgetsAll", "writesFile", "appends", "writesHex", "writesLater", "replacesClock", "replacesTimers", "replacesBuffers"],
];
const drawn = fc.record({
  act: fc.constantFrom(...acts),
  text: fc.constantFrom("", "plain", "several\nlines\n", "€ and \u{1f600}", '"quoted"'),
});
const run = (tool: string, given: object) => startActing(project, tool, given, { cwd: workspace }).ended;

/** Node's warnings name the process, and a result that is cut a file. */
function comparable({ stdout, stderr, ...rest }: EndedCall): EndedCall {
  return { ...rest, stdout: stdout.replaceAll(/\/(?:act|apart)-\w+\.txt/g, "/file"), stderr: stderr.replaceAll(/\(node:\d+\)/g, "(node)") };
}

async function expectSame(given: object): Promise<void> {
  const [inCall, apart] = await Promise.all([run("act", given), run("apart", given)]);
  expect(comparable(inCall)).toEqual(comparable(apart));
}

it("runs a handler in the process of its call, unless its tool wants one of its own", async () => {
  const own = String(process.pid);
  expect(await run("act", { act: "parent" })).toEqual({ status: 0, signal: null, stdout: own, stderr: "" });
  expect((await run("apart", { act: "parent" })).stdout).not.toBe(own);
});

it("gives a handler a process of its own if it may start programs, or if Node was started otherwise", async () => {
  const parentOf = async (tool: string, env = {}) =>
    (await startActing(project, tool, { act: "parent" }, { cwd: workspace, env }).ended).stdout;
  const [own, set] = [String(process.pid), { NODE_OPTIONS: "--no-deprecation" }];
  expect(await parentOf("act", set)).toBe(own);
  expect(await parentOf("bare")).toBe(own);
  expect(await parentOf("bare", set)).not.toBe(own);
  expect(await parentOf("starter")).not.toBe(own);
});

it.concurrent.each(acts)("ends as a process of its own does: %s", (act) => expectSame({ act, text: "a text" }));

it("ends as a process of its own does, for random calls", async () => {
  await fc.assert(fc.asyncProperty(drawn, expectSame), { numRuns: repeat({ usual: 4, soak: 200, long: 2000 }) });
});

const manyVariables = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`MANY_${at}`, `several\nlines=${at}\n`]));

it.concurrent.each([
  ["a variable", { HIDDEN_TOO: "secret" }],
  ["hundreds of variables", manyVariables],
  ["other values of declared variables", { OWN: "secret", FLAVOUR: "a\nb=c €" }],
  ["values like declared variables", { OWN_TOO: "OWN=value", FLA: "VOUR=sweet" }],
])("has no variable of the client in its memory's environment: %s", async (_, env: Readonly<Record<string, string>>) => {
  const [inCall, apart, parent] = await Promise.all([
    ...["act", "apart"].map((tool) => startActing(project, tool, { act: "variables" }, { cwd: workspace, env }).ended),
    startActing(project, "act", { act: "parent" }, { cwd: workspace, env }).ended,
  ]);
  expect(parent?.stdout).toBe(String(process.pid));
  // The variable that is set, and one that has another value, aren't in the block that the process began with.
  const declared: readonly string[] = JSON.parse(apart?.stdout ?? "");
  expect(JSON.parse(inCall?.stdout ?? "")).toSatisfy((found: readonly string[]) => found.every((entry) => declared.includes(entry)));
});

it.concurrent("runs in its call without an environment", async () => {
  const command = [process.execPath, join(project, "generated/bin/call"), "act"];
  const input = JSON.stringify({ act: "variables" });
  const { stdout } = spawnSync("/usr/bin/env", ["-i", ...command], { cwd: workspace, input, encoding: "utf8" });
  expect(JSON.parse(stdout)).toEqual([]);
});

it.concurrent("doesn't close the outputs of the call", async () => {
  const { status, stderr } = await run("act", { act: "closes" });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("needs 'warm: false'") });
});

it.concurrent("ends a call whose handler blocks it at its exit", async () => {
  const outcome = await run("act", { act: "blocksExit" });
  expect(outcome).toEqual({ status: null, signal: "SIGKILL", stdout: "", stderr: "act.ts was ended: it took longer than 2 s.\n" });
});

it.concurrent.each(["loops", "waits", "stops", "finishes"])("ends as a process of its own does at the time limit: %s", async (act) => {
  const given = { act, text: "" };
  const inCall = await run("act", given);
  expect(inCall).toMatchObject({ status: 124, stderr: expect.stringContaining("act.ts was ended: it took longer than 2 s.\n") });
  await expectSame(given);
});

it.concurrent("kills a call whose handler blocks it after a wait, and says why", async () => {
  const outcome = await run("act", { act: "loopsLater" });
  expect(outcome).toEqual({ status: null, signal: "SIGKILL", stdout: "", stderr: "act.ts was ended: it took longer than 2 s.\n" });
});

it.concurrent("ends a call without memory by SIGABRT, with the message of Node", async () => {
  const env = { NODE_OPTIONS: "--max-old-space-size=40" };
  const { signal, stderr } = await startActing(project, "act", { act: "grows" }, { cwd: workspace, env }).ended;
  expect({ signal, stderr }).toEqual({ signal: "SIGABRT", stderr: expect.stringContaining("heap out of memory") });
});

const starters = ["spawn", "exec", "execFile", "fork", "spawnSync", "execSync", "execFileSync"];
it.concurrent.each(starters.flatMap((start) => ["", "--no-deprecation"].map((options) => [start, options] as const)))(
  "starts no program that would outlive the call: %s, with Node's options '%s'",
  async (start, NODE_OPTIONS) => {
    const given = { act: "hides", text: start };
    const { status, stderr } = await startActing(project, "act", given, { cwd: workspace, env: { NODE_OPTIONS } }).ended;
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("must import node:child_process by its name") });
  },
);

it.concurrent("gives a handler a process of its own if the call's can't become the handler's", async () => {
  const script = join(temporaryFolder(), "stay.cjs");
  writeFileSync(script, "const { chdir } = process; process.chdir = () => { process.chdir = chdir; throw new Error('stay'); };");
  const env = { NODE_OPTIONS: `--require=${script}` };
  const { status, stdout } = await startActing(project, "act", { act: "parent" }, { cwd: workspace, env }).ended;
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\d+$/);
  expect(stdout).not.toBe(String(process.pid));
});

it.concurrent.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("aborts the handler before the call ends by %s", async (signal) => {
  const mark = join(temporaryFolder(), "mark");
  const { child, ended } = startActing(project, "act", { act: "marks", text: mark }, { cwd: workspace });
  expect(await eventually(() => existsSync(mark) && readFileSync(mark, "utf8") === "started")).toBe(true);
  child.kill(signal);
  expect(await ended).toMatchObject({ status: null, signal });
  expect(readFileSync(mark, "utf8")).toBe("stopped");
});

it.concurrent("ends a call by a signal at once if its handler takes none", async () => {
  const mark = join(temporaryFolder(), "mark");
  const { child, ended } = startActing(project, "deaf", { act: "marks", text: mark }, { cwd: workspace });
  expect(await eventually(() => existsSync(mark) && readFileSync(mark, "utf8") === "started")).toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ status: null, signal: "SIGTERM" });
});
