import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { eventually } from "../../../kit/eventually.js";
import { repeat } from "../../../kit/repeat.js";
import { initialize, initialized, startServer } from "../../../server/raw-server.js";
import { childProcesses, isRunning, leftProcesses } from "../marked-processes.js";
import { actingProject } from "./acting-project.js";

const host = fileURLToPath(new URL("host.mjs", import.meta.url));

/** The processes of a project are known by its path. */
let project: string;
beforeAll(() => {
  project = actingProject();
});

const times = repeat({ usual: 2, soak: 10, long: 60 });

it("leaves no process when a host is killed at any moment", async () => {
  for (let i = 0; i < times; i++) {
    const child = spawn(process.execPath, [host, "host", project], { stdio: ["ignore", "pipe", "ignore"] });
    if (i % 4 !== 0) await once(child.stdout, "data");
    await delay(Math.random() * 300);
    const started = childProcesses(child.pid ?? 0);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(await leftProcesses(project)).toEqual([]);
    expect(await leftOf(started)).toEqual([]);
  }
});

it("leaves no process when a server is killed at any moment", async () => {
  for (let i = 0; i < times; i++) {
    const server = startServer(project, { env: { TOKEN: "one" } });
    server.send(initialize, initialized);
    const first = server.answer(100);
    for (const [id, act] of ["text", "awaits", "waits", "leavesQuietProgram", "text"].entries())
      server.send({ id: 100 + id, method: "tools/call", params: { name: "act", arguments: { act, text: "x", mark: project } } });
    for (const [id, seconds] of [0, 60, 0, 60].entries()) {
      server.send({ id: 200 + id, method: "tools/call", params: { name: "print", arguments: { text: project, seconds } } });
      await delay(Math.random() * 30);
    }
    if (i % 4 !== 0) await first;
    await delay(Math.random() * 300);
    const started = childProcesses(server.child.pid ?? 0);
    server.child.kill("SIGKILL");
    await once(server.child, "close");
    expect(await leftProcesses(project)).toEqual([]);
    expect(await leftOf(started)).toEqual([]);
  }
});

it("leaves no process when a client is killed at any moment", async () => {
  for (let i = 0; i < times; i++) {
    const child = spawn(process.execPath, [host, "client", project], { stdio: ["ignore", "pipe", "ignore"] });
    if (i % 4 !== 0) await once(child.stdout, "data");
    await delay(Math.random() * 300);
    const servers = childProcesses(child.pid ?? 0);
    const started = [...servers, ...servers.flatMap(childProcesses)];
    child.kill("SIGKILL");
    await once(child, "close");
    expect(await leftProcesses(project)).toEqual([]);
    expect(await leftOf(started)).toEqual([]);
  }
});

/** Those of some processes that are left, once a busy machine has had the time to end them. */
async function leftOf(started: readonly number[]): Promise<readonly number[]> {
  await eventually(() => !started.some(isRunning));
  return started.filter(isRunning);
}

it("lets a host end that keeps processes, with the same memory after many calls", async () => {
  const calls = repeat({ usual: 400, soak: 5_000, long: 20_000 });
  const child = spawn(process.execPath, ["--expose-gc", host, "host", project, String(calls)], { stdio: ["ignore", "pipe", "inherit"] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(code).toBe(0);
  const { heap } = JSON.parse(said.trim().split("\n").at(-1) ?? "") as { readonly heap: readonly number[] };
  const half = Math.floor(heap.length / 2);
  const least = (sizes: readonly number[]) => Math.min(...sizes) / 1024 / 1024;
  expect(least(heap.slice(half)) - least(heap.slice(0, half))).toBeLessThan(4);
  expect(await leftProcesses(project)).toEqual([]);
});

it("lets a host wait for the end of its processes when it closes its registry", async () => {
  const child = spawn(process.execPath, [host, "host", project, "2", "closes"], { stdio: ["ignore", "pipe", "inherit"] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect([code, said]).toEqual([0, 'ready\n{"heap":[]}\n']);
});
