import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { extractors } from "../../../src/call/filter-options.js";
import { guardCall } from "../../../src/call/guard/guard-call.js";
import { guardAnswer, guardCommand } from "../../../src/call/guard-command.js";
import { runProgramAsync } from "../../../src/call/run-program.js";
import { splitPipeline } from "../../../src/call/split-pipeline.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const rules = { param: "command", slowMs: 10_000, extractors };

interface Shell {
  readonly dialect?: "bash" | "sh";
  /** Options of the shell. */
  readonly options?: readonly string[];
  /** Lines before the command, as pi's `shellCommandPrefix` is. */
  readonly prefix?: string;
}

/** Runs a command under guard. */
function run(command: string, { dialect = "bash", options = [], prefix = "" }: Shell = {}) {
  const guarded = guardCommand(command, { rules, dialect, env: process.env });
  if (guarded === undefined) throw new Error(`Nothing of ${command} is guarded.`);
  onTestFinished(guarded.remove);
  const text = (one: string) => spawnSync(dialect, [...options, "-c", prefix + one], { encoding: "utf8" });
  const { status, stdout, stderr } = text(guarded.command);
  const plain = text(command);
  const { codes, output } = guarded.finish();
  return { isSame: status === plain.status && stdout === plain.stdout && stderr === plain.stderr, status, stdout, stderr, codes, output };
}

it("leaves a timed pipeline to sh as it is, because dash can't time a group", () => {
  expect(guardCommand("time seq 3 | tail -n 1", { rules, dialect: "sh", env: process.env })).toBeUndefined();
  expect(run("time seq 3 | tail -n 1")).toMatchObject({ status: 0, stdout: "3\n" });
});

describe.each(["bash", "sh"] as const)("in %s the exit code of a producer is kept", (dialect) => {
  it.each([
    ["that fails", "(seq 3; exit 4) | tail -1", [4], []],
    ["that ends its shell by exit", "{ seq 3; exit 5; } | tail -1", [5], []],
    ["that fails where -e is set", "sh -c 'seq 3; exit 7' | tail -1", [7], ["-e"]],
    ["of which a command fails where -e is set", "{ seq 3; false; echo never; } | tail -1", [1], ["-e"]],
    ["whose last command succeeds", "{ false; exit 0; } | grep x", [0], []],
  ] as const)("%s: %s", (_, command, codes, options) => {
    expect(run(command, { dialect, options })).toMatchObject({ isSame: true, codes });
  });
});

it.each([
  ["IFS is set", "IFS=,\n"],
  ["files aren't overwritten", "set -o noclobber\n"],
  ["a failure ends the shell", "set -euo pipefail\n"],
  ["filters run in the shell itself", "shopt -s lastpipe\n"],
  ["functions have the names of the guard's programs", "tee() { touch /nosuch/canary; }; head() { command head -1; }; chmod() { :; }\n"],
  ["traps are set", "trap 'echo ended' EXIT; trap '' PIPE\n"],
])("does what it does where %s", (_, prefix) => {
  const { isSame, codes } = run("(exit 3) | cat | sort | tail -2", { prefix });
  expect({ isSame, code: codes[0] }).toEqual({ isSame: true, code: 3 });
});

it("reads what a filter leaves, where the shell ends at a failure", () => {
  const { output, status } = run("seq 1 200000 | head -3 | grep nosuch", { options: ["-e"] });
  expect({ lines: output.toString().split("\n").length, status }).toEqual({ lines: 200_001, status: 1 });
});

it("has an answer where the command removed the folder of its copy", () => {
  const tmp = temporaryFolder();
  const env = { ...process.env, TMPDIR: tmp };
  const guarded = guardCommand(`(rm -r ${tmp}; seq 3) | tail -1`, { rules, dialect: "bash", env });
  expect(spawnSync("bash", ["-c", guarded?.command ?? ""], { encoding: "utf8" })).toMatchObject({ status: 0, stdout: "3\n", stderr: "" });
  expect(existsSync(tmp)).toBe(false);
  expect(guarded?.finish()).toMatchObject({ isWhole: true, codes: [] });
});

