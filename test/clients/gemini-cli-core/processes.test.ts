import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRunning, readPids } from "../../call/process/marked-processes.js";
import { eventually } from "../../kit/eventually.js";
import { type Client, startClient } from "./client.js";
import { makeProject } from "./project.js";

let project: string;
let client: Client;

beforeAll(async () => {
  project = makeProject();
  client = await startClient(project);
  await client.discover();
});
afterAll(() => {
  client?.stop();
});

async function expectAllGone(pidFile: string): Promise<void> {
  const pids = await readPids(join(project, pidFile));
  expect(pids).toHaveLength(2);
  await eventually(() => !pids.some(isRunning));
  expect(pids.filter(isRunning)).toEqual([]);
}

it("returns at once from a tool that leaves a process behind, and ends that process", async () => {
  const { llmContent, error } = await client.call("leave_child", { pidFile: "success", afterwards: "exit" });
  expect(error).toBeUndefined();
  expect(llmContent.trim()).toBe("started");
  await expectAllGone("success");
});

it.each(["wait", "resist"])("ends everything at the time limit when the tool would %s", async (afterwards) => {
  const { llmContent } = await client.call("leave_child_briefly", { pidFile: `timeout-${afterwards}`, afterwards });
  expect(llmContent).toContain("Exit Code: 124");
  expect(llmContent).toContain("started");
  await expectAllGone(`timeout-${afterwards}`);
});

it.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)("leaves nothing behind when the call gets %s", async (signal) => {
  const call = spawn(join(project, "generated/bin/call"), ["leave_child"], { cwd: project, stdio: ["pipe", "ignore", "ignore"] });
  call.stdin.end(JSON.stringify({ pidFile: signal, afterwards: "wait" }));
  const pids = await readPids(join(project, signal));
  expect(pids.map(isRunning)).toEqual([true, true]);
  call.kill(signal);
  await expectAllGone(signal);
});

it("leaves nothing behind when the client dies", async () => {
  const doomed = await startClient(project);
  await doomed.discover();
  const call = doomed.call("leave_child", { pidFile: "death", afterwards: "wait" });
  const pids = await readPids(join(project, "death"));
  expect(pids.map(isRunning)).toEqual([true, true]);
  doomed.process.kill("SIGKILL");
  await expect(call).rejects.toThrow("the client ended: SIGKILL");
  await expectAllGone("death");
});
