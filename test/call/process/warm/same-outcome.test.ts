import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { atMost } from "../../../../src/call/process/marked-output.js";
import { startWarmProcess, type WarmProcess } from "../../../../src/call/process/warm-process.js";
import { mcpText } from "../../../../src/call/report.js";
import { type AsyncRunOptions, runProgramAsync } from "../../../../src/call/run-program.js";
import { endIdleProcesses, runHandlerWarm } from "../../../../src/call/warm-processes.js";
import type { PreparedCall } from "../../../../src/contract/call.js";
import type { RunOutcome } from "../../../../src/contract/call-result.js";
import { repeat } from "../../../kit/repeat.js";
import { temporaryFolder } from "../../../kit/temporary-folder.js";
import { leftProcesses, markedProcesses, newMarker } from "../marked-processes.js";
import { actingProject, preparedAct } from "./acting-project.js";

let project: string;
beforeAll(() => {
  project = actingProject();
});
afterAll(async () => {
  await endIdleProcesses(() => true);
});

const mark = newMarker();
const folders = [temporaryFolder(), temporaryFolder()];
const environments = [{ TOKEN: "one" }, { TOKEN: "two", FLAVOUR: "sweet" }];

/** Acts that end by themselves. */
const short = [
  ...[
    "text",
    "data",
    "nothing",
    "later",
    "big",
    "noisy",
    "prints",
    "updates",
    "where",
    "input",
    "long",
    "reads",
    "runs",
    "awaits",
    "kills",
    "fetches",
  ],
  ...["advises", "advisesLater", "throws", "rejects", "odd", "exits", "exitsWith", "dies", "never", "loses", "breaks", "circular"],
  ...[
    "leavesTimer",
    "leavesQuietTimer",
    "leavesDueTimer",
    "leavesInterval",
    "leavesVariable",
    "leavesFolder",
    "leavesMask",
    "leavesListener",
  ],
  ...["leavesServer", "leavesProgram", "leavesQuietProgram", "leavesGrandchild", "leavesFile", "leavesHandle", "closesFile"],
  ...["leavesRejection", "leavesThrow", "leavesExit", "exitsSoon", "none"],
];
/** Acts that a limit ends. */
const long = ["blocks", "waits", "stops", "finishes"];

/** By then, nine processes that start at once on a busy machine have begun their calls. */
const limitMs = 1500;

interface Drawn {
  readonly act: string;
  readonly text: string;
  readonly folder: number;
  readonly environment: number;
  readonly ends: "itself" | "timedOut" | "aborted";
  /** When it is aborted if it hasn't ended, in milliseconds. */
  readonly abortedAt?: number;
  readonly mostBytes?: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      act: fc.constantFrom(...short),
      text: fc.constantFrom("", "plain", "several\nlines\n", "€ and \u{1f600}", '"quoted"'),
      folder: fc.constantFrom(0, 1),
      environment: fc.constantFrom(0, 1),
      ends: fc.constant("itself" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constantFrom(...long),
      text: fc.constant(""),
      folder: fc.constantFrom(0, 1),
      environment: fc.constantFrom(0, 1),
      ends: fc.constantFrom("timedOut" as const, "aborted" as const),
    }),
  },
);

type Run = (call: PreparedCall, options: AsyncRunOptions) => Promise<RunOutcome>;

/** The outcome with its outputs as text. A text that a handler returned comes without JSON where its process is kept. */
async function outcomeOf(run: Run, { act, text, folder, environment, ends, abortedAt = limitMs, mostBytes }: Drawn): Promise<unknown> {
  const place = { project, workspace: folders[folder] ?? "", env: environments[environment] ?? {} };
  const aborting = new AbortController();
  const options = {
    timeoutMs: ends === "timedOut" ? limitMs : 60_000,
    graceMs: 500,
    signal: aborting.signal,
    ...(mostBytes && { mostBytes }),
  };
  if (ends === "aborted" && abortedAt === 0) aborting.abort(new Error("enough"));
  const isOver = run(preparedAct({ act, text, mark }, place), options);
  if (ends === "aborted") setTimeout(() => aborting.abort(new Error("enough")), abortedAt);
  const outcome = await isOver.catch(String);
  if (typeof outcome === "string" || !("stdout" in outcome)) return outcome;
  const { isText, ...rest } = { isText: undefined, ...outcome };
  const stdout = outcome.stdout.toString();
  return { ...rest, stdout: isText ? mcpText(stdout) : stdout, stderr: outcome.stderr.toString() };
}

