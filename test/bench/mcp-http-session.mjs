import { Agent, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { endGroup, env, exit, start } from "./children.mjs";
import { collect, residentMb, serverOf, wrapper } from "./mcp-session.mjs";
import { timesOf } from "./measure.mjs";

/**
 * The same as `openSession` over HTTP, stateless: from starting a server to its answer to `tools/list`, and calls over
 * `sockets` connections. `more` are further variables. Calls are those of `revision`.
 */
export async function openHttpSession({ args, cwd, more = {}, seconds = 60, sockets = 1, revision = first }) {
  const began = performance.now();
  const child = start("bash", ["-c", wrapper, "time", process.execPath, ...args, "--http", "127.0.0.1:0"], {
    cwd,
    env: { ...env, ...more },
  });
  const timer = setTimeout(() => endGroup(child), seconds * 1000);
  const ended = exit(child);
  const listening = urlIn(child.stderr);
  const logged = collect(child.stderr);
  const url = await Promise.race([
    listening,
    ended.then(async (code) => Promise.reject(new Error(`The server ended with ${code}: ${await logged}`))),
  ]);

  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  let id = 0;
  const request = async (method, params, of = first) => {
    const { result, error } = await post({ url, agent, revision: of, body: { jsonrpc: "2.0", id: ++id, method, params } });
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  };
  const clientInfo = { name: "bench", version: "1.0.0" };
  await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  const { tools } = await request("tools/list", {});
  const wall = performance.now() - began;

  return {
    wall,
    url,
    tools,
    call: (name, given) => request("tools/call", { name, arguments: given }, revision),
    residentMb: () => residentMb(child.pid),
    /** Resolves to the CPU time of the whole life of the server, in milliseconds. */
    async close() {
      agent.destroy();
      const server = await serverOf(child.pid);
      if (server !== undefined) process.kill(server, "SIGTERM");
      await ended;
      clearTimeout(timer);
      return timesOf(await logged).cpu;
    },
  };
}

/** Resolves to the address that a server says it listens on. */
function urlIn(stderr) {
  return new Promise((resolve) => {
    let said = "";
    stderr.on("data", (chunk) => {
      said += chunk;
      const [, url] = /listens on ([^\s"]+)["\n]/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

/** The revision in which clients begin; from `modern` on, there is no beginning, and each request says what a client is. */
const first = "2025-06-18";
export const modern = "2026-07-28";

const meta = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Answers are JSON, or events of which the last one is the answer. */
export async function post({ url, agent, body: { params, ...body }, revision = first }) {
  const isModern = revision === modern;
  const sent = JSON.stringify({ ...body, params: isModern ? { ...params, _meta: meta } : params });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "content-length": Buffer.byteLength(sent),
    "mcp-protocol-version": revision,
    ...(isModern && { "mcp-method": body.method, "mcp-name": params.name }),
  };
  const response = await new Promise((resolve, reject) => {
    httpRequest(url, { method: "POST", headers, agent }).once("response", resolve).once("error", reject).end(sent);
  });
  const answer = await text(response);
  return JSON.parse(answer.slice(answer.lastIndexOf("\ndata: ") === -1 ? answer.indexOf("{") : answer.lastIndexOf("\ndata: ") + 7));
}