it("puts standard error behind the whole output of a slow command, where both came as one", () => {
  const guarded = guardCommand("(seq 3; echo trouble >&2) | tail -1", { rules, dialect: "bash", env: process.env });
  if (guarded === undefined) throw new Error("Nothing is guarded.");
  onTestFinished(guarded.remove);
  const { stdout } = spawnSync("bash", ["-c", `exec 2>&1; ${guarded.command}`]);
  const { stdout: shown, isSlow } = guardAnswer(guarded, { stdout, slowMs: 0, hasBothStreams: true });
  expect({ isSlow, text: shown.toString() }).toEqual({ isSlow: true, text: "1\n2\n3\ntrouble\n" });
});

/** Runs a command under guard for a second and a half, or longer. */
async function outcomeOf(program: "bash" | "sh", command: string, { cwd = temporaryFolder(), timeoutMs = 1500 } = {}) {
  const guard = { command, rules };
  const call = { program, args: ["-c", command], cwd, stdin: undefined, env: { PATH: process.env.PATH ?? "" } };
  const guarded = guardCall({ ...call, params: {}, summary: undefined, guard }, process.env);
  if (guarded === undefined) throw new Error("Nothing is guarded.");
  onTestFinished(guarded.remove);
  return guarded.answered(await runProgramAsync(guarded.call, { timeoutMs, signal: new AbortController().signal }));
}

it.each(["bash", "sh"] as const)("gives what the filters of %s selected for the answer where the producer doesn't end", async (program) => {
  const producer = "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); echo $i; sleep 0.01; done";
  const answered = await outcomeOf(program, `(${producer}) | head -2`);
  expect(answered).toMatchObject({ kind: "exited", code: 0, stdout: Buffer.from("1\n2\n") });
  expect("notes" in answered && answered.notes?.[0]).toMatch(
    /didn't end by itself, and was ended after .*\. Above is what `head -2` selected\.\]$/,
  );
  // Without an end there is no last line.
  expect(await outcomeOf(program, `(${producer}) | tail -1`)).toMatchObject({ kind: "timedOut" });
});

const endless = fc.constantFrom(
  ...[
    "tail -n +1 -f log",
    "tail -n +1 -F log 2>&1",
    "nohup tail -n +1 -f log 2>/dev/null",
    "env A=1 tail -n +1 -f log",
    "(cat log; tail -f /dev/null)",
  ],
  ...["while true; do cat log; sleep 100; done", "while :; do cat log; sleep 100; done", "{ cat log; for ((;;)); do sleep 9; done; }"],
  ...["cd . && tail -n +1 -f log", "A=1; tail -n +1 --follow log", "(while cat log; do sleep 100; done; tail -f log)"],
);
const selecting = fc.constantFrom(
  ...[
    "grep 3",
    "grep -c 1",
    "grep nosuch",
    "tail -2",
    "tail -n +3",
    "sort -r",
    "wc -l",
    "sort | uniq -c",
    "sed -n '2,4p'",
    "awk '{print $1}'",
  ],
  ...["cut -c1", "tr 1 x", "less", "head -3 | sort -r", "sed 's/1/one/' | grep one | tail -1", "LC_ALL=C sort -u", "grep -n 1 | tail -1"],
);

