import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRunning, readPids } from "../call/process/marked-processes.js";
import { makeProject } from "../clients/gemini-cli-core/project.js";
import { eventually } from "../kit/eventually.js";
import { clients } from "./connect.js";

let project: string;
const started: ChildProcess[] = [];

beforeAll(() => {
  project = makeProject();
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
});

const serverArgs = ["generated/mcp/server.cjs", "--client-asks"];

/** The messages of a client that begins as in 2025 and calls a tool which leaves a child, ignores TERM and never ends. */
function conversation(pidFile: string): string {
  const messages = [
    {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "leave_child", arguments: { pidFile, afterwards: "resist" } } },
  ];
  return messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
}

/** A server in the middle of a call, and the processes of that call. */
async function busyServer(
  pidFile: string,
): Promise<{ readonly child: ChildProcess; readonly ended: Promise<unknown>; pids: readonly number[] }> {
  const child = spawn(process.execPath, serverArgs, { cwd: project, stdio: ["pipe", "ignore", "inherit"] });
  started.push(child);
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve(signal ?? code)));
  child.stdin?.write(conversation(pidFile));
  const pids = await readPids(join(project, pidFile));
  expect(pids.every(isRunning)).toBe(true);
  return { child, ended, pids };
}

it.concurrent.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)(
  "leaves no process when the server is ended by %s",
  async (signal) => {
    const { child, ended, pids } = await busyServer(`by-${signal}`);
    child.kill(signal);
    expect(await ended).toBe(signal);
    expect(await eventually(() => !pids.some(isRunning))).toBe(true);
  },
);

it.concurrent("ends its calls and then itself when the client closes its input", async () => {
  const { child, ended, pids } = await busyServer("closed");
  child.stdin?.end();
  expect(await ended).toBe(0);
  expect(await eventually(() => !pids.some(isRunning))).toBe(true);
});

/** Starts a server through a shell, so that its output is a pipe. `head` closes the pipe after the answer to `initialize`; the input stays open. */
const throughPipe = `exec "$0" ${serverArgs.join(" ")} | head -n 1`;

it.concurrent("ends its calls and then itself when the client closes only the socket that it reads from", async () => {
  const child = spawn(process.execPath, serverArgs, { cwd: project, stdio: ["pipe", "pipe", "inherit"] });
  started.push(child);
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.stdin?.write(conversation("unread-socket"));
  const pids = await readPids(join(project, "unread-socket"));
  child.stdout?.destroy();
  expect(await ended).toBe(0);
  expect(await eventually(() => !pids.some(isRunning))).toBe(true);
});

it.concurrent("ends its calls and then itself when the client closes only the pipe that it reads from", async ({ skip }) => {
  skip(process.platform !== "linux", "only GNU's tail finds this out");
  const child = spawn("/bin/sh", ["-c", throughPipe, process.execPath], { cwd: project, stdio: ["pipe", "pipe", "inherit"] });
  started.push(child);
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.stdin?.write(conversation("unread-pipe"));
  const pids = await readPids(join(project, "unread-pipe"));
  await ended;
  expect(await eventually(() => !pids.some(isRunning))).toBe(true);
});

it.concurrent("leaves no process when the client is killed", async () => {
  const source = `
    const { spawn } = require("node:child_process");
    const server = spawn(process.execPath, ${JSON.stringify(serverArgs)}, { stdio: ["pipe", "pipe", "inherit"] });
    server.stdin.write(${JSON.stringify(conversation("orphaned"))});
    require("node:fs").writeFileSync("server.pid", String(server.pid));
  `;
  const client = spawn(process.execPath, ["-e", source], { cwd: project, stdio: "ignore" });
  started.push(client);
  const pids = [...(await readPids(join(project, "orphaned"))), ...(await readPids(join(project, "server.pid")))];
  expect(pids.every(isRunning)).toBe(true);
  client.kill("SIGKILL");
  expect(await eventually(() => !pids.some(isRunning))).toBe(true);
});

it.concurrent.each(["SDK 1", "SDK 2 as of 2026-07-28"] as const)(
  "leaves no process when %s disconnects in the middle of a call",
  async (era) => {
    const session = await clients[era]({ args: serverArgs, cwd: project });
    const pidFile = `disconnected-${era.replaceAll(/\W/g, "")}`;
    const answer = expect(session.call("leave_child", { pidFile, afterwards: "wait" })).rejects.toThrow();
    const pids = [session.pid, ...(await readPids(join(project, pidFile)))];
    expect(pids.every(isRunning)).toBe(true);
    await session.close();
    await answer;
    expect(await eventually(() => !pids.some(isRunning))).toBe(true);
  },
);
