import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { benchServerHandlers, correctCall, handlersIn, measureMemory, timeClients } from "./mcp-load.mjs";
import { openHttpSession, openSession } from "./mcp-session.mjs";
import { atMost, interleave, quantile, shareOf, shuffled, timeOnce } from "./measure.mjs";
import { peersFolder, sampleCall, toolName } from "./projects.mjs";

const empty = "node, an empty program";
const ours = "toolgen, generated/mcp/server.cjs";
const overHttp = `${ours} --http`;
const overHttpObserved = `${overHttp}, with OpenTelemetry`;
const httpFloor = "Node's HTTP server, no package";
const loop = "a loop written by hand, no package";

/** Servers with the same tools, by the name they have in the results: a file in `peers/`, and its arguments behind the tools. */
const peers = {
  [loop]: ["floor.mjs"],
  "SDK v1, Server": ["sdk.mjs"],
  "SDK v1, McpServer": ["sdk.mjs", "McpServer"],
  "SDK v2, McpServer": ["sdk2.mjs"],
  fastmcp: ["fastmcp.mjs"],
};

/** The floor of a start with a package: its code in one file. */
const bundled = "SDK v1, Server, bundled";

/** Bundles that server with esbuild, without the ways to serve that it doesn't use. */
async function bundleSdk(folder) {
  const outfile = join(folder, "sdk-bundled.mjs");
  const external = ["@modelcontextprotocol/sdk/server/streamableHttp.js", "@modelcontextprotocol/sdk/server/mcp.js", "./tools.mjs"];
  const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
  const options = { bundle: true, minify: true, platform: "node", format: "esm", external, banner, outfile, logLevel: "error" };
  await build({ entryPoints: [join(peersFolder, "sdk.mjs")], ...options });
  return outfile;
}

/** The same over HTTP. */
const httpPeers = {
  "SDK v1, Server, over HTTP": ["sdk.mjs"],
  "SDK v2, Server, over HTTP": ["sdk2.mjs"],
  "fastmcp, over HTTP": ["fastmcp.mjs"],
};

/** From starting a server to its answer to `tools/list`, and calls of a running one. Resolves to a notice alone where there is no server. */
export async function benchMcp({ folder, sizes, rounds, calls, handlerCalls, clients, manyCalls, deadline, project, onRun }) {
  const rows = [];
  const targets = [];
  // The rest is for calls.
  const lastStart = shareOf(deadline, 2);
  const sdk = await bundleSdk(folder);
  for (const [index, size] of sizes.entries()) {
    const made = await project(size);
    const server = join(made.dir, "generated/mcp/server.cjs");
    if (!existsSync(server)) return { rows: [], targets: [], notice: "No `generated/mcp/server.cjs` is built yet: nothing was measured." };
    const cases = [
      { name: empty, program: process.execPath, args: [join(folder, "empty.cjs")] },
      { name: ours, args: [server], cwd: made.dir, size },
      { name: overHttp, args: [server], cwd: made.dir, size, isHttp: true },
      { name: bundled, args: [sdk, made.toolsFile], cwd: made.dir, size },
      ...Object.entries(peers).map(([name, file]) => ({ name, args: peer(file, made), cwd: made.dir, size })),
      ...Object.entries(httpPeers).map(([name, file]) => ({ name, args: peer(file, made), cwd: made.dir, size, isHttp: true })),
    ];
    const results = await interleave(cases, {
      rounds,
      deadline: shareOf(lastStart, sizes.length - index),
      onRun: (text) => onRun(`${size}: ${text}`),
      time: timeStart,
    });
    const floor = results.get(empty);
    for (const [what, { runs, cpu, wall, mb }] of results) {
      rows.push({ what, size, runs, cpu: cpu / floor.cpu, ms: wall, mb });
    }
    targets.push(
      ...targetsOf(
        rows.filter((row) => row.size === size),
        size,
      ),
    );
  }
  const callSize = Math.max(...sizes.filter((size) => size <= 1000 || size === Math.min(...sizes)));
  const latency = await timeCalls({ project: await project(callSize), calls, onRun });
  const few = Math.max(...sizes.filter((size) => size <= 100 || size === Math.min(...sizes)));
  const many = await timeClients({ project: await project(few), clients, onRun });
  const dir = await handlersIn(folder);
  const { toolsFile } = await project(few);
  const { load, targets: more } = await benchServerHandlers({ dir, toolsFile, calls: handlerCalls, onRun });
  const { memory, targets: flat } = await measureMemory({ dir, toolsFile, calls: manyCalls, onRun });
  // What a user feels first comes first.
  const all = [...more, ...targets, ...latency.targets, ...flat, tokensTarget()];
  return { rows, targets: all, calls: latency.rows, clients: many, load, memory };
}

const peer = ([file, ...more], { toolsFile }) => [join(peersFolder, file), toolsFile, ...more];

async function timeStart(each) {
  if (each.name === empty) return { ...(await timeOnce(each)), mb: undefined };
  const session = await (each.isHttp ? openHttpSession : openSession)(each);
  if (session.tools.length !== each.size) throw new Error(`${each.name} listed ${session.tools.length} tools instead of ${each.size}.`);
  const mb = await session.residentMb();
  return { wall: session.wall, cpu: await session.close(), mb };
}

