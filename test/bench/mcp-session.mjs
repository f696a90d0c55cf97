import { execFile } from "node:child_process";
import { Agent, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { endGroup, env, exit, start, timesOf } from "./measure.mjs";

/** Starts a program and prints its times when it has ended. */
const wrapper = `TIMEFORMAT="%R %U %S"; time "$@"`;

/**
 * A server over standard streams, up to its answer to `tools/list`: no SDK's client, whose own work would be measured
 * too. `more` are further variables.
 */
export async function openSession({ args, cwd, seconds = 60, more = {} }) {
  const began = performance.now();
  const child = start("bash", ["-c", wrapper, "time", process.execPath, ...args], { cwd, env: { ...env, ...more } });
  const timer = setTimeout(() => endGroup(child), seconds * 1000);
  const ended = exit(child);
  const logged = collect(child.stderr);
  const request = requester(child, async () => `The server ended with ${await ended}: ${(await logged).slice(-1000)}`);

  const clientInfo = { name: "bench", version: "1.0.0" };
  await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  const { tools } = await request("tools/list", {});
  const wall = performance.now() - began;

  return {
    wall,
    tools,
    call: (name, args) => request("tools/call", { name, arguments: args }),
    residentMb: () => residentMb(child.pid),
    /** Resolves to the CPU time of the whole life of the server, in milliseconds. */
    async close() {
      child.stdin.end();
      // Some servers keep timers and never end by themselves.
      const impatient = setTimeout(async () => endServer(await serverOf(child.pid)), 1500);
      await ended;
      clearTimeout(timer);
      clearTimeout(impatient);
      return timesOf(await logged).cpu;
    },
  };
}

/** Sends requests one at a time, each answered by the next message with its number. */
function requester(child, describeEnd) {
  const waiting = new Map();
  let rest = [];
  child.stdout.on("data", (chunk) => {
    rest.push(chunk);
    if (!chunk.includes(10)) return;
    const lines = Buffer.concat(rest).toString().split("\n");
    rest = [Buffer.from(lines.pop())];
    for (const line of lines.filter((text) => text !== "")) {
      const { id, result, error } = JSON.parse(line);
      const request = waiting.get(id);
      if (error !== undefined) request?.reject(new Error(JSON.stringify(error)));
      else request?.resolve(result);
    }
  });
  child.once("close", async () => {
    const error = new Error(await describeEnd());
    for (const { reject } of waiting.values()) reject(error);
  });
  child.stdin.on("error", () => {});
  let id = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++id, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
}

async function residentMb(wrapperPid) {
  const server = await serverOf(wrapperPid);
  const kilobytes = server === undefined ? Number.NaN : Number(await output("ps", ["-o", "rss=", "-p", String(server)]));
  return kilobytes > 0 ? kilobytes / 1024 : undefined;
}

/** The one process that the wrapper started; undefined where there is no `pgrep`. */
async function serverOf(wrapperPid) {
  const pid = Number(await output("pgrep", ["-P", String(wrapperPid)]));
  return pid > 0 ? pid : undefined;
}

function endServer(pid) {
  if (pid !== undefined) process.kill(pid, "SIGKILL");
}

const output = (program, args) =>
  promisify(execFile)(program, args).then(
    ({ stdout }) => stdout.trim(),
    () => "",
  );

async function collect(stream) {
  let all = "";
  for await (const chunk of stream.setEncoding("utf8")) all += chunk;
  return all;
}

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
  const session = {};
  const request = async (method, params, of = first) => {
    const { result, error } = await post({ url, agent, session, revision: of, body: { jsonrpc: "2.0", id: ++id, method, params } });
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

/** Answers are JSON, or events of which the last one is the answer. `session` gets the id that a server gives, which it then asks for. */
export async function post({ url, agent, body: { params, ...body }, revision = first, session = {} }) {
  const isModern = revision === modern;
  const sent = JSON.stringify({ ...body, params: isModern ? { ...params, _meta: meta } : params });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "content-length": Buffer.byteLength(sent),
    "mcp-protocol-version": revision,
    ...(session.id !== undefined && { "mcp-session-id": session.id }),
    ...(isModern && { "mcp-method": body.method, "mcp-name": params.name }),
  };
  const response = await send({ url, agent, headers, sent });
  session.id ??= response.headers["mcp-session-id"];
  const answer = await text(response);
  return JSON.parse(answer.slice(answer.lastIndexOf("\ndata: ") === -1 ? answer.indexOf("{") : answer.lastIndexOf("\ndata: ") + 7));
}

/** Sends once more if the server has closed a kept connection meanwhile, as it may at any time. */
function send({ url, agent, headers, sent }) {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: "POST", headers, agent });
    const again = (error) =>
      request.reusedSocket && error.code === "ECONNRESET" ? send({ url, agent, headers, sent }) : Promise.reject(error);
    request
      .once("response", resolve)
      .once("error", (error) => again(error).then(resolve, reject))
      .end(sent);
  });
}