it("has what filters selected until the time limit for the answer, where the producer is known not to end", async () => {
  const drawn = fc.sample(fc.tuple(endless, selecting, fc.constantFrom("bash", "sh")), {
    numRuns: repeat({ usual: 20, soak: 100 }),
    seed: 7,
  });
  const cwd = temporaryFolder();
  const log = Array.from({ length: 13 }, (_, i) => `${i}\n`).join("");
  writeFileSync(join(cwd, "log"), log);
  const check = async ([producer, filters, program]: (typeof drawn)[number]) => {
    if (program === "sh" && producer.includes("((")) return [];
    const expected = spawnSync(program, ["-c", `cat log | ${filters.replace("less", "cat")}`], { cwd, encoding: "utf8" }).stdout;
    const outcome = await outcomeOf(program, `${producer} | ${filters}`, { cwd, timeoutMs: 3000 });
    const notes = "notes" in outcome ? outcome.notes : [];
    const isRight = outcome.kind === "exited" && outcome.code === 0 && outcome.stdout.toString() === expected;
    // Filters that have seen enough end by themselves.
    const isSaid =
      filters.startsWith("head") || notes?.some((note) => note.includes("didn't end by itself") && note.includes(filters)) === true;
    return isRight && isSaid ? [] : [{ program, producer, filters, outcome: JSON.stringify(outcome).slice(0, 1000) }];
  };
  // Ten at a time, so that each has begun well before its time limit.
  for (let at = 0; at < drawn.length; at += 10) expect((await Promise.all(drawn.slice(at, at + 10).map(check))).flat()).toEqual([]);
});

it("leaves a producer that doesn't end to a filter that has seen enough, and fails as a filter does", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "log"), "1\n2\n3\n");
  expect(await outcomeOf("bash", "yes | head -2", { cwd })).toEqual({
    kind: "exited",
    code: 0,
    stdout: Buffer.from("y\ny\n"),
    stderr: Buffer.alloc(0),
  });
  expect(await outcomeOf("bash", "while :; do sleep 9; done | grep '[' 2>/dev/null", { cwd })).toMatchObject({ kind: "timedOut" });
});

it("takes the output of filters for the answer only if none of them failed", async () => {
  const expected = [
    ["bash", "sleep 30 | head -n abc", "timedOut"],
    ["sh", "sleep 30 | head -n abc", "timedOut"],
    ["bash", "sleep 30 | grep '[' 2>/dev/null", "timedOut"],
    ["sh", "sleep 30 | grep -E '(' 2>/dev/null", "timedOut"],
    ["bash", "sleep 30 | head -n abc | sort", "timedOut"],
    ["bash", "IFS=; sleep 30 | head -n abc | sort", "timedOut"],
    // A search that found nothing, and one that `head` ended, didn't fail.
    ["bash", "(seq 9; sleep 30) | head -3 | grep 7", "exited"],
    ["sh", "(seq 9; sleep 30) | head -3 | grep 7", "exited"],
    ["bash", "(seq 9; sleep 30) | head -3 | grep 7 | sort", "exited"],
    ["bash", "(seq 200000; sleep 30) | grep 1 | head -3", "exited"],
  ] as const;
  const kinds = await Promise.all(expected.map(async ([program, command]) => [program, command, (await outcomeOf(program, command)).kind]));
  expect(kinds).toEqual(expected);
});

describe("what filters leave out", () => {
  const command = "a | sed /b/d";
  const split = splitPipeline(command);
  if (!split.strip) throw new Error(split.reason);
  const answer = (output: string, stdout: string) => {
    const finish = () => ({ output: Buffer.from(output), isWhole: true, codes: [0], isAnswered: true, elapsedMs: 1 });
    const guarded = { split, written: command, command, file: "/tmp/a", finish, remove: () => {} };
    return guardAnswer(guarded, { stdout: Buffer.from(stdout), slowMs: 2 }).isFileNamed;
  };

  it.each([
    ["nothing", "a\nb\n", "a\nb\n", false],
    ["nothing, and a line follows", "a\nb\n", "a\nb\nc\n", false],
    ["nothing, after a line", "a\nb\n", "c\na\nb\n", false],
    ["a line", "a\nb\n", "a\n", true],
    ["a line, where there is more than before", "a\nb\n", "a\na\na\n", true],
  ])("is %s", (_, output, stdout, isLeftOut) => {
    expect(answer(output, stdout)).toBe(isLeftOut);
  });

  it("is found in linear time, however often lines repeat themselves", () => {
    // Quadratic work on megabytes would not end within the time limit of a test.
    const half = "a\n".repeat(1_000_000);
    expect(answer(`${half}b\n${half}`, half.repeat(4))).toBe(true);
  });
});
