import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { stringify } from "yaml";
import { atMost, interleave, run } from "./measure.mjs";
import { sampleCommand, toolgen, toolName } from "./projects.mjs";

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
  const { carriers, close } = await carriersIn(folder);
  for (const { what, tool, call, script, input, cwd } of carriers) {
    cases.push(
      { name: scriptName(what), program: process.execPath, args: [script], input, cwd, batch },
      { name: callName(what), program: call, args: [tool], input, cwd, batch },
    );
  }
  const { call, cwd } = carriers[0];
  for (const [name, writes] of Object.entries(pipes))
    cases.push({ name, program: "bash", args: ["-c", `${writes} | "$0" done; :`, call], cwd, batch });
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
  for (const { what } of carriers) {
    for (const [name, floor] of [
      [scriptName(what), node],
      [callName(what), of(scriptName(what))],
    ]) {
      const { cpu, wall, runs } = of(name);
      rows.push({ what: name, size: carriers.length, runs: runs * batch, cpu: cpu / floor.cpu, wall: wall / floor.wall, ms: wall });
    }
  }
  for (const name of Object.keys(pipes)) {
    const { cpu, wall, runs } = of(name);
    rows.push({
      what: name,
      size: carriers.length,
      runs: runs * batch,
      cpu: cpu / floors.call.cpu,
      wall: wall / floors.call.wall,
      ms: wall,
    });
  }
  const [full, bare] = Object.keys(pipes).map((name) => of(name).wall);
  const targets = [...targetsOf(rows, sizes), atMost("`call` with an empty pipe, beside one with arguments in it", 2, bare - full, "ms")];
  return { rows, floors: { nodeMs: node.wall, nodeCpuMs: node.cpu, commandMs: command.wall }, targets };
}

/** Commands that write into the pipe of a call without arguments. */
const pipes = { "call, arguments in a pipe": "echo '{}'", "call, an empty pipe": ":" };

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

/** The source of a handler, and of the bare script beside it: counts the lines of a file that contain a text. */
const countLines = `import { readFileSync } from "node:fs";
export function countLines({ path, pattern }) {
  const lines = readFileSync(path, "utf8").split("\\n");
  return { path, lines: lines.filter((line) => line.includes(pattern)).length };
}
`;

const bareHandler = `import { readFileSync } from "node:fs";
import { countLines } from "./tools.d/count-lines.mjs";
process.stdout.write(JSON.stringify(countLines(JSON.parse(readFileSync(0, "utf8")))));
`;

/** The same request, by the leanest way that Node brings along: its `fetch` takes longer to load. */
const bareHttp = (url) => `import { readFileSync } from "node:fs";
import { get } from "node:http";
const { id } = JSON.parse(readFileSync(0, "utf8"));
get(\`${url}/items/\${encodeURIComponent(id)}\`, { agent: false }, async (response) => {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  process.stdout.write(JSON.stringify(JSON.parse(text).title));
});
`;

const specs = (url) => [
  { name: "done", description: "Say that it is done.", kind: "read", schema: {}, command: ["/bin/echo", "done"] },
  {
    name: "count_matches",
    description: "Count the lines of a file that hold a text.",
    kind: "read",
    schema: {
      properties: { path: { type: "string", description: "The file." }, pattern: { type: "string", description: "The text." } },
      required: ["path", "pattern"],
    },
    paths: { path: "read" },
    handler: "./count-lines.mjs#countLines",
  },
  {
    name: "find_item",
    description: "Find an item by its number.",
    kind: "fetch",
    schema: { properties: { id: { type: "string", description: "Its number." } }, required: ["id"] },
    http: { url: `${url}/items/{{id}}`, allowPrivate: ["127.0.0.1"] },
    output: { format: "json", select: "/title" },
  },
];

/**
 * A project whose tools run a handler and send a request, and a bare script for each that does the same. `close` ends the server that answers,
 * which is this process: only what is timed is counted.
 */
async function carriersIn(folder) {
  const server = createServer((_request, response) => response.end('{"title":"An item","more":[1,2,3]}'));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const dir = join(folder, "project-carriers");
  mkdirSync(join(dir, "tools.d"), { recursive: true });
  const put = (path, text) => {
    writeFileSync(join(dir, path), text);
    return join(dir, path);
  };
  put("tools.d/count-lines.mjs", countLines);
  put(
    "tools.d/tools.yaml",
    specs(url)
      .map((spec) => stringify(spec))
      .join("---\n"),
  );
  put("notes.txt", "TODO\nDone\n".repeat(500));
  await run(process.execPath, [toolgen, "build"], { cwd: dir });
  const call = join(dir, "generated/bin/call");
  return {
    carriers: [
      {
        what: "handler",
        tool: "count_matches",
        script: put("handler.mjs", bareHandler),
        input: put("handler.json", '{"path":"notes.txt","pattern":"TODO"}'),
      },
      { what: "http", tool: "find_item", script: put("http.mjs", bareHttp(url)), input: put("http.json", '{"id":"7"}') },
    ].map((each) => ({ ...each, call, cwd: dir })),
    close: () => server.close(),
  };
}
