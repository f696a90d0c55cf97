import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runProgram } from "../../../src/call/run-program.js";
import type { PreparedCall } from "../../../src/contract/call.js";
import { maxStreamBytes, type RunOutcome } from "../../../src/contract/call-result.js";
import { anyCharacter } from "../../kit/any-character.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { leftProcesses, newMarker } from "./marked-processes.js";

const path = process.env.PATH ?? "/usr/bin:/bin";
const newFolder = () => temporaryFolder("run");

function call(parts: Partial<PreparedCall>): PreparedCall {
  return { program: "sh", args: [], cwd: tmpdir(), stdin: undefined, env: { PATH: path }, params: {}, summary: undefined, ...parts };
}

/** Runs a shell script with the marker as `$0`, so that it shows among the arguments of what the script forks. */
function runScript(
  script: string,
  { marker = "script", timeoutMs = 30_000, ...parts }: Partial<PreparedCall> & { marker?: string; timeoutMs?: number } = {},
) {
  return runProgram(call({ args: ["-c", script, marker], ...parts }), { timeoutMs });
}

const texts = (outcome: RunOutcome) =>
  "stdout" in outcome ? { ...outcome, stdout: outcome.stdout.toString(), stderr: outcome.stderr.toString() } : outcome;

it("keeps both streams and the exit code apart", () => {
  expect(texts(runScript("echo out; echo err >&2; exit 3"))).toEqual({ kind: "exited", code: 3, stdout: "out\n", stderr: "err\n" });
});

it("tells 126 and 127 of a program that ran from a program that did not", () => {
  expect(runScript("exit 127")).toMatchObject({ kind: "exited", code: 127 });
  expect(runScript("exit 126")).toMatchObject({ kind: "exited", code: 126 });
});

it("reports the signal that ended the program", () => {
  expect(texts(runScript("echo before; kill -SEGV $$"))).toEqual({ kind: "signalled", signal: "SIGSEGV", stdout: "before\n", stderr: "" });
});

it("ends a program at a time limit below a second and keeps what it printed", () => {
  expect(texts(runScript("echo before; exec sleep 30", { timeoutMs: 3000 }))).toEqual({
    kind: "timedOut",
    timeoutMs: 3000,
    stdout: "before\n",
    stderr: "",
  });
});

it("leaves a program the time between TERM and KILL to say something", () => {
  const outcome = runScript("trap 'echo cleaned up; exit 0' TERM; sleep 30 & wait", { timeoutMs: 4000 });
  expect(texts(outcome)).toEqual({ kind: "timedOut", timeoutMs: 4000, stdout: "cleaned up\n", stderr: "" });
});

it("ends a program that ignores TERM, and its grandchildren, at the time limit", async () => {
  const marker = newMarker();
  const script = "trap '' TERM; (while :; do sleep 1; done) & (sh -c 'sleep 60; :' \"$0\") & while :; do sleep 1; done";
  expect(runScript(script, { marker, timeoutMs: 1000 }).kind).toBe("timedOut");
  expect(await leftProcesses(marker)).toEqual([]);
});

it("returns when the program ends though a background child holds its output, and keeps the output", async () => {
  const marker = newMarker();
  const outcome = runScript("sh -c 'sleep 60; :' \"$0\" & echo out", { marker });
  expect(texts(outcome)).toEqual({ kind: "exited", code: 0, stdout: "out\n", stderr: "" });
  expect(await leftProcesses(marker)).toEqual([]);
});

it("returns though a background child that ignores TERM holds its output", async () => {
  const marker = newMarker();
  expect(texts(runScript("(trap '' TERM; while :; do sleep 1; done) & echo out", { marker }))).toMatchObject({
    kind: "exited",
    stdout: "out\n",
  });
  expect(await leftProcesses(marker)).toEqual([]);
});

it("ends a background child that let go of the output", async () => {
  const marker = newMarker();
  expect(runScript("(while :; do sleep 1; done) >/dev/null 2>&1 & echo out", { marker })).toMatchObject({ kind: "exited", code: 0 });
  expect(await leftProcesses(marker)).toEqual([]);
});

it("leaves no guard behind a program that ended", async () => {
  const marker = newMarker();
  runProgram(call({ program: "echo", args: [marker] }), { timeoutMs: 60_000 });
  expect(await leftProcesses(marker)).toEqual([]);
});

it("kills a program that prints without end", async () => {
  const marker = newMarker();
  const outcome = runProgram(call({ program: "yes", args: [marker] }), { timeoutMs: 60_000 });
  expect(outcome.kind === "flooded" && outcome.stdout.length).toBe(maxStreamBytes);
  expect(await leftProcesses(marker)).toEqual([]);
});

it("hands a megabyte to standard input", () => {
  const stdin = "€".repeat(350_000);
  const outcome = runProgram(call({ program: "cat", stdin }), { timeoutMs: 30_000 });
  expect(outcome.kind === "exited" && outcome.stdout.toString() === stdin).toBe(true);
});