/** The outcome of a process of its own doesn't depend on earlier calls. */
const cold = new Map<string, Promise<unknown>>();
function coldOutcome(one: Drawn): Promise<unknown> {
  const key = JSON.stringify(one);
  const known = cold.get(key) ?? outcomeOf(runProgramAsync, one);
  cold.set(key, known);
  return known;
}

it("ends as a process of its own does, for random calls in turn and at once", async () => {
  const rows = repeat({ usual: 2, soak: 60, long: 700 });
  const property = fc.asyncProperty(fc.array(drawn, { minLength: 6, maxLength: 9 }), fc.boolean(), async (calls, atOnce) => {
    const expected = [];
    for (const one of calls) expected.push(await coldOutcome(one));
    const outcomes = atOnce ? await Promise.all(calls.map((one) => outcomeOf(runHandlerWarm, one))) : [];
    if (!atOnce) for (const one of calls) outcomes.push(await outcomeOf(runHandlerWarm, one));
    expect(outcomes).toEqual(expected);
  });
  await fc.assert(property, { numRuns: rows, endOnFailure: true });
  expect(await leftProcesses(mark)).toEqual([]);
});

/** Runs calls that are sent together, and those that never began again in other processes. */
async function runTogether(calls: readonly Drawn[]): Promise<readonly unknown[]> {
  const waiting: ((warm: WarmProcess) => void)[] = [];
  const run: Run = async (call, options) => {
    for (;;) {
      const warm = await new Promise<WarmProcess>((resolve) => void waiting.push(resolve));
      const outcome = await warm.run(call.stdin ?? "", options);
      if (outcome !== undefined) return outcome;
    }
  };
  let pending = calls.length;
  const outcomes = calls.map((one) => outcomeOf(run, one).finally(() => pending--));
  const [{ program, args, cwd, env }] = [
    preparedAct({ act: "text", mark }, { project, workspace: folders[0] ?? "", env: environments[0] ?? {} }),
  ];
  const server = join(dirname(dirname(args[0] ?? "")), "kept.cjs");
  while (pending > 0) {
    const started = await startWarmProcess({ program, args, cwd, env }, server);
    if ("kind" in started) throw new Error(started.kind);
    const isOver = Promise.allSettled(outcomes);
    for (const go of waiting.splice(0)) go(started);
    // Those that never began wait for another process.
    while (pending > waiting.length) await Promise.race([isOver, delay(5)]);
    await started.kill();
  }
  return Promise.all(outcomes);
}

const oneDrawn = (act: string, text = "text"): Drawn => ({ act, text, folder: 0, environment: 0, ends: "itself" });

it("ends as a process of its own does, for random calls that are sent together", async () => {
  const usual = fc.constantFrom("text", "data", "later", "noisy", "prints", "updates", "advises");
  const act = fc.oneof({ weight: 2, arbitrary: usual }, fc.constantFrom(...short));
  const call = fc.tuple(act, fc.constantFrom("plain", "several\nlines\n", "€")).map(([name, text]) => oneDrawn(name, text));
  const property = fc.asyncProperty(fc.array(call, { minLength: 3, maxLength: 8 }), async (calls) => {
    const expected = [];
    for (const one of calls) expected.push(await coldOutcome(one));
    expect(await runTogether(calls)).toEqual(expected);
  });
  await fc.assert(property, { numRuns: repeat({ usual: 3, soak: 100, long: 700 }), endOnFailure: true });
  expect(await leftProcesses(mark)).toEqual([]);
});

