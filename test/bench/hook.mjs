import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { interleave } from "./measure.mjs";
import { sampleCall, sampleCommand, toolName } from "./specs.mjs";
import { atMost } from "./targets.mjs";

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
