import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type ExternalProgram, type ExternalResult, runExternal } from "../../../src/cli/io/run-external.js";
import { leftProcesses, markedProcesses, newMarker, startedProcesses } from "../../call/process/marked-processes.js";
import { projectOf } from "../../kit/project.js";
import { program } from "../../kit/toolgen.js";

const env = { PATH: process.env.PATH ?? "/usr/bin:/bin" };

function run(start: Partial<ExternalProgram>): Promise<ExternalResult> {
  const { signal } = new AbortController();
  return runExternal({ program: "sh", args: [], cwd: tmpdir(), env, signal, timeoutMs: 60_000, ...start });
}

/** A shell script with the marker as `$0`, so that it shows among the arguments of what the script forks. */
const script = (text: string, marker = "script") => ({ args: ["-c", text, marker] });

const texts = (result: ExternalResult) =>
  "stdout" in result ? { ...result, stdout: result.stdout.toString(), stderr: result.stderr.toString() } : result;

const background = "sh -c 'sleep 60; :' \"$0\" & sh -c 'sleep 60; :' \"$0\" >/dev/null 2>&1 &";

it.concurrent.each<[string, Partial<ExternalProgram>, object]>([
  ["exit code", script("echo out; echo err >&2; exit 3"), { kind: "exited", code: 3, stdout: "out\n", stderr: "err\n" }],
  ["signal", script("echo before; kill -SEGV $$"), { kind: "ended", reason: "signalled", stdout: "before\n", stderr: "" }],
  ["input", { program: "cat", stdin: "€\n" }, { kind: "exited", code: 0, stdout: "€\n", stderr: "" }],
  ["empty input", { program: "cat" }, { kind: "exited", code: 0, stdout: "", stderr: "" }],
  ["unread input", { program: "true", stdin: "x".repeat(1_000_000) }, { kind: "exited", code: 0, stdout: "", stderr: "" }],
  ["environment", { program: "env", env: { ...env, A: "b" } }, { kind: "exited", code: 0, stdout: `PATH=${env.PATH}\nA=b\n`, stderr: "" }],
  ["missing program", { program: "no-such-program" }, { kind: "notStarted", message: expect.stringContaining("was not found on PATH") }],
  ["folder as program", { program: "/tmp" }, { kind: "notStarted", message: expect.stringContaining("is a directory") }],
  [
    "NUL in an argument",
    { program: "printf", args: ["a\0b"] },
    { kind: "notStarted", message: "printf can't be started with a NUL character." },
  ],
  [
    "long arguments, which aren't repeated",
    { program: "printf", args: ["x".repeat(4_000_000)] },
    { kind: "notStarted", message: expect.stringMatching(/^printf can't be started: .{1,80}$/) },
  ],
  ["missing folder", { cwd: "/no/such/folder" }, { kind: "notStarted", message: expect.stringContaining("/no/such/folder") }],
])("returns how a program ended: %s", async (_, start, expected) => {
  expect(texts(await run(start))).toEqual(expected);
});

it.concurrent("ends a program at its time limit with what it printed, and its children", async () => {
  const marker = newMarker();
  const result = await run({
    ...script(`trap '' TERM; echo out; ${background} while :; do sleep 1; done`, marker),
    timeoutMs: 500,
    graceMs: 500,
  });
  expect(texts(result)).toEqual({ kind: "ended", reason: "timedOut", stdout: "out\n", stderr: "" });
  expect(await leftProcesses(marker)).toEqual([]);
});

it.concurrent("ends a program that prints without end, at the limit", async () => {
  const marker = newMarker();
  const result = await run({ program: "yes", args: [marker], maxBytes: 100_000 });
  expect(result).toMatchObject({ kind: "ended", reason: "flooded" });
  expect("stdout" in result && result.stdout.length).toBe(100_000);
  expect(await leftProcesses(marker)).toEqual([]);
});

it.concurrent("doesn't wait for children that hold the output, and leaves none of the group", async () => {
  const marker = newMarker();
  expect(texts(await run(script(`${background} echo out`, marker)))).toMatchObject({ kind: "exited", code: 0, stdout: "out\n" });
  expect(await leftProcesses(marker)).toEqual([]);
});

it.skipIf(process.platform !== "linux")("doesn't wait for a child that left the group with the output", async () => {
  const started = Date.now();
  expect(texts(await run(script("setsid sleep 5 & sleep 0.2; echo out")))).toMatchObject({ kind: "exited", code: 0, stdout: "out\n" });
  expect(Date.now() - started).toBeLessThan(4000);
});

it.concurrent("ends the whole group when it is aborted, and rejects with the reason once the program is gone", async () => {
  const marker = newMarker();
  const controller = new AbortController();
  const reason = new Error("cancelled by the user");
  const result = run({ ...script(`${background} sleep 60; :`, marker), signal: controller.signal });
  await startedProcesses(marker, 3);
  controller.abort(reason);
  await expect(result).rejects.toBe(reason);
  expect(await leftProcesses(marker)).toEqual([]);
});

it.concurrent("starts nothing when it was aborted before", async () => {
  const marker = newMarker();
  await expect(run({ ...script("sleep 60; :", marker), signal: AbortSignal.abort() })).rejects.toThrow(/aborted/);
  expect(markedProcesses(marker)).toEqual([]);
});

it.concurrent.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("ends what a command started when %s ends the command", async (name) => {
  const marker = newMarker();
  const project = projectOf({ "toolgen.yaml": "version: 1\n" });
  writeFileSync(join(project, "slow"), `#!/bin/sh\nsh -c 'sleep 60; :' ${marker} & sh -c 'sleep 60; :' ${marker}\n`, { mode: 0o755 });
  const command = spawn(process.execPath, [program, "import", "cli", "slow"], {
    cwd: project,
    env: { ...process.env, PATH: `${project}:${env.PATH}`, TMPDIR: project },
    stdio: "ignore",
  });
  await startedProcesses(marker, 2);
  command.kill(name);
  expect(await once(command, "exit")).toEqual([null, name]);
  expect(await leftProcesses(marker)).toEqual([]);
});
