import { existsSync, readFileSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { isRunning } from "../../call/process/marked-processes.js";
import { eventually } from "../../kit/eventually.js";
import { missing } from "../../kit/needs.js";
import { builtProject } from "../../kit/project.js";
import { sampledBalancers, startBalancer } from "./balancers.js";
import { modernBody, modernCall, modernHeaders } from "./send.js";
import { startServerProcess } from "./server-process.js";

let project: string;
beforeAll(() => {
  project = builtProject({
    // Ends by itself in the end, so that a failure leaves nothing running.
    "tools.d/stay.yaml": "name: stay\ndescription: d\nkind: read\nshell: echo $$ $PPID >> stays; sleep 120\n",
    "tools.d/who.yaml": "name: who\ndescription: d\nkind: read\nshell: echo $PPID\n",
  });
});
beforeEach(() => rmSync(join(project, "stays"), { force: true }));

/** The programs that have started, each with the replica that started it. */
const stays = (): readonly (readonly number[])[] =>
  existsSync(join(project, "stays"))
    ? readFileSync(join(project, "stays"), "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split(" ").map(Number))
    : [];

/** Sends a call. Returns a function that closes the client's connection. */
function callAndLeave(url: string): () => void {
  const agent = new Agent();
  const request = httpRequest(url, { method: "POST", headers: modernHeaders("stay"), agent });
  request.on("error", () => {});
  request.on("response", (response) => response.on("error", () => {}).resume());
  request.end(modernBody("stay", {}));
  return () => request.destroy();
}

it.for(sampledBalancers())("ends the programs of clients that vanish, on each replica (%s)", async (balancer, { skip }) => {
  skip(missing(balancer));
  const env = { TOOLGEN_STATE_KEY: "a key of all replicas, of 32 bytes or more" };
  const servers = [await startServerProcess(project, { env }), await startServerProcess(project, { env })];
  const url = await startBalancer(balancer, servers);
  // The balancer may not listen yet.
  await expect.poll(async () => (await modernCall(url, { name: "who" }).catch(() => undefined))?.status, { timeout: 30_000 }).toBe(200);
  const clients = Array.from({ length: 8 }, () => callAndLeave(url));
  expect(await eventually(() => stays().length === clients.length)).toBe(true);
  expect(new Set(stays().map(([, server]) => server)).size).toBe(2);
  for (const leave of clients) leave();
  const running = () => stays().filter(([pid = 0]) => isRunning(pid));
  await expect.poll(running, { timeout: 60_000 }).toEqual([]);
  // Nothing was sent again to the other replica, and both still answer.
  expect(stays()).toHaveLength(clients.length);
  for (const server of servers) expect((await modernCall(server.url, { name: "who" })).text).toBe(String(server.pid));
});
