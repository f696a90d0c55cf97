import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { atMost, interleave, run, shareOf } from "./measure.mjs";
import { sampleCall, sampleCommand, toolgen, toolName } from "./projects.mjs";

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

  const program = fileURLToPath(new URL("guard-checks.mjs", import.meta.url));
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

/** The hook of agent clients, which decides on a call before it is sent, beside `call`, which also runs it. */
export async function benchHook({ folder, sizes, rounds, batch, deadline, project, onRun }) {
  const [echo, ...echoArgs] = sampleCommand;
  const cases = [
    { name: "node, an empty program", program: process.execPath, args: [join(folder, "empty.cjs")], batch },
    { name: "the command itself", program: echo, args: echoArgs, batch },
  ];
  for (const size of sizes) {
    const { dir, callInput } = await project(size);
    const tool = toolName(Math.floor(size / 2));
    const event = join(folder, `event-${size}.json`);
    const call = { hook_event_name: "PreToolUse", tool_name: `mcp__toolgen__${tool}`, tool_input: sampleCall };
    writeFileSync(event, JSON.stringify({ ...call, cwd: dir, mcp_server: { name: "toolgen", source: "project" } }));
    const hook = { program: join(dir, "generated/bin/hook"), args: ["claude", "mcp__toolgen__"], cwd: dir, batch };
    cases.push(
      { name: `call ${size}`, program: join(dir, "generated/bin/call"), args: [tool], input: callInput, cwd: dir, batch },
      { name: `hook ${size}`, ...hook, input: event },
    );
  }
  const results = await interleave(cases, { rounds, deadline, onRun });
  const of = (name) => results.get(name) ?? {};
  const [node, command] = [of("node, an empty program"), of("the command itself")];
  const rows = sizes.flatMap((size) => {
    const [call, hook] = [of(`call ${size}`), of(`hook ${size}`)];
    const alone = { cpu: call.cpu - command.cpu, wall: call.wall - command.wall, runs: call.runs };
    return [
      ["`call` without its command", alone],
      ["the hook, for the same call", hook],
    ].map(([what, { cpu, wall, runs }]) => ({ what, size, runs: runs * batch, cpu: cpu / node.cpu, wall: wall / node.wall, ms: wall }));
  });
  const cpu = (what, size) => rows.find((row) => row.what.includes(what) && row.size === size)?.cpu;
  const targets = sizes.map((size) =>
    atMost(`the hook, ${size} tools, × \`call\` without its command`, 1, cpu("hook", size) / cpu("call", size)),
  );
  return { rows, floors: { nodeMs: node.wall, nodeCpuMs: node.cpu, commandMs: command.wall }, targets };
}
