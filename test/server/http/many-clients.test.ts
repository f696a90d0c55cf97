import { readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { maxConcurrentCalls } from "../../../src/server/state/concurrency-limit.js";
import { childProcesses, isRunning } from "../../call/process/marked-processes.js";
import { eventually } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { repeat } from "../../kit/repeat.js";
import { asClient, callOf, modernBody, modernHeaders, send } from "./send.js";
import { type ServerProcess, startServerProcess } from "./server-process.js";

const text = "schema: { properties: { text: { type: string } }, required: [text] }";

let project: string;
beforeAll(() => {
  project = builtProject({
    // Logs its begin and its end: the order of the lines is that of what happened.
    "tools.d/echo.yaml": `name: echo\ndescription: d\nkind: read\n${text}\nshell: echo + >> log; sleep 0.01; printf %s {{text}}; echo - >> log\n`,
    "tools.d/say.yaml": `name: say\ndescription: d\nkind: read\n${text}\ncommand: [printf, "%s", "{{text}}"]\n`,
    "tools.d/stay.yaml": "name: stay\ndescription: d\nkind: read\nshell: echo $$ >> stays; sleep 600\n",
  });
});
beforeEach(() => {
  for (const name of ["log", "stays"]) rmSync(join(project, name), { force: true });
});

const linesOf = (name: string): readonly string[] => readFileSync(join(project, name), "utf8").trim().split("\n");

/** The most programs that ran at once, by what each wrote as it began and ended. */
function mostAtOnce(lines: readonly string[]): number {
  let running = 0;
  let most = 0;
  for (const line of lines) {
    running += line === "+" ? 1 : -1;
    most = Math.max(most, running);
  }
  return most;
}

interface Exchange {
  readonly name: string;
  readonly args?: object;
  readonly agent: Agent;
  /** Reads the answer bit by bit, with pauses. */
  readonly isSlow?: boolean;
  /** Leaves after so many milliseconds. */
  readonly leaveAfter?: number;
}

/** Sends a call over the client's own connection, and returns the answer; "" for a client that has left. */
function exchange(url: string, { name, args = {}, agent, isSlow = false, leaveAfter }: Exchange): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: "POST", headers: modernHeaders(name), agent });
    const fail = (error: Error) => (leaveAfter === undefined ? reject(error) : resolve(""));
    request.on("error", fail);
    request.on("response", (response) => {
      let body = "";
      response.on("error", fail).on("end", () => resolve(response.statusCode === 200 ? body : `status ${response.statusCode}: ${body}`));
      response.on("data", (chunk: Buffer) => {
        body += chunk;
        if (!isSlow) return;
        response.pause();
        setTimeout(() => response.resume(), 5);
      });
    });
    request.end(modernBody(name, args));
    if (leaveAfter !== undefined) setTimeout(() => request.destroy(), leaveAfter);
  });
}

/** Three calls of one client, each with a text that no other has. Throws at an answer that has another text. */
async function callThrice(url: string, client: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const isSlow = client % 10 === 3;
  try {
    for (let call = 0; call < 3; call++) {
      const mark = `mark-${client}-${call}.`;
      const long = isSlow ? "x".repeat(40_000) : "";
      const sendOnce = () => exchange(url, { name: "echo", args: { text: `${mark}${long}` }, agent, isSlow });
      let answer = await sendOnce();
      // Node's server answers so, with no body, if a new connection's request isn't there within ten seconds. The process
      // of this test has all connections, and is that late on a busy machine. The server hasn't read a request then.
      for (let tries = 0; tries < 5 && answer === "status 408: "; tries++) answer = await sendOnce();
      const marks = new Set(answer.match(/mark-\d+-\d\./g));
      if (marks.size !== 1 || !marks.has(mark))
        throw new Error(`call ${call} of client ${client} was answered with ${answer.slice(0, 500)}`);
    }
    return 3;
  } finally {
    agent.destroy();
  }
}

/** A client that vanishes while its call runs or waits. */
async function vanish(url: string, client: number): Promise<void> {
  const agent = new Agent();
  await exchange(url, { name: "stay", agent, leaveAfter: (client * 37) % 400 });
  agent.destroy();
}

/** A client that cancels its call, in a session, and goes on. */
async function cancel(url: string, client: number): Promise<void> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const begun = await send(url, { headers: asClient, body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }) });
  const headers = { ...asClient, "mcp-session-id": String(begun.headers["mcp-session-id"]) };
  const leaving = new AbortController();
  const call = fetch(url, { method: "POST", headers, body: callOf("stay", {}, 7), signal: leaving.signal })
    .then((response) => response.text())
    .catch(() => "");
  await new Promise((resolve) => setTimeout(resolve, (client * 53) % 400));
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
  expect(await send(url, { headers, body: JSON.stringify(cancelled) })).toMatchObject({ status: 202 });
  const said = await send(url, { headers, body: callOf("say", { text: `after-${client}.` }, 8) });
  expect(said.body).toContain(`after-${client}.`);
  // The SDK never ends the stream of a cancelled call.
  leaving.abort();
  await call;
}

/** A server that runs nothing has at most the process that watches over its programs. */
async function isIdle({ pid }: ServerProcess): Promise<boolean> {
  return eventually(() => childProcesses(pid).length <= 1);
}

const onLinux = it.skipIf(process.platform !== "linux");

onLinux("answers each of many clients with its own results, beside such as vanish, read slowly or cancel", async () => {
  const server = await startServerProcess(project, { args: ["--sessions"] });
  const { url, pid } = server;
  const clients = repeat({ usual: 100, soak: 1000 });
  const descriptors = () => readdirSync(`/proc/${pid}/fd`).length;
  await callThrice(url, clients);
  const before = descriptors();
  const answered = await Promise.all(
    Array.from({ length: clients }, (_, client) => {
      const alone = callThrice(url, client);
      // Of each ten clients one has a neighbour that vanishes, and one a neighbour that cancels.
      if (client % 10 === 1) return Promise.all([alone, vanish(url, client)]).then(([count]) => count);
      if (client % 10 === 2) return Promise.all([alone, cancel(url, client)]).then(([count]) => count);
      return alone;
    }),
  );
  expect(answered.reduce((sum, count) => sum + count, 0)).toBe(3 * clients);
  expect(linesOf("log")).toHaveLength(2 * 3 * (clients + 1));
  expect(mostAtOnce(linesOf("log"))).toBeLessThanOrEqual(maxConcurrentCalls);
  expect(await isIdle(server)).toBe(true);
  expect(linesOf("stays").filter((stay) => stay !== "" && isRunning(Number(stay)))).toEqual([]);
  expect(await eventually(() => descriptors() <= before)).toBe(true);
  expect(await callThrice(url, clients + 1)).toBe(3);
});
