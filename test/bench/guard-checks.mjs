// Times what a guard and a build decide, in one process: node guard-checks.mjs DIR ROUNDS SECONDS. Prints JSON.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { extractors } from "../../node_modules/.cache/toolgen-modules/call/filter-options.js";
import { guardAnswer, guardCommand } from "../../node_modules/.cache/toolgen-modules/call/guard-command.js";
import { patternCost } from "../../node_modules/.cache/toolgen-modules/call/slow-pattern.js";
import { guardScript, splitPipeline } from "../../node_modules/.cache/toolgen-modules/call/split-pipeline.js";
import { interleave } from "./measure.mjs";

const [dir, rounds, seconds] = process.argv.slice(2);

/** A command of 2 kB as models write them: many arguments, quoted, with expansions, and filters at the end. */
const more = Array.from({ length: 46 }, (_, i) => `--define "STEP_${i}=of $TOTAL at $(date +%s)"`).join(" ");
const long = `CI=true npm test -- --reporter=dot ${more} 2>&1 | grep -v '^ok' | tail -n 20`;

/** Patterns as specs have them. */
const usual = [
  "^[a-z][a-z0-9-]{0,62}$",
  "^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}:\\d{2}Z)?$",
  "^[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+$",
  "^(?:https?|ssh)://[^\\s/]+(?:/\\S*)?$",
  "^v?\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]+)?$",
  "^(?!-)[^\\0\\n]{1,255}$",
  "^[0-9a-f]{7,40}$",
  "foo.*bar",
];

/** Random patterns, and one whose repetitions are too many to be checked. */
const recorded = JSON.parse(readFileSync(new URL("../call/pattern/recheck.json", import.meta.url), "utf8"));
const patterns = [...usual, ...recorded.map(([pattern]) => pattern), "^(?:[a-z]{0,300}[0-9]{0,300}){2}$"];

const rules = { param: "command", slowMs: 10_000, extractors };

/** All that a server does for a guarded command: it reads the command, makes files, and reads what they hold. */
function guardOnce() {
  const guarded = guardCommand("seq 100 | tail -n 3", { rules, dialect: "bash", env: { TMPDIR: dir } });
  guardAnswer(guarded, { stdout: Buffer.from("98\n99\n100\n"), slowMs: rules.slowMs });
  guarded.remove();
}

const cases = [
  { name: "a guard reads a command of 20 bytes", run: () => splitPipeline("npm test | tail -n 20", extractors) },
  { name: "a guard reads a command of 2 kB", run: () => splitPipeline(long, extractors) },
  { name: "a server guards a command", run: guardOnce },
  { name: "a build checks a usual pattern", clock: cpuTime, batch: usual.length, run: (i) => patternCost(usual[i % usual.length], "u") },
  { name: "a build checks the slowest pattern", clock: cpuTime, batch: 4, run: () => patternCost(slowest, "u") },
];
if (!splitPipeline(long, extractors).strip) throw new Error("The command has nothing to guard.");
const slowest = slowestOf(patterns);
for (const each of cases) timeBatch(each);
const deadline = performance.now() + Number(seconds) * 1000;
const time = (each) => timeBatch(each, each.clock);
const results = await interleave(cases, { rounds: Number(rounds), deadline, time });
// The first has the text that a guarded shell gets, which writes files into DIR.
const command = "seq 100 | tail -n 3";
const files = { output: join(dir, "output"), codes: join(dir, "codes") };
const text = guardScript(command, splitPipeline(command, extractors), { files, dialect: "bash" });
console.log(JSON.stringify([...results].map(([what, { us, runs }], i) => ({ what, us, runs, ...(i === 0 && { text }) }))));

/** The pattern that takes longest when the check is warm. */
function slowestOf(patterns) {
  const least = (pattern) =>
    Math.min(...[1, 2, 3, 4, 5].map(() => timeBatch({ run: () => patternCost(pattern, "u"), batch: 1 }, cpuTime).us));
  const times = () => patterns.map(least);
  times();
  const again = times();
  return patterns[again.indexOf(Math.max(...again))];
}

/** Microseconds a run. */
function timeBatch({ run, batch = 20 }, clock = wallTime) {
  const start = clock();
  for (let i = 0; i < batch; i++) run(i);
  return { us: ((clock() - start) * 1000) / batch };
}

/** Milliseconds. */
function wallTime() {
  return performance.now();
}

/** Milliseconds of CPU time, to which other work on the machine adds little. */
function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