/** How a call ends alone. One that is aborted may have ended before, and the end of one over the limit may still come. */
async function expectAsAlone(outcome: unknown, call: Drawn): Promise<void> {
  if (call.ends === "aborted" && outcome === "Error: enough") return;
  const alone = await coldOutcome({ ...call, ends: call.ends === "aborted" ? "itself" : call.ends });
  const isOver = (alone as RunOutcome).kind === "flooded";
  if (isOver && (outcome as RunOutcome).kind === "exited") expect(outcome).toMatchObject({ stdout: (alone as { stdout: string }).stdout });
  else expect(outcome).toEqual(alone);
}

const calm = fc.constantFrom("text", "data", "later", "noisy", "prints", "advises").map((act) => oneDrawn(act, "plain"));
const faulty = fc.constantFrom("throws", "exitsWith", "dies", "exitsSoon").map((act) => oneDrawn(act, "some"));
const over = fc.integer({ min: 0, max: 60 }).map((more) => ({ ...oneDrawn("data", "x".repeat(5000 + more)), mostBytes: 5080 }));
const aborted = fc
  .tuple(fc.constantFrom("text", "later", "waits", "blocks"), fc.constantFrom(0, 1, 40, 60, 80, 150))
  .map(([act, abortedAt]) => ({ ...oneDrawn(act, "plain"), ends: "aborted" as const, abortedAt }));
const late = fc.constantFrom("waits", "blocks").map((act) => ({ ...oneDrawn(act), ends: "timedOut" as const }));
const mixed: fc.Arbitrary<Drawn> = fc.oneof(
  { weight: 12, arbitrary: calm },
  { weight: 3, arbitrary: aborted },
  { weight: 2, arbitrary: over },
  { weight: 1, arbitrary: faulty },
  { weight: repeat({ usual: 0, soak: 1, long: 1 }), arbitrary: late },
);

const runHarmless: Run = (call, options) => runHandlerWarm(call, { ...options, isHarmless: true });

it.each(["sent together", "in the pool"])("ends each call as alone, whatever the others of its batch do: %s", async (way) => {
  const together = fc.array(mixed, { minLength: 4, maxLength: way === "in the pool" ? 40 : 12 });
  const property = fc.asyncProperty(together, async (calls) => {
    for (const one of [oneDrawn("text"), ...Array<Drawn>(19).fill(oneDrawn("text"))])
      if (way === "in the pool") await outcomeOf(runHarmless, one);
    const outcomes = way === "in the pool" ? await Promise.all(calls.map((one) => outcomeOf(runHarmless, one))) : await runTogether(calls);
    for (const [at, one] of calls.entries()) await expectAsAlone(outcomes[at], one);
  });
  await fc.assert(property, { numRuns: repeat({ usual: 4, soak: 20, long: 300 }), endOnFailure: true });
  expect(await leftProcesses(mark)).toEqual([]);
});

it("runs calls that write once, and not if they are aborted before they begin", async () => {
  const log = join(temporaryFolder(), "log");
  const when = fc.constantFrom(undefined, undefined, "at once", 1, 3, 10);
  const property = fc.asyncProperty(fc.array(when, { minLength: 20, maxLength: 40 }), async (calls) => {
    writeFileSync(log, "");
    for (let i = 0; i < 10; i++) await outcomeOf(runHandlerWarm, oneDrawn("text"));
    const running = calls.map((abortedAt, at) => {
      const place = { project, workspace: folders[0] ?? "", env: environments[0] ?? {} };
      const aborting = new AbortController();
      const isOver = runHandlerWarm(preparedAct({ act: "appends", text: log, mark: `${at}` }, place), {
        timeoutMs: 60_000,
        signal: aborting.signal,
      });
      if (typeof abortedAt === "number") setTimeout(() => aborting.abort(), abortedAt);
      return { isOver, abort: () => abortedAt === "at once" && aborting.abort() };
    });
    for (const { abort } of running) abort();
    await Promise.allSettled(running.map(({ isOver }) => isOver));
    const lines = readFileSync(log, "utf8").trim().split("\n");
    for (const [at, abortedAt] of calls.entries()) {
      const times = lines.filter((line) => line === `${at}`).length;
      if (abortedAt === undefined) expect(times).toBe(1);
      else expect(times).toBeLessThanOrEqual(abortedAt === "at once" ? 0 : 1);
    }
  });
  await fc.assert(property, { numRuns: repeat({ usual: 3, soak: 60, long: 300 }), endOnFailure: true });
});

