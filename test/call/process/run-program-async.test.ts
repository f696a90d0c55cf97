import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runProgram, runProgramAsync, runWatched } from "../../../src/call/run-program.js";
import type { PreparedCall } from "../../../src/contract/call.js";
import { maxStreamBytes, type RunOutcome } from "../../../src/contract/call-result.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { leftProcesses, markedProcesses, newMarker, startedProcesses } from "./marked-processes.js";

const path = process.env.PATH ?? "/usr/bin:/bin";
const never = () => new AbortController().signal;

function call(parts: Partial<PreparedCall>): PreparedCall {
  return { program: "sh", args: [], cwd: tmpdir(), stdin: undefined, env: { PATH: path }, params: {}, summary: undefined, ...parts };
}

/** A file that may be executed, with this content. */
function executable(text: string): string {
  const path = join(temporaryFolder("run-async"), "program");
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

/** A shell script with the marker as `$0`, so that it shows among the arguments of what the script forks. */
const script = (text: string, marker = "script") => call({ args: ["-c", text, marker] });

/** The outcome with its outputs as text, and without the number of the line in which toolgen's shell could not become the program. */
function texts(outcome: RunOutcome) {
  if (!("stdout" in outcome)) return outcome;
  const stderr = outcome.stderr.toString().replace(/^toolgen: \d+: /, "toolgen: ");
  return { ...outcome, stdout: outcome.stdout.toString(), stderr };
}

const background = "sh -c 'sleep 60; :' \"$0\" & sh -c 'sleep 60; :' \"$0\" >/dev/null 2>&1 &";

it.concurrent.each([
  ["an exit code with both streams", script("echo out; echo err >&2; exit 3")],
  ["an exit code that shells use for themselves", script("exit 127")],
  ["a signal", script("echo before; kill -SEGV $$")],
  ["input", call({ program: "cat", stdin: "€".repeat(100_000) })],
  ["no input", call({ program: "cat" })],
  ["input that is not read", call({ program: "true", stdin: "x".repeat(1_000_000) })],
  ["a missing program", call({ program: "no-such-program" })],
  ["a folder in the place of a program", call({ program: "/tmp" })],
  ["a script that doesn't say what runs it", call({ program: executable("echo plain\n") })],
  ["a script that nothing can run", call({ program: executable("#!/no/such/interpreter\n") })],
  ["variables that shells use themselves", call({ program: "env", env: { PATH: path, OPTIND: "7", IFS: "x", left: "5", "a.b-c": "d" } })],
  ["a name that programs see as they were called", call({ args: ["-c", "echo $0; ps -p $$ -o args="] })],
  ["a folder to run in that is gone", call({ cwd: join(tmpdir(), "no such folder") })],
  ["arguments that are too long", call({ program: "true", args: Array.from({ length: 400 }, () => "x".repeat(100_000)) })],
  ["an argument that looks like a script", call({ program: "printf", args: ["%s", "$(id); 'a' \"b\"\n"] })],
])("ends as the blocking run does: %s", async (_, prepared) => {
  const blocking = texts(runProgram(prepared, { timeoutMs: 30_000 }));
  expect(texts(await runProgramAsync(prepared, { timeoutMs: 30_000, signal: never() }))).toEqual(blocking);
  expect(texts(await runWatched(prepared, { timeoutMs: 30_000 }))).toEqual(blocking);
});

it("ends with the program, in a call and in a server alike, whatever a daemon that it left does", async () => {
  const daemon = fc.record({
    start: fc.constantFrom("setsid", "nohup setsid", "exec setsid"),
    holds: fc.constantFrom("", ">/dev/null", "2>/dev/null", "<&0"),
    says: fc.constantFrom("echo out;", "echo err >&2;", "printf 'no line end'; cat;", ""),
    code: fc.constantFrom(0, 3, 127),
    input: fc.constantFrom(undefined, "", "given", "x".repeat(300_000)),
  });
  await fc.assert(
    fc.asyncProperty(daemon, async ({ start, holds, says, code, input }) => {
      const marker = newMarker();
      const text = `(${start} sh -c 'sleep 300; :' "$0" ${holds} &); ${says} exit ${code}`;
      const prepared = { ...script(text, marker), stdin: input };
      const served = await runProgramAsync(prepared, { timeoutMs: 40_000, signal: never() });
      const called = await runWatched(prepared, { timeoutMs: 40_000 });
      for (const line of markedProcesses(marker)) process.kill(Number.parseInt(line, 10), "SIGKILL");
      expect(texts(called)).toEqual(texts(served));
      expect(called).toMatchObject({ kind: "exited", code });
    }),
    { numRuns: repeat({ usual: 8, soak: 80 }) },
  );
});

it.concurrent("ends a program at its time limit, after the time to say something", async () => {
  const prepared = script("trap 'echo cleaned up; exit 0' TERM; sleep 30 & wait");
  const outcome = await runProgramAsync(prepared, { timeoutMs: 4000, signal: never() });
  expect(texts(outcome)).toEqual({ kind: "timedOut", timeoutMs: 4000, stdout: "cleaned up\n", stderr: "" });
});

it.concurrent("ends what ignores TERM at the time limit, and its children", async () => {
  const marker = newMarker();
  const prepared = script(`trap '' TERM; ${background} while :; do sleep 1; done`, marker);
  expect((await runProgramAsync(prepared, { timeoutMs: 1000, signal: never() })).kind).toBe("timedOut");
  expect(await leftProcesses(marker)).toEqual([]);
});

it.concurrent("doesn't wait for background children that hold the output, and leaves none", async () => {
  const marker = newMarker();
  const outcome = await runProgramAsync(script(`${background} echo out`, marker), { timeoutMs: 60_000, signal: never() });
  expect(texts(outcome)).toEqual({ kind: "exited", code: 0, stdout: "out\n", stderr: "" });
  expect(await leftProcesses(marker)).toEqual([]);
});

it.concurrent("kills a program that prints without end", async () => {
  const marker = newMarker();
  const outcome = await runProgramAsync(call({ program: "yes", args: [marker] }), { timeoutMs: 60_000, signal: never() });
  expect(outcome.kind === "flooded" && outcome.stdout.length).toBe(maxStreamBytes);
  expect(await leftProcesses(marker)).toEqual([]);
});

it.concurrent("ends the whole group when it is aborted, and rejects with the reason once the program is gone", async () => {
  const marker = newMarker();
  const controller = new AbortController();
  const reason = new Error("cancelled by the client");
  const outcome = runProgramAsync(script(`${background} sleep 60; :`, marker), { timeoutMs: 60_000, signal: controller.signal });
  await startedProcesses(marker, 3);
  controller.abort(reason);
  await expect(outcome).rejects.toBe(reason);
  expect(await leftProcesses(marker)).toEqual([]);
});

it.concurrent("kills what ignores TERM when it is aborted", async () => {
  const marker = newMarker();
  const controller = new AbortController();
  const prepared = script(`trap '' TERM; ${background} while :; do sleep 1; done`, marker);
  const outcome = runProgramAsync(prepared, { timeoutMs: 60_000, signal: controller.signal });
  await startedProcesses(marker, 3);
  controller.abort();
  await expect(outcome).rejects.toThrow(/aborted/);
  expect(await leftProcesses(marker)).toEqual([]);
});

it.concurrent("starts nothing when it was aborted before", async () => {
  const marker = newMarker();
  await expect(runProgramAsync(script("sleep 60; :", marker), { timeoutMs: 60_000, signal: AbortSignal.abort() })).rejects.toThrow(
    /aborted/,
  );
  await delay(100);
  expect(markedProcesses(marker)).toEqual([]);
});

it.concurrent("runs calls beside each other and gives each its own output", async () => {
  const outcomes = await Promise.all(
    Array.from({ length: repeat({ usual: 12, soak: 30 }) }, (_, i) =>
      runProgramAsync(call({ program: "cat", stdin: `call ${i}` }), { timeoutMs: 30_000, signal: never() }),
    ),
  );
  expect(outcomes.map(texts)).toEqual(outcomes.map((_, i) => ({ kind: "exited", code: 0, stdout: `call ${i}`, stderr: "" })));
});

/** A process that runs a program in this module's way until it is ended itself; its own name is in the environment. */
const runner = `
  import { runProgramAsync } from ${JSON.stringify(new URL("../../../node_modules/.cache/toolgen-modules/call/run-program.js", import.meta.url).href)};
  const call = { program: "sh", args: ["-c", process.env.SCRIPT, process.env.MARKER], cwd: "/", env: { PATH: process.env.PATH }, params: {} };
  void runProgramAsync(call, { timeoutMs: 60_000, signal: new AbortController().signal });
`;

it.concurrent.each(["SIGTERM", "SIGINT", "SIGKILL"] as const)("leaves no process when its own is ended by %s", async (signal) => {
  const marker = newMarker();
  const env = { ...process.env, SCRIPT: `trap '' TERM; ${background} while :; do sleep 1; done`, MARKER: marker };
  const child = spawn(process.execPath, ["--input-type=module", "-e", runner], { env, stdio: "inherit" });
  const ended = new Promise((resolve) => child.on("close", (_, by) => resolve(by)));
  await startedProcesses(marker, 3);
  child.kill(signal);
  expect(await ended).toBe(signal);
  expect(await leftProcesses(marker)).toEqual([]);
});

/** A process that starts one program after the other, without waiting for their ends; it says so when the first is about to start. */
const starter = `
  import { runProgramAsync } from ${JSON.stringify(new URL("../../../node_modules/.cache/toolgen-modules/call/run-program.js", import.meta.url).href)};
  const call = { program: "sh", args: ["-c", "sleep 60; :", process.env.MARKER], cwd: "/", env: { PATH: process.env.PATH }, params: {} };
  process.stdout.write("ready");
  setInterval(() => void runProgramAsync(call, { timeoutMs: 60_000, signal: new AbortController().signal }), 1);
`;

it.concurrent("leaves no process at whatever moment its own is killed", async () => {
  const marker = newMarker();
  for (let round = 0; round < repeat({ usual: 3, soak: 25 }); round++) {
    const env = { ...process.env, MARKER: marker };
    const child = spawn(process.execPath, ["--input-type=module", "-e", starter], { env, stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((resolve) => child.on("close", resolve));
    await new Promise((resolve) => child.stdout.once("data", resolve));
    await delay(Math.random() * 25);
    child.kill("SIGKILL");
    await ended;
  }
  expect(await leftProcesses(marker)).toEqual([]);
});
