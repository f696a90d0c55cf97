import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { repeat } from "../kit/repeat.js";
import { CanaryWorld, type CommandLine, programOf } from "./canary-world.js";
import { canary, everyPayload } from "./values.js";

// What the other tests of this folder rely on: that a value which runs is seen.

/** A half of the payloads in `npm test`: each way is right for few of them. */
const tried = everyPayload.filter((_, i) => i % repeat({ usual: 2, soak: 1 }) === 0);

const world = new CanaryWorld();
afterAll(() => world.remove());

const dash = programOf("dash") ?? "/bin/sh";
const shell = (script: string, ...values: readonly string[]): CommandLine => ({ program: dash, args: ["-c", script, "t", ...values] });

/** Ways to put a value into a script that toolgen doesn't have. Each is right for some values. */
const naive: Readonly<Record<string, (value: string) => CommandLine>> = {
  "as it is": (value) => shell(`show ${value}`),
  "in double quotes": (value) => shell(`show "${value}"`),
  "in single quotes": (value) => shell(`show '${value}'`),
  "in JSON's quotes": (value) => shell(`show ${JSON.stringify(value)}`),
  "in a here-document": (value) => shell(`cat <<E\n${value}\nE\n`),
  "in eval": (value) => shell('eval "show $1"', value),
  "in arithmetic": (value) => ({ program: programOf("bash") ?? "bash", args: ["-c", 'show "$(($1))"', "t", value] }),
  "as a program": (value) => shell('"$1"', value),
  "as a script of sed": (value) => shell('printf "a\\n" | sed "$1"', value),
  "as a script of awk": (value) => shell('awk "$1"', value),
};

it.each(Object.keys(naive))("sees a value run that a script holds %s", (name) => {
  const observed = world.run(tried.map((value) => naive[name]?.(value) ?? shell("")));
  expect(observed.filter(({ runs }) => runs > 0).length).toBeGreaterThan(0);
});

it("sees no value run that is an argument", () => {
  const observed = world.run(tried.map((value) => shell('show "$1"', value)));
  expect(observed).toEqual(tried.map((value) => ({ shown: [[value]], runs: 0, made: [] })));
});

it("sees a file that a value makes, and which call made it", () => {
  const observed = world.run(["a", "a > made", "a"].map((value) => shell(`show ${value}`)));
  expect(observed.map(({ made }) => made)).toEqual([[], ["made"], []]);
});

const strace = programOf("strace");
const canTrace = strace !== undefined && spawnSync(strace, ["-o", "/dev/null", "true"]).status === 0;

it.skipIf(!canTrace)("sees each start of the canary that the system sees", () => {
  const trace = join(world.base, "trace");
  const lines = ["as it is", "in eval"].flatMap((name) => tried.map((value) => naive[name]?.(value) ?? shell("")));
  const observed = world.run(lines, [strace ?? "", "-f", "-qq", "-e", "trace=execve", "-e", "signal=none", "-o", trace]);
  const start = new RegExp(`execve\\("[^"]*/${canary}", .*(?:= 0|unfinished \\.\\.\\.>)$`);
  const started = readFileSync(trace, "utf8")
    .split("\n")
    .filter((line) => start.test(line));
  expect(started.length).toBeGreaterThan(10);
  expect(observed.reduce((sum, { runs }) => sum + runs, 0)).toBe(started.length);
});