it("cuts what is over the limit, and gives the rest of a text no other form", async () => {
  const limit = 100_000;
  const size = fc.integer({ min: limit - 60, max: limit + 2000 });
  const property = fc.asyncProperty(
    fc.constantFrom("text", "data", "prints"),
    size,
    fc.constantFrom("f", "€"),
    async (act, length, one) => {
      const text = one.repeat(length / Buffer.byteLength(one));
      const call = { ...oneDrawn(act, text), mostBytes: limit };
      const whole = (await coldOutcome({ ...call, mostBytes: 2 * limit })) as { stdout: string };
      const outcome = (await outcomeOf(runHarmless, call)) as { kind: string; stdout: string };
      const isWhole = outcome.kind === "exited" && outcome.stdout === whole.stdout;
      if (!isWhole) expect(outcome.stdout).toBe(atMost(Buffer.from(whole.stdout), limit).toString());
      if (Buffer.byteLength(whole.stdout) <= limit) expect(isWhole).toBe(true);
    },
  );
  await fc.assert(property, { numRuns: repeat({ usual: 8, soak: 100, long: 500 }), endOnFailure: true });
});

it.each(["waits", "blocks"])("doesn't begin the calls behind one that is ended: %s", async (act) => {
  const ended = { ...oneDrawn(act), ends: "timedOut" } as const;
  const calls = [oneDrawn("text"), ended, oneDrawn("noisy"), oneDrawn("text", "plain")];
  const expected = [];
  for (const one of calls) expected.push(await coldOutcome(one));
  expect(await runTogether(calls)).toEqual(expected);
});

/** Those whose outcome is compared. */
const compared = new Set([...short, "leavesWriter"]);
/** Acts that leave nothing, so that the process is used again. */
const clean = [
  ...["text", "later", "noisy", "long", "reads", "runs", "awaits", "fetches", "closesFile"],
  ...["rounds", "cancels", "closes", "thinks"],
];
/** Acts that leave something, so that the process is ended. */
const unclean = [
  ...[
    "leavesTimer",
    "leavesQuietTimer",
    "leavesDueTimer",
    "leavesInterval",
    "leavesVariable",
    "leavesFolder",
    "leavesMask",
    "leavesListener",
  ],
  ...["leavesServer", "leavesProgram", "leavesQuietProgram", "leavesGrandchild", "leavesFile", "leavesHandle", "leavesWriter"],
  ...["leavesQuietDelay", "leavesQuietWait", "leavesQuietPromise", "leavesQuietRounds", "leavesImportedDelay"],
  ...["leavesThread", "leavesImportedThread", "leavesQuietServer", "leavesQuietSocket"],
  ...["leavesWatcher", "leavesFileWatcher", "leavesChanges", "takesErrors"],
];

it.each([...new Set([...short, ...clean, ...unclean])])(
  "ends as a process of its own does, which is kept if the call left nothing: %s",
  async (act) => {
    const one = { act, text: "text", folder: 0, environment: 0, ends: "itself" } as const;
    const processOf = () => outcomeOf(runHandlerWarm, { ...one, act: "process" });
    const first = await processOf();
    const outcome = await outcomeOf(runHandlerWarm, one);
    if (compared.has(act)) expect(outcome).toEqual(await coldOutcome(one));
    if (clean.includes(act)) expect(await processOf()).toEqual(first);
    if (!unclean.includes(act)) return;
    expect(await processOf()).not.toEqual(first);
    expect(markedProcesses(mark).filter((line) => line.includes("sleep"))).toEqual([]);
  },
);
