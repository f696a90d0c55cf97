import { join } from "node:path";
import { carriersIn } from "./carriers.mjs";
import { codeCacheRows, codeCachesIn, codeCacheTargets } from "./code-caches.mjs";
import { interleave } from "./measure.mjs";
import { sampleCommand, toolName } from "./specs.mjs";
import { atMost } from "./targets.mjs";

/** Discovering and calling as clients do: a process each. */
export async function benchCall({ folder, sizes, rounds, batch, deadline, project, onRun }) {
  const empty = join(folder, "empty.cjs");
  const [echo, ...echoArgs] = sampleCommand;
  const cases = [
    { name: "node, an empty program", program: process.execPath, args: [empty], batch },
    { name: "the command itself", program: echo, args: echoArgs, batch },
  ];
  for (const size of sizes) {
    const { dir, callInput } = await project(size);
    const tool = toolName(Math.floor(size / 2));
    cases.push(
      { name: `discover ${size}`, program: join(dir, "generated/bin/discover"), cwd: dir, batch },
      { name: `cat ${size}`, program: "cat", args: [join(dir, "generated/gemini/discovery.json")], cwd: dir, batch },
      { name: `call ${size}`, program: join(dir, "generated/bin/call"), args: [tool], input: callInput, cwd: dir, batch },
    );
  }
  const smallest = Math.min(...sizes);
  const caches = await codeCachesIn({ folder, project: await project(smallest), tool: toolName(Math.floor(smallest / 2)), batch });
  cases.push(...caches.flatMap(({ node, call }) => [node, call]));
  const { carriers, close } = await carriersIn(folder);
  for (const { what, tool, call, script, input, cwd } of carriers) {
    cases.push(
      { name: scriptName(what), program: process.execPath, args: [script], input, cwd, batch },
      { name: callName(what), program: call, args: [tool], input, cwd, batch },
    );
  }
  const results = await interleave(cases, { rounds, deadline, onRun }).finally(close);
  const of = (name) => results.get(name) ?? {};
  const node = of("node, an empty program");
  const command = of("the command itself");
  const floors = { discover: node, cat: node, call: { cpu: node.cpu + command.cpu, wall: node.wall + command.wall } };
  const rows = sizes.flatMap((size) =>
    Object.entries(floors).map(([what, floor]) => {
      const { cpu, wall, runs } = of(`${what} ${size}`);
      return { what, size, runs: runs * batch, cpu: cpu / floor.cpu, wall: wall / floor.wall, ms: wall };
    }),
  );
  rows.push(...codeCacheRows(caches, { of, command, size: smallest, batch }));
  for (const { what } of carriers) {
    for (const [name, floor] of [
      [scriptName(what), node],
      [callName(what), of(scriptName(what))],
    ]) {
      const { cpu, wall, runs } = of(name);
      rows.push({ what: name, size: carriers.length, runs: runs * batch, cpu: cpu / floor.cpu, wall: wall / floor.wall, ms: wall });
    }
  }
  const targets = [...targetsOf(rows, sizes), ...codeCacheTargets(caches, rows)];
  return { rows, floors: { nodeMs: node.wall, nodeCpuMs: node.cpu, commandMs: command.wall }, targets };
}

const scriptName = (what) => `a bare script that does what the \`${what}\` does`;
const callName = (what) => `call, \`${what}\``;

function targetsOf(rows, sizes) {
  const cpu = (what, size) => rows.find((row) => row.what === what && row.size === size)?.cpu;
  const discover = { 100: 1.1, 1000: 1.25, 5000: 1.7 };
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  return [
    ...sizes.flatMap((size) => {
      const limit = discover[size];
      return limit === undefined ? [] : [atMost(`\`discover\`, ${size} tools, × an empty Node program`, limit, cpu("discover", size))];
    }),
    atMost(`\`cat\`, ${largest} tools, × an empty Node program`, 0.15, cpu("cat", largest)),
    ...sizes.map((size) => atMost(`\`call\`, ${size} tools, × an empty Node program and the command`, 1.4, cpu("call", size))),
    ...(largest > smallest
      ? [atMost(`\`call\`, ${largest} tools, × ${smallest}`, 1.06, cpu("call", largest) / cpu("call", smallest))]
      : []),
    ...Object.entries({ handler: 1.3, http: 1.7 }).map(([what, limit]) => {
      const measured = rows.find((row) => row.what === callName(what))?.cpu;
      return atMost(`\`call\` of a tool with \`${what}\`, × a bare script that does the same`, limit, measured);
    }),
  ];
}
