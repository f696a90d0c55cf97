import { mkdirSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { modern, openHttpSession, openSession, post } from "./mcp-session.mjs";
import { atMost, quantile, run, timesOf } from "./measure.mjs";
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

/** Servers whose calls answer in their own process. */
const handlerPeers = {
  "SDK v1, Server": ["sdk.mjs"],
  "SDK v2, McpServer": ["sdk2.mjs"],
  fastmcp: ["fastmcp.mjs"],
};

/** Calls of a server, one after the other and 32 at once, beside servers that call a function. */
export async function benchServerHandlers({ dir, toolsFile, calls, onRun }) {
  const handlers = [];
  const server = join(dir, "generated/mcp/server.cjs");
  const cases = [
    ...ways.map(({ tool, what, spec }) => ({ what, tool, args: [server], most: spec === undefined ? 20 * calls : calls })),
    ...Object.entries(handlerPeers).map(([what, [file]]) => ({
      what,
      tool: toolName(0),
      given: correctCall,
      args: [join(peersFolder, file), toolsFile],
      most: 20 * calls,
    })),
  ];
  for (const { what, tool, given, args, most } of cases) {
    const session = await openSession({ args, cwd: dir, more: { ECHO: "none" } });
    await callAtOnce(session, tool, { count: atOnce, given });
    for (const inFlight of [1, atOnce]) {
      const how = inFlight === 1 ? "one after the other" : `${inFlight} at once`;
      onRun(`${most} calls of a server, ${how}, ${what}`);
      const began = performance.now();
      const times = await callAtOnce(session, tool, { count: most, given, inFlight });
      const ms = (performance.now() - began) / most;
      handlers.push({ what: `server, ${how}, ${what}`, calls: most, p50: quantile(times, 0.5), perSecond: 1000 / ms });
    }
    await session.close();
  }
  const [keptAlone, kept, , alone, v1Alone, v1] = handlers;
  const targets = [
    atMost("25 calls of an empty handler, 32 at once, × one in a process of its own", 1, (25 * alone.perSecond) / kept.perSecond),
    atMost("calls of an empty handler, 32 at once, × those of SDK v1", 1.25, v1.perSecond / kept.perSecond),
    atMost("a call of an empty handler, p50, × one of SDK v1", 2.5, keptAlone.p50 / v1Alone.p50),
  ];
  return { handlers, targets };
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
      if (isError || content[0].text !== "done") throw new Error(JSON.stringify(content));
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