it("doesn't mind a program that leaves its input unread", () => {
  expect(runProgram(call({ program: "true", stdin: "x".repeat(1_000_000) }), { timeoutMs: 30_000 })).toMatchObject({
    kind: "exited",
    code: 0,
  });
});

it("gives a program without input nothing to wait for", () => {
  expect(texts(runProgram(call({ program: "cat" }), { timeoutMs: 30_000 }))).toMatchObject({ kind: "exited", code: 0, stdout: "" });
  expect(texts(runProgram(call({ program: "cat", stdin: "" }), { timeoutMs: 30_000 }))).toMatchObject({
    kind: "exited",
    code: 0,
    stdout: "",
  });
});

it("hands every argument on unchanged", () => {
  const argument = fc.string({ unit: anyCharacter }).filter((text) => !text.includes("\0"));
  fc.assert(
    fc.property(fc.array(argument, { minLength: 1, maxLength: 8 }), (args) => {
      const outcome = runProgram(call({ program: "printf", args: ["%s\\0", ...args] }), { timeoutMs: 30_000 });
      expect(texts(outcome)).toMatchObject({ kind: "exited", code: 0, stdout: args.map((arg) => `${arg}\0`).join("") });
    }),
    { numRuns: 40 },
  );
});

it("says that a missing program is missing", () => {
  expect(runProgram(call({ program: "no-such-program" }), { timeoutMs: 1000 })).toMatchObject({
    kind: "notFound",
    message: expect.stringContaining("no-such-program"),
  });
  expect(runProgram(call({ program: "./no-such-program" }), { timeoutMs: 1000 }).kind).toBe("notFound");
});

it("says that a file may not be executed, or is a folder", () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, "plain"), "#!/bin/sh\n", { mode: 0o644 });
  mkdirSync(join(cwd, "folder"));
  expect(runProgram(call({ program: "./plain", cwd }), { timeoutMs: 1000 }).kind).toBe("notExecutable");
  expect(runProgram(call({ program: "plain", cwd, env: { PATH: cwd } }), { timeoutMs: 1000 }).kind).toBe("notExecutable");
  expect(runProgram(call({ program: "./folder", cwd }), { timeoutMs: 1000 }).kind).toBe("notExecutable");
  expect(runProgram(call({ program: "folder", cwd, env: { PATH: cwd } }), { timeoutMs: 1000 }).kind).toBe("notFound");
});

it("counts a relative entry of PATH, and a relative program, from the folder of the call", () => {
  const cwd = newFolder();
  mkdirSync(join(cwd, "bin"));
  writeFileSync(join(cwd, "bin", "mine"), "#!/bin/sh\necho mine\n", { mode: 0o755 });
  chmodSync(join(cwd, "bin", "mine"), 0o755);
  expect(texts(runProgram(call({ program: "mine", cwd, env: { PATH: `bin:${path}` } }), { timeoutMs: 30_000 }))).toMatchObject({
    stdout: "mine\n",
  });
  expect(texts(runProgram(call({ program: "bin/mine", cwd }), { timeoutMs: 30_000 }))).toMatchObject({ stdout: "mine\n" });
});

it("names the folder that a program can't run in", () => {
  const cwd = join(newFolder(), "gone");
  const expected = { kind: "unstartable", message: expect.stringContaining(cwd) };
  expect(runProgram(call({ cwd }), { timeoutMs: 1000 })).toMatchObject(expected);
  expect(runProgram(call({ program: "./x", cwd }), { timeoutMs: 1000 })).toMatchObject(expected);
});

it("says that arguments are too long for the system", () => {
  const args = Array.from({ length: 400 }, () => "x".repeat(100_000));
  expect(runProgram(call({ program: "true", args }), { timeoutMs: 1000 }).kind).toBe("tooLong");
});

it("gives a program its environment, whatever the shell between would make of it", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "startup"), "echo startup file was read\n");
  const startup = join(folder, "startup");
  for (const env of [
    { PATH: path, A: "1" },
    {
      PATH: path,
      "a.b-c": "with 'quotes'\nand lines",
      "BASH_FUNC_kill%%": "() { :; }",
      PWD: "/nonsense",
      OPTIND: "7",
      IFS: "x",
      SHLVL: "9",
      left: "5",
    },
    { PATH: path, ENV: startup, BASH_ENV: startup, PPID: "0" },
  ]) {
    const outcome = runProgram(call({ program: "env", args: ["-0"], env, cwd: folder }), { timeoutMs: 30_000 });
    const lines = "stdout" in outcome ? outcome.stdout.toString().split("\0").slice(0, -1) : [];
    // Where sh is bash, SHLVL and _ are set at the very last moment.
    const seen = lines.filter((line) => "SHLVL" in env || !/^(?:SHLVL|_)=/.test(line));
    expect(seen.sort()).toEqual(
      Object.entries(env)
        .map(([name, value]) => `${name}=${value}`)
        .sort(),
    );
  }
});
