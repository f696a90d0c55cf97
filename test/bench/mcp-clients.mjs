import { Agent } from "node:http";
import { join } from "node:path";
import { openHttpSession, post } from "./mcp-http-session.mjs";
import { peersFolder } from "./peers.mjs";
import { toolName } from "./specs.mjs";

/** How many calls a client makes, one after the other. */
const callsOfOne = 3;

/** Needs no repair: the other servers would refuse it. */
export const correctCall = { path: "notes.txt", pattern: "TODO", limit: 20, labels: ["a", "b"] };

/** Many clients at once over HTTP, each with a connection of its own. A call that isn't answered with a result counts as unanswered. */
export async function timeClients({ project: { dir, size, toolsFile }, clients, onRun }) {
  const servers = {
    "toolgen, generated/mcp/server.cjs --http": [join(dir, "generated/mcp/server.cjs")],
    "SDK v1, Server, over HTTP": [join(peersFolder, "sdk-http.mjs"), toolsFile],
    "SDK v2, Server, over HTTP": [join(peersFolder, "sdk2-http.mjs"), toolsFile],
    "fastmcp, over HTTP": [join(peersFolder, "fastmcp-http.mjs"), toolsFile],
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
