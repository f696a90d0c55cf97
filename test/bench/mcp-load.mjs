import { mkdirSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { modern, openHttpSession, openSession, post } from "./mcp-session.mjs";
import { atLeast, atMost, quantile, run, timesOf } from "./measure.mjs";
import { peersFolder, toolgen, toolName } from "./projects.mjs";

/** How many calls a client makes, one after the other. */
const callsOfOne = 3;

/** Needs no repair: the other servers would refuse it. */
export const correctCall = { path: "notes.txt", pattern: "TODO", limit: 20, labels: ["a", "b"] };

/** Many clients at once over HTTP, each with a connection of its own. A call that isn't answered with a result counts as unanswered. */
export async function timeClients({ project: { dir, size, toolsFile }, clients, onRun }) {
  const servers = {
    "toolgen, generated/mcp/server.cjs --http": [join(dir, "generated/mcp/server.cjs")],
    "SDK v1, Server, over HTTP": [join(peersFolder, "sdk.mjs"), toolsFile],
    "SDK v2, Server, over HTTP": [join(peersFolder, "sdk2.mjs"), toolsFile],
    "fastmcp, over HTTP": [join(peersFolder, "fastmcp.mjs"), toolsFile],
  };
  const rows = [];
  for (const [what, args] of Object.entries(servers)) {
    onRun(`${clients} clients of ${what}`);
    const session = await openHttpSession({ args, cwd: dir, seconds: 600 });
    const began = performance.now();
    const answered = await Promise.all(Array.from({ length: clients }, () => callAll(session.url)));
    const ms = performance.now() - began;
    const mb = await session.residentMb();
    const cpu = await session.close();
    rows.push({ what, size, clients, calls: clients * callsOfOne, answered: answered.reduce((sum, one) => sum + one), ms, cpu, mb });
  }
  return rows;
}

async function callAll(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let answered = 0;
  for (let id = 1; id <= callsOfOne; id++) {
    const body = { jsonrpc: "2.0", id, method: "tools/call", params: { name: toolName(0), arguments: correctCall } };
    const { result } = await post({ url, agent, body }).catch(() => ({}));
    if (result !== undefined && !result.isError) answered++;
  }
  agent.destroy();
  return answered;
}

const embedders = fileURLToPath(new URL("embedders.mjs", import.meta.url));

/** The same handler twice: its processes are kept, or each call has its own. */
const ways = [
  { tool: "kept", what: "an empty handler" },
  { tool: "alone", what: "the same with `warm: false`", spec: { warm: false } },
];

/** A built project with an empty handler. */
export async function handlersIn(folder) {
  const dir = join(folder, "project-handlers");
  mkdirSync(join(dir, "tools.d"), { recursive: true });
  writeFileSync(join(dir, "tools.d/empty.mjs"), "export const empty = () => 'done';\n");
  writeFileSync(
    join(dir, "tools.d/reads.mjs"),
    "import { readFile } from 'node:fs/promises'; export const reads = async () => (await readFile('done.txt', 'utf8')).trim();\n",
  );
  writeFileSync(join(dir, "done.txt"), "done\n");
  const more = { reads: { handler: "./reads.mjs#reads" }, runs: { command: ["/bin/echo", "done"] } };
  for (const [name, spec] of Object.entries(more))
    writeFileSync(join(dir, `tools.d/${name}.yaml`), stringify({ name, description: "Works.", kind: "read", schema: {}, ...spec }));
  for (const { tool, what, spec } of ways)
    writeFileSync(
      join(dir, `tools.d/${tool}.yaml`),
      stringify({ name: tool, description: what, kind: "read", schema: {}, handler: "./empty.mjs#empty", ...spec }),
    );
  await run(process.execPath, [toolgen, "build"], { cwd: dir });
  return dir;
}

/** Later calls of a registry, one after the other: the median of their time, and the CPU time of all processes. */
export async function benchRegistryHandlers({ dir, calls, onRun }) {
  const handlers = [];
  for (const { tool, what, spec } of ways) {
    const most = spec === undefined ? 10 * calls : calls;
    onRun(`${most} calls of a registry, ${what}`);
    const [few, many] = [await timeHost(dir, tool, 1), await timeHost(dir, tool, most + 1)];
    handlers.push({ what: `registry, ${what}`, calls: most, p50: many.later, cpu: (many.cpu - few.cpu) / most });
  }
  const [kept, alone] = handlers;
  return {
    handlers,
    targets: [atMost("40 later calls of an empty handler, CPU, × one in a process of its own", 1, (40 * kept.cpu) / alone.cpu)],
  };
}

/** The registry ends its processes, whose times the kernel then counts with its own. */
async function timeHost(cwd, tool, calls) {
  const words = ["-c", 'TIMEFORMAT="%R %U %S"; time "$@"', "time", process.execPath, embedders, "handlers", tool, String(calls)];
  const { stdout, stderr } = await run("bash", words, { cwd });
  return { ...JSON.parse(stdout), cpu: timesOf(stderr).cpu };
}

const atOnce = 32;

/** Servers of libraries, by the file in `peers/`. */
const libraries = {
  "SDK v1, Server": "sdk.mjs",
  "SDK v2": "sdk2.mjs",
  fastmcp: "fastmcp.mjs",
  "mcp-framework": "framework.mjs",
};

/** The work of a call, everywhere the same: our tool, what `ECHO` says to the others, and how many times as many calls are made. */
const works = [
  { work: "an empty handler", tool: "kept", ECHO: "none", times: 20 },
  { work: "a handler that reads a file", tool: "reads", ECHO: "read", times: 20 },
  { work: "a command", tool: "runs", ECHO: "", times: 4 },
];

const transports = { "standard streams": openSession, HTTP: openHttpSession };

/** Calls of servers that do the same, one after the other and 32 at once, over both transports; and ours with a process for each call. */
export async function benchServerHandlers({ dir, toolsFile, calls, onRun }) {
  const ours = { what: "toolgen", args: [join(dir, "generated/mcp/server.cjs")] };
  const others = Object.entries(libraries).map(([what, file]) => ({
    what,
    args: [join(peersFolder, file), toolsFile],
    theirs: toolName(0),
    given: correctCall,
  }));
  const load = [];
  for (const { work, tool, ECHO, times } of works)
    for (const [transport, open] of Object.entries(transports))
      for (const { what, args, theirs = tool, given } of [ours, ...others]) {
        onRun(`${times * calls} calls of ${what} over ${transport}, ${work}`);
        const session = await open({ args, cwd: dir, sockets: atOnce, seconds: 600, more: { ECHO } });
        load.push({ work, transport, what, ...(await timeLoad(session, theirs, { calls: times * calls, given })) });
        await session.close();
      }
  const session = await openSession({ ...ours, cwd: dir });
  const unkept = await timeLoad(session, "alone", { calls });
  await session.close();
  load.push({ work: ways[1].what, transport: "standard streams", what: "toolgen", ...unkept });
  return { load, targets: loadTargets(load) };
}

async function timeLoad(session, tool, { calls, given }) {
  await callAtOnce(session, tool, { count: atOnce, given });
  const times = await callAtOnce(session, tool, { count: Math.ceil(calls / 4), given, inFlight: 1 });
  const began = performance.now();
  await callAtOnce(session, tool, { count: calls, given });
  return { calls, p50: quantile(times, 0.5), perSecond: (1000 * calls) / (performance.now() - began) };
}

function loadTargets(load) {
  const of = (work, transport, what) => load.find((row) => row.work === work && row.transport === transport && row.what === what);
  const [empty, reading, command] = works.map(({ work }) => work);
  const stdio = "standard streams";
  const pair = (work, transport, library) => [of(work, transport, "toolgen"), of(work, transport, library)];
  const [call, sdkCall] = pair(empty, stdio, "SDK v1, Server");
  const [read] = pair(reading, stdio, "SDK v1, Server");
  const [run, sdkRun] = pair(command, stdio, "SDK v1, Server");
  const [echo, sdkEcho] = pair(empty, "HTTP", "SDK v2");
  const alone = load.at(-1);
  return [
    atLeast("calls of a handler a second, 32 at once, × SDK v1", 0.8, call.perSecond / sdkCall.perSecond),
    atMost("a call of a handler, p50", 0.15, call.p50, "ms"),
    atMost("a file read by a handler, p50", 0.4, read.p50, "ms"),
    atMost("a command, p50, × SDK v1", 1.1, run.p50 / sdkRun.p50),
    atLeast("commands a second, 32 at once, × SDK v1", 0.95, run.perSecond / sdkRun.perSecond),
    atMost("a call of a handler over HTTP, p50, × SDK v2", 1, echo.p50 / sdkEcho.p50),
    atLeast("calls of a handler over HTTP a second, 32 at once, × SDK v2", 1, echo.perSecond / sdkEcho.perSecond),
    atMost("25 calls of an empty handler, 32 at once, × one in a process of its own", 1, (25 * alone.perSecond) / call.perSecond),
  ];
}

/** Calls a tool that answers `done`, so many calls at once. Resolves to the milliseconds of each call. */
async function callAtOnce(session, tool, { count, given = {}, inFlight = atOnce }) {
  const times = [];
  let left = count;
  const work = async () => {
    while (left > 0) {
      left--;
      const began = performance.now();
      const { isError, content } = await session.call(tool, given);
      if (isError || content[0].text.trim() !== "done") throw new Error(JSON.stringify(content));
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return times;
}

/** Makes many calls that start no program, 32 at once, and measures a server's memory after a quarter of them and after all. */
export async function measureMemory({ dir, toolsFile, calls, onRun }) {
  const server = { args: [join(dir, "generated/mcp/server.cjs")], cwd: dir, seconds: 600 };
  const overHttp = { ...server, sockets: atOnce };
  const sdk = { args: [join(peersFolder, "sdk.mjs"), toolsFile], cwd: dir, seconds: 600, sockets: atOnce, more: { ECHO: "none" } };
  const cases = [
    { what: "toolgen, over standard streams", open: () => openSession(server), isOurs: true },
    { what: "toolgen, over HTTP, a client of 2025", open: () => openHttpSession(overHttp), isOurs: true },
    { what: "toolgen, over HTTP, a client of 2026-07-28", open: () => openHttpSession({ ...overHttp, revision: modern }), isOurs: true },
    { what: "SDK v1, Server, over standard streams", open: () => openSession(sdk) },
    { what: "SDK v1, Server, over HTTP, a client of 2025", open: () => openHttpSession(sdk) },
  ];
  const rows = [];
  for (const { what, open, isOurs = false } of cases) {
    onRun(`${calls} calls of ${what}`);
    const session = await open();
    await callAtOnce(session, "kept", { count: calls / 4 });
    const quarterMb = await session.residentMb();
    await callAtOnce(session, "kept", { count: (calls * 3) / 4 });
    const mb = await session.residentMb();
    await session.close();
    rows.push({ what, calls, quarterMb, mb, isOurs });
  }
  const targets = rows
    .filter(({ isOurs, mb }) => isOurs && mb !== undefined)
    .map(({ what, quarterMb, mb }) => atMost(`resident after all calls, × after a quarter of them: ${what}`, 1.2, mb / quarterMb));
  return { memory: rows.map(({ isOurs: _, ...row }) => row), targets };
}
