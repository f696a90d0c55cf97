import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claim, renewMs, unseenMs } from "../../../src/cli/run/run-record.js";
import type { AgenticLoopState } from "../../../src/runtime/index.js";
import { repeat, sampled } from "../../kit/repeat.js";
import { program } from "../../kit/toolgen.js";
import { warmToolgenAsync } from "../../kit/warm-toolgen.js";
import { runProject, type ScriptedServer, scriptedServer, type Turn } from "./scripted-run.js";

let project: string;
let state: string;
const servers: ScriptedServer[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  project = runProject();
  state = join(project, "run.json");
});
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill("SIGKILL");
  for (const server of servers.splice(0)) await server.close();
});

interface Run {
  readonly child: ChildProcess;
  readonly server: ScriptedServer;
  readonly stderr: () => string;
  /** The exit code, or the signal. */
  readonly ended: Promise<number | string | null>;
}

function environment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { NO_COLOR: _no, FORCE_COLOR: _force, XDG_CONFIG_HOME: _config, XDG_STATE_HOME: _state, ...own } = process.env;
  return { ...own, HOME: project, ...env };
}

const given = ({ url }: ScriptedServer, args: readonly string[]): readonly string[] => [
  "run",
  "--model",
  "openai-compatible/scripted",
  "--base-url",
  url,
  "--unattended",
  "allow",
  ...args,
];

async function start(turns: readonly Turn[], args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const server = await scriptedServer(...turns);
  servers.push(server);
  const options = { cwd: project, env: environment(env) };
  const child = spawn(process.execPath, [program, ...given(server, args)], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdout.resume();
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string | null);
  return { child, server, stderr: () => stderr, ended };
}

async function ended(run: Promise<Run>) {
  const { ended, server, stderr } = await run;
  return { status: await ended, stderr: stderr(), server };
}

/** A run to its end in a thread that has the command line loaded, for those that nothing kills and no other run meets. */
async function whole(turns: readonly Turn[], args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const server = await scriptedServer(...turns);
  servers.push(server);
  const { status, stderr } = await warmToolgenAsync({
    folder: project,
    args: given(server, args),
    environment: environment(env),
    input: "",
  });
  return { status, stderr, server };
}

const noteDown = (line: string, seconds = 0): Turn => ({ calls: [["note_down", { line, seconds }]] });
const done: Turn = { text: "Done." };
const lines = () => (existsSync(join(project, "log.txt")) ? readFileSync(join(project, "log.txt"), "utf8").trim().split("\n") : []);
const savedState = (): AgenticLoopState => JSON.parse(readFileSync(state, "utf8"));

