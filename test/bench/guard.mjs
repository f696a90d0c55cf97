import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { run } from "./children.mjs";
import { interleave, shareOf } from "./measure.mjs";
import { toolgen } from "./projects.mjs";
import { atMost } from "./targets.mjs";

const command = "seq 100 | tail -n 3";
const specOf = (name, more) => ({
  name,
  description: "Run a command.",
  kind: "execute",
  schema: { properties: { command: { type: "string", description: "The command." } }, required: ["command"] },
  code: { command: "bash" },
  command: ["bash", "-c", "{{command}}"],
  ...more,
});

/** Measures the pipeline guard and the proof of patterns: a decision in a process that makes many, and a call with and without a guard. */
export async function benchGuard({ folder, rounds, batch, deadline, onRun }) {
  const dir = join(folder, "guard");
  mkdirSync(join(dir, "tools.d"), { recursive: true });
  const specs = [specOf("plain"), specOf("guarded", { guard: "command" })];
  writeFileSync(join(dir, "tools.d", "tools.yaml"), specs.map((spec) => stringify(spec)).join("---\n"));
  const [input, unfiltered] = ["input.json", "unfiltered.json"].map((name) => join(dir, name));
  writeFileSync(input, JSON.stringify({ command }));
  writeFileSync(unfiltered, JSON.stringify({ command: "seq 100" }));
  await run(process.execPath, [toolgen, "build"], { cwd: dir });

  const program = fileURLToPath(new URL("guards/measure-checks.mjs", import.meta.url));
  onRun("checks");
  const seconds = Math.max(1, (shareOf(deadline, 2) - performance.now()) / 1000);
  const { stdout } = await run(process.execPath, [program, dir, String(rounds * 10), String(seconds)], {});
  const checks = JSON.parse(stdout);

  // Each call leaves a file in the user's folder for temporary files, and looks for old ones there.
  const call = { program: "env", cwd: dir, batch };
  const caseOf = (name, tool, given = input) => ({
    ...call,
    name,
    args: [`TMPDIR=${dir}`, join(dir, "generated/bin/call"), tool],
    input: given,
  });
  const shellOf = (name, text) => ({ name, program: "bash", args: ["-c", text], cwd: dir, batch });
  const cases = [
    shellOf("bash, the command", command),
    shellOf("bash, the guarded command", checks.find(({ text }) => text !== undefined).text),
    caseOf("call", "plain"),
    caseOf("call, guarded", "guarded"),
    caseOf("call, no filter", "plain", unfiltered),
    caseOf("call with a guard, no filter", "guarded", unfiltered),
  ];
  const results = await interleave(cases, { rounds, deadline, onRun });
  const of = (name) => results.get(name);
  const floor = of("bash, the command");
  const rows = cases.map(({ name }) => {
    const { cpu, wall, runs } = of(name);
    return { what: name, size: specs.length, runs: runs * batch, cpu: cpu / floor.cpu, wall: wall / floor.wall, ms: wall };
  });
  const us = (what) => checks.find((one) => one.what === what).us;
  const more = (name, beside, clock = "cpu") => of(name)[clock] - of(beside)[clock];
  const inShell = more("bash, the guarded command", "bash, the command");
  const targets = [
    atMost("a guard reads a command of 2 kB", 1, us("a guard reads a command of 2 kB") / 1000, "ms"),
    atMost("a build checks the slowest pattern", 5, us("a build checks the slowest pattern") / 1000, "ms"),
    atMost(
      "CPU time of a guarded command in a server, beside the same without guard",
      10,
      inShell + us("a server guards a command") / 1000,
      "ms",
    ),
    atMost(
      "CPU time of a `call` with a guard and no filter, beside the same without guard",
      10,
      more("call with a guard, no filter", "call, no filter"),
      "ms",
    ),
    atMost("Time of a guarded `call`, beside the same without guard", 10, more("call, guarded", "call", "wall"), "ms"),
    atMost("CPU time of a guarded `call`, beside the same without guard", 10, more("call, guarded", "call"), "ms"),
  ];
  return { rows, checks: checks.map(({ what, us: time, runs }) => ({ what, us: time, runs })), targets };
}