function targetsOf(rows, size) {
  const mine = rows.find(({ what }) => what === ours);
  const found = size === 10 ? [atMost("start to `tools/list`, 10 tools", 40, mine.ms, "ms")] : [];
  if (size === 1000) {
    const mineOverHttp = rows.find(({ what }) => what === overHttp);
    found.push(atMost("start to `tools/list`, 1,000 tools, × an empty Node program", 5, mine.cpu));
    found.push(atMost("start to `tools/list` over HTTP, 1,000 tools, × an empty Node program", 7, mineOverHttp.cpu));
    if (mine.mb !== undefined) found.push(atMost("resident, 1,000 tools", 70, mine.mb, "MB"));
  }
  if (size >= 1000) {
    const fastest = Math.min(...rows.filter(({ what }) => peers[what] !== undefined && what !== loop).map(({ ms }) => ms));
    found.push(atMost(`start to \`tools/list\`, ${size} tools, × the fastest library`, 1, mine.ms / fastest));
  }
  return found;
}

/** Takes what OpenTelemetry sends, and reads none of it. */
async function startCollector() {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close().closeAllConnections() };
}

/**
 * Calls of running servers in turn: ours and those of libraries, over standard streams and over HTTP, and the hand-written one, whose calls are little more than starting the
 * program; that by itself and as large as ours. The target is over the latter. One does what ours can't do without: its program is ended however the server ends. Libraries get
 * a call that needs no repair, because they would refuse the other.
 */
async function timeCalls({ project, calls, onRun }) {
  onRun(`${calls} calls of a running server`);
  const { dir, size, toolsFile } = project;
  const [server, code] = ["server", "serve"].map((name) => join(dir, `generated/mcp/${name}.cjs`));
  const open = (file, session) => session({ args: peer(file, project), cwd: dir });
  const floor = join(peersFolder, "floor.mjs");
  const collector = await startCollector();
  const sessions = new Map([
    [ours, await openSession({ args: [server], cwd: dir })],
    [loop, await openSession({ args: [floor, toolsFile], cwd: dir })],
    [`${loop}, with our server's code in memory`, await openSession({ args: [floor, toolsFile, code], cwd: dir })],
    [overHttp, await openHttpSession({ args: [server], cwd: dir })],
    [overHttpObserved, await openHttpSession({ args: [server], cwd: dir, more: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })],
    [httpFloor, await openHttpSession({ args: [floor, toolsFile], cwd: dir })],
    [`${loop}, with that and our guard`, await openSession({ args: [floor, toolsFile, code, "guardedEcho"], cwd: dir })],
  ]);
  const libraries = new Map();
  for (const [name, file] of Object.entries(peers)) if (name !== loop) libraries.set(name, await open(file, openSession));
  for (const [name, file] of Object.entries(httpPeers)) libraries.set(name, await open(file, openHttpSession));
  for (const [name, session] of libraries) sessions.set(name, session);
  const samples = new Map([...sessions.keys()].map((name) => [name, []]));
  // The first calls load the tool's module and warm the machine code: they are not what a session is made of.
  for (let count = -5; count < calls; count++) {
    // In a fixed order, what a server does after its call would always slow the same other one.
    for (const [name, session] of shuffled([...sessions])) {
      const began = performance.now();
      const { isError, content } = await session.call(toolName(0), libraries.has(name) ? correctCall : sampleCall);
      if (isError) throw new Error(`${name} could not be called: ${JSON.stringify(content)}`);
      if (count >= 0) samples.get(name).push(performance.now() - began);
    }
  }
  for (const session of sessions.values()) await session.close();
  collector.close();
  const rows = [...samples].map(([what, times]) => ({ what, size, p50: quantile(times, 0.5), p95: quantile(times, 0.95) }));
  const [mine, , bare, mineOverHttp, observed] = rows;
  const targets = [
    atMost("`tools/call`, median, × a server as large that only starts the program", 1.15, mine.p50 / bare.p50),
    atMost("`tools/call` over HTTP, median, × over standard streams", 1.3, mineOverHttp.p50 / mine.p50),
    atMost("`tools/call` over HTTP with OpenTelemetry, median, × without", 1.2, observed.p50 / mineOverHttp.p50),
  ];
  return { rows, targets };
}

/** Half of what the tools of this project cost a model when each alias was a parameter. */
const limit = 6170;

/** Counts the tokens that the tools of this project cost a model of an MCP client, as the server lists them. */
function tokensTarget() {
  const tools = JSON.parse(readFileSync(new URL("../../generated/bin/tools.json", import.meta.url), "utf8")).tools.map(
    ({ listing }) => listing,
  );
  const tokens = tools.map(({ name, description, inputSchema }) => countTokens(JSON.stringify({ name, description, inputSchema })));
  const all = tokens.reduce((sum, count) => sum + count, 0);
  return atMost(`\`tools/list\` of this project, ${tools.length} tools, in tokens of o200k_base`, limit, all, "tokens");
}