/** Waits as long as it takes. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}

it("does nothing twice after it was killed in the middle of a call, and tells the model and the user", async () => {
  const first = await start([noteDown("once", 600)], ["--save", state, "do it"]);
  await until(() => lines().length === 1);
  first.child.kill("SIGKILL");
  expect(await first.ended).toBe("SIGKILL");
  expect(savedState().calls).toMatchObject([{ name: "note_down", begun: true }]);
  const { status, stderr, server } = await whole([done], ["--resume", state]);
  expect([status, lines()]).toEqual([0, ["once"]]);
  expect(server.results()).toEqual([expect.stringMatching(/^The process ended while note_down was running, so it is not known/)]);
  expect(stderr).toContain("✗ note_down: The process ended while note_down was running");
});

it("runs a call that only reads again", async () => {
  const first = await start([{ calls: [["wait_long", {}]] }], ["--save", state, "do it"]);
  await until(() => existsSync(join(project, "pid")));
  first.child.kill("SIGKILL");
  await first.ended;
  rmSync(join(project, "pid"));
  writeFileSync(join(project, "go"), "");
  expect(await whole([done], ["--resume", state])).toMatchObject({ status: 0 });
  expect(existsSync(join(project, "pid"))).toBe(true);
});

it("does nothing twice, whenever it is killed", async () => {
  const turns = Array.from(
    { length: 8 },
    (_, turn): Turn => ({
      calls: [0, 1].map((call) => ["note_down", { line: `${turn}.${call}`, seconds: 0.03 }] as const),
    }),
  );
  const rounds = repeat({ usual: 3, soak: 20, long: 60 });
  let kills = 0;
  const turnsSaved = () => (existsSync(state) ? savedState().turns : 0);
  const rest = () => [...turns, done].slice(turnsSaved());
  const args = () => (existsSync(state) ? ["--resume", state] : ["--save", state, "do it"]);
  for (let round = 0; round < rounds && turnsSaved() <= turns.length; round++) {
    const run = await start(rest(), args());
    const before = lines().length;
    // Each time at another moment after something has happened, or at the beginning.
    if (round % 4 !== 0) await Promise.race([until(() => lines().length > before), run.ended]);
    await Promise.race([sleep(37 * (round % 20)), run.ended]);
    if (run.child.exitCode === null) kills++;
    run.child.kill("SIGKILL");
    expect(["SIGKILL", 0]).toContain(await run.ended);
  }
  // Killed after it had saved the last answer, a run is complete too.
  if (turnsSaved() <= turns.length) expect(await whole(rest(), args())).toMatchObject({ status: 0 });
  expect(kills).toBeGreaterThan(1);
  expect(lines()).toEqual([...new Set(lines())]);
});

const interruptions = [
  ["SIGINT", 3, 130],
  ["SIGINT", 2, 130],
  ["SIGTERM", 1, 143],
  ["SIGTERM", 2, 143],
  ["SIGHUP", 1, 129],
  ["SIGQUIT", 1, 131],
] as const;

it.each(sampled(interruptions, { usual: 4, kind: ([signal]) => signal }))(
  "saves what has happened at %s, %i times, while a tool runs",
  async (signal, times, code) => {
    const run = await start([noteDown("first"), { calls: [["wait_stubborn", {}]] }], ["--save", state, "do it"]);
    await until(() => existsSync(join(project, "pid")));
    const answered = () => run.stderr().match(/cancelling|ending/g)?.length ?? 0;
    for (let sent = 0; sent < times; sent++) {
      await until(() => answered() === sent);
      run.child.kill(signal);
    }
    // The last of several ends it at once; otherwise it waits for the tool.
    await Promise.race([until(() => answered() === times), run.ended]);
    writeFileSync(join(project, "go"), "");
    const status = await run.ended;
    // The last of several leaves at once, by the code of Ctrl-C.
    expect(times > 1 ? [code, 130] : [code]).toContain(status);
    expect(savedState()).toMatchObject({ turns: 2, version: 2, signature: expect.any(String) });
    expect(existsSync(`${state}.lock`)).toBe(false);
    const tools = savedState().calls.length > 0 ? ["--tools", "note_down"] : [];
    const again = await whole([done], ["--resume", state, "--timeout", "600", ...tools]);
    expect([again.status, lines()]).toEqual([0, ["first"]]);
  },
);

const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

it.each(sampled(signals, { usual: 2 }))("saves what has happened at %s while the model speaks", async (signal) => {
  const run = await start([noteDown("first"), { text: "Well, I", then: "open" }], ["--save", state, "do it"]);
  let said = "";
  run.child.stdout?.on("data", (text) => {
    said += text;
  });
  await until(() => said.includes("Well"));
  run.child.kill(signal);
  await run.ended;
  expect(savedState().turns).toBe(1);
  expect(await whole([done], ["--resume", state])).toMatchObject({ status: 0 });
  expect(lines()).toEqual(["first"]);
});

it("saves what has happened when nothing reads its output any more", async () => {
  const run = await start([noteDown("first"), { text: "Well, I", then: "open" }], ["--save", state, "do it"]);
  run.child.stdout?.destroy();
  expect(await run.ended).toBe(141);
  expect(savedState().turns).toBe(1);
  expect(await whole([done], ["--resume", state])).toMatchObject({ status: 0 });
  expect(lines()).toEqual(["first"]);
});

it("is resumed by one process at a time, and after that has ended by another", async () => {
  const first = await start([noteDown("a", 600)], ["--save", state, "do it"]);
  await until(() => lines().length === 1);
  const second = await whole([done], ["--resume", state]);
  const inUse = `toolgen: ${state} is in use by process ${first.child.pid}.\n`;
  expect([second.status, second.stderr.startsWith(inUse), second.server.requests.length]).toEqual([2, true, 0]);
  const other = await whole([done], ["--save", state, "do it"]);
  expect([other.status, other.stderr.startsWith(inUse)]).toEqual([2, true]);
  first.child.kill("SIGKILL");
  await first.ended;
  const both = await Promise.all([ended(start([done], ["--resume", state])), ended(start([done], ["--resume", state]))]);
  // The other finds it in use, or with nothing left to do.
  expect(both.map(({ status }) => status).sort()).toEqual([0, 2]);
  expect(lines()).toEqual(["a"]);
});

it("takes over a claim that is empty, broken, or of a process that has ended", async () => {
  for (const text of ["", "{", "[]", '{"pid":1,"start":"long ago"}', `{"pid":${process.pid},"start":"another time"}`]) {
    rmSync(state, { force: true });
    writeFileSync(`${state}.lock`, text);
    expect(await whole([done], ["--save", state, "do it"]), text).toMatchObject({ status: 0 });
    expect(existsSync(`${state}.lock`)).toBe(false);
  }
});

it("is in use while a process of another machine or container renews its claim, whatever process has its number here", async () => {
  const claim = (space: string) => JSON.stringify({ pid: process.pid, start: "1@2", space });
  writeFileSync(`${state}.lock`, claim("elsewhere"));
  const refused = await whole([done], ["--save", state, "do it"]);
  const inUse = `${state} is in use by process ${process.pid} of another machine or container.`;
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining(inUse)]);
  utimesSync(`${state}.lock`, new Date(), new Date(Date.now() - 61_000));
  expect(await whole([done], ["--save", state, "do it"])).toMatchObject({ status: 0 });
});

it("renews its claim while it has it", async () => {
  const release = claim(state, { everyMs: 5 });
  utimesSync(`${state}.lock`, new Date(), new Date(0));
  await until(() => Date.now() - statSync(`${state}.lock`).mtimeMs < unseenMs);
  release();
  expect(existsSync(`${state}.lock`)).toBe(false);
  expect([unseenMs, renewMs]).toEqual([60_000, 10_000]);
});

const paused = (turns: readonly Turn[], args: readonly string[]) => whole(turns, [...args, "--max-turns", "1"]);

it("doesn't resume a state of a run that went on in another file, or a copy of it, until its record is removed", async () => {
  expect((await paused([noteDown("a"), noteDown("b")], ["--save", state, "do it"])).status).toBe(3);
  const before = readFileSync(state, "utf8");
  const [other, copy] = [join(project, "other.json"), join(project, "copy.json")];
  writeFileSync(copy, before);
  expect((await whole([noteDown("b"), done], ["--resume", state, "--save", other])).status).toBe(0);
  expect([readFileSync(state, "utf8") === before, lines()]).toEqual([true, ["a", "b"]]);
  const record = join(project, ".local/state/toolgen/runs", `${JSON.parse(before).run.id}.json`);
  for (const [file, args] of [
    [state, []],
    [copy, []],
    [copy, ["--save", other]],
    [copy, ["--save", state]],
    [state, ["and now?"]],
  ] as const) {
    const { status, stderr, server } = await whole([noteDown("b"), done], ["--resume", file, ...args]);
    expect([status, server.requests.length], stderr).toEqual([2, 0]);
    expect(stderr).toContain(`${file} is not the last state of its run, so its calls may have run already.`);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(`Resume ${other}, which is. To run them again from here, remove ${record} first.`);
  }
  expect(lines()).toEqual(["a", "b"]);
  rmSync(record);
  expect((await whole([noteDown("b"), done], ["--resume", copy])).status).toBe(0);
  expect(lines()).toEqual(["a", "b", "b"]);
});

it("doesn't resume a copy that was made before a call, after the process was killed during the call", async () => {
  const first = await start([noteDown("a"), noteDown("b", 600)], ["--save", state, "do it"]);
  const copies: string[] = [];
  await until(() => {
    if (existsSync(state)) copies.push(readFileSync(state, "utf8"));
    return lines().length === 2;
  });
  first.child.kill("SIGKILL");
  await first.ended;
  const last = readFileSync(state, "utf8");
  const earlier = [...new Set(copies)].filter((text) => text !== last);
  expect(earlier.length).toBeGreaterThan(1);
  const copy = join(project, "copy.json");
  for (const text of earlier) {
    writeFileSync(copy, text);
    const { status, stderr } = await whole([done], ["--resume", copy]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("is not the last state of its run")]);
  }
  expect((await whole([done], ["--resume", state])).status).toBe(0);
  expect(lines()).toEqual(["a", "b"]);
});

it("lets one of two copies be resumed at the same time, and none beside the run that saves the first", async () => {
  const copies = ["1", "2"].map((name) => join(project, `copy-${name}.json`));
  const first = await start([noteDown("a", 600)], ["--save", state, "do it"]);
  await until(() => lines().length === 1);
  copyFileSync(state, copies[0] ?? "");
  const beside = await whole([done], ["--resume", copies[0] ?? ""]);
  expect([beside.status, beside.stderr]).toEqual([2, expect.stringContaining(`is in use by process ${first.child.pid}`)]);
  first.child.kill("SIGKILL");
  await first.ended;
  for (const copy of copies) copyFileSync(state, copy);
  const all = await Promise.all(copies.map((copy) => ended(start([noteDown("b"), done], ["--resume", copy]))));
  expect(all.map(({ status }) => status).sort()).toEqual([0, 2]);
  expect(lines()).toEqual(["a", "b"]);
});

it("lets several tasks follow a run that is complete, each from the same file", async () => {
  expect((await whole([noteDown("a"), done], ["--save", state, "do it"])).status).toBe(0);
  for (const task of ["one", "two"]) {
    const { status } = await whole([noteDown(task), done], ["--resume", state, "--save", join(project, `${task}.json`), task]);
    expect(status).toBe(0);
  }
  expect(lines()).toEqual(["a", "one", "two"]);
});

it("can be resumed if it was killed between a state and its record", async () => {
  expect((await paused([noteDown("a"), noteDown("b")], ["--save", state, "do it"])).status).toBe(3);
  const { run } = JSON.parse(readFileSync(state, "utf8"));
  const record = join(project, ".local/state/toolgen/runs", `${run.id}.json`);
  expect(JSON.parse(readFileSync(record, "utf8"))).toEqual({ saves: run.saves, file: state });
  expect(statSync(join(project, ".local/state/toolgen/runs")).mode & 0o777).toBe(0o700);
  writeFileSync(record, JSON.stringify({ saves: run.saves - 1, file: state }));
  expect((await whole([noteDown("b"), done], ["--resume", state])).status).toBe(0);
  expect(lines()).toEqual(["a", "b"]);
});

it.each(["", "{", "{}", '{"saves":"1","file":"x"}'])("refuses a run whose record is damaged, and names it: %s", async (text) => {
  expect((await paused([noteDown("a"), noteDown("b")], ["--save", state, "do it"])).status).toBe(3);
  const record = join(project, ".local/state/toolgen/runs", `${JSON.parse(readFileSync(state, "utf8")).run.id}.json`);
  writeFileSync(record, text);
  const { status, stderr } = await whole([noteDown("b"), done], ["--resume", state]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`${record} is damaged`)]);
  expect(lines()).toEqual(["a"]);
});

it("forgets the records of runs that were last saved more than a year ago", async () => {
  await whole([done], ["--save", state, "do it"]);
  const folder = join(project, ".local/state/toolgen/runs");
  const names = readdirSync(folder);
  const old = join(folder, "0123456789abcdef.json");
  for (const path of [old, `${old}.lock`]) {
    writeFileSync(path, "{}");
    utimesSync(path, new Date(), new Date(Date.now() - 366 * 24 * 60 * 60 * 1000));
  }
  await whole([done], ["--save", join(project, "other.json"), "do it"]);
  expect(readdirSync(folder).filter((name) => names.includes(name))).toEqual(names);
  expect(readdirSync(folder)).toHaveLength(2);
});

it("goes on in the file that it resumes", async () => {
  expect((await whole([noteDown("a")], ["--save", state, "--max-turns", "1", "do it"])).status).toBe(3);
  expect((await whole([noteDown("b"), done], ["--resume", state])).status).toBe(0);
  expect(lines()).toEqual(["a", "b"]);
  const again = await whole([done], ["--resume", state]);
  expect([again.status, again.stderr]).toEqual([2, expect.stringContaining("has nothing left to")]);
});

it("refuses a saved run that was changed, also for a further task, and one of an earlier version", async () => {
  await whole([noteDown("a")], ["--save", state, "--max-turns", "1", "do it"]);
  const text = readFileSync(state, "utf8");
  const edits: readonly (readonly [string, string])[] = [
    [text.replace("do it", "wipe it"), "it was changed after it was saved, or was saved with another key"],
    [text.replace('"turns":1', '"turns":0'), "it was changed"],
    [text.replace(/,"signature":"[^"]+"/, ""), "it has no signature"],
    [text.replace('"version":2', '"version":1'), "it was saved by an earlier version of toolgen, which didn't sign states"],
  ];
  for (const [edited, problem] of edits)
    for (const task of [[], ["and now?"]]) {
      expect(edited).not.toBe(text);
      writeFileSync(state, edited);
      const { status, stderr, server } = await whole([done], ["--resume", state, ...task]);
      expect([status, stderr, server.requests.length]).toEqual([2, expect.stringContaining(`${state} can't be resumed: ${problem}`), 0]);
    }
  writeFileSync(state, text);
  const elsewhere = await whole([done], ["--resume", state], { XDG_CONFIG_HOME: join(project, "elsewhere") });
  expect([elsewhere.status, elsewhere.stderr]).toEqual([2, expect.stringContaining("Only the user who saved a run can resume it.")]);
  expect((await whole([done], ["--resume", state])).status).toBe(0);
});

it("makes the key of saved runs once, for its owner alone", async () => {
  const key = join(project, ".config/toolgen/state.key");
  await Promise.all(["1", "2"].map((name) => ended(start([done], ["--save", `${name}.json`, "do it"]))));
  expect([statSync(key).mode & 0o777, readFileSync(key, "utf8")]).toEqual([0o600, expect.stringMatching(/^[0-9a-f]{64}\n$/)]);
  for (const name of ["1", "2"]) expect((await whole([done], ["--resume", `${name}.json`, "and now?"])).status).toBe(0);
  chmodSync(key, 0o644);
  expect((await whole([done], ["--save", state, "do it"])).stderr).toContain(`Run: chmod 600 ${key}`);
  chmodSync(key, 0o600);
  writeFileSync(key, "secret");
  expect((await whole([done], ["--save", state, "do it"])).stderr).toContain(`${key} is not a key`);
});

it("says at the start where it can't write", async () => {
  mkdirSync(join(project, "folder"));
  writeFileSync(join(project, "blocked"), "");
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ["folder", {}, "folder exists and is not a saved run, so --save doesn't overwrite it."],
    ["note.txt", {}, "note.txt exists and is not a saved run"],
    ["missing/run.json", {}, "missing/run.json can't be written: ENOENT"],
    ["note.txt/run.json", {}, "note.txt/run.json can't be written"],
    ["run.json", { HOME: "", XDG_CONFIG_HOME: "" }, "Neither HOME nor XDG_CONFIG_HOME is set"],
    ["run.json", { XDG_CONFIG_HOME: join(project, "blocked") }, "blocked/toolgen/state.key can't be"],
    ["run.json", { HOME: "", XDG_CONFIG_HOME: join(project, "config") }, "Neither HOME nor XDG_STATE_HOME is set"],
    ["run.json", { XDG_STATE_HOME: join(project, "blocked") }, "can't be written: ENOTDIR"],
  ];
  for (const [file, env, message] of cases) {
    const { status, stderr, server } = await whole([done], ["--save", file, "do it"], env);
    expect([status, stderr, server.requests.length], file).toEqual([2, expect.stringContaining(message), 0]);
    expect(stderr).not.toContain("    at ");
  }
  expect(readFileSync(join(project, "note.txt"), "utf8")).toBe("one\ntwo\n");
});
