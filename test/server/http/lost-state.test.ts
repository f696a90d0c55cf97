import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { isRunning } from "../../call/process/marked-processes.js";
import { patience } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { httpClients } from "./connect-http.js";
import { agreed, modernCall, modernRequest } from "./send.js";
import { type ServerProcess, startServerProcess } from "./server-process.js";

// What docs/mcp-http.md says is lost with a replica that has no Redis. test/server/http/shared-state.test.ts is about Redis.

const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };

let project: string;
beforeEach(() => {
  project = builtProject({
    "tools.d/serve.yaml":
      "name: serve\ndescription: d\nkind: read\nshell: echo $$ > pid; echo ready; sleep 600\nbackground: { readyWhen: ready, maxAge: 10m }\n",
    "tools.d/wipe.yaml": "name: wipe\ndescription: d\nkind: delete\nshell: echo run >> wiped; echo wiped\n",
  });
  onTestFinished(() => {
    // Background programs outlive their server.
    if (existsSync(join(project, "pid")) && isRunning(pid())) process.kill(-pid(), "SIGKILL");
  });
});

const pid = () => Number(readFileSync(join(project, "pid"), "utf8"));

/** Starts a replica without a Redis. Those on one machine have the same folder of temporary files. */
function startReplica(machine: string, args: readonly string[] = []): Promise<ServerProcess> {
  const folder = join(project, machine);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return startServerProcess(project, { env: { TOOLGEN_STATE_KEY: "a key of all replicas, of 32 bytes or more", TMPDIR: folder }, args });
}

const ask = ({ url }: ServerProcess, method: string, params: Readonly<Record<string, unknown>>) =>
  modernRequest(url, method, params, { capabilities });

it("doesn't know a task of another replica, nor one of a replica that was killed, without Redis", async () => {
  const [running, other] = [await startReplica("a"), await startReplica("b")];
  const { result: task } = await ask(running, "tools/call", { name: "serve" });
  expect(task).toMatchObject({ resultType: "task", status: "working" });
  const { taskId } = task;
  for (const method of ["tasks/get", "tasks/cancel"]) expect((await ask(other, method, { taskId })).error).toMatchObject({ code: -32602 });
  await running.kill();
  for (const method of ["tasks/get", "tasks/cancel"]) expect((await ask(other, method, { taskId })).error).toMatchObject({ code: -32602 });
  expect(isRunning(pid())).toBe(true);
});

it("doesn't know its tasks after it is started again without Redis, but the program that still runs", async () => {
  const killed = await startReplica("a");
  const { result: task } = await ask(killed, "tools/call", { name: "serve" });
  const started = pid();
  await killed.kill();
  const next = await startReplica("a");
  expect((await ask(next, "tasks/get", { taskId: task.taskId })).error).toMatchObject({ code: -32602 });
  const { result: again } = await ask(next, "tools/call", { name: "serve" });
  expect(again).toMatchObject({ resultType: "task", status: "working" });
  expect(again.taskId).not.toBe(task.taskId);
  expect(pid()).toBe(started);
  expect((await ask(next, "tasks/cancel", { taskId: again.taskId })).error).toBeUndefined();
  await vi.waitFor(() => expect(isRunning(started)).toBe(false), patience);
});

const always = (requestState: string | undefined) => ({
  ...agreed(requestState),
  inputResponses: { consent: { action: "accept", content: { always: true } } },
});

it("asks again for what a client of 2026-07-28 allowed with 'don't ask again', on another replica and after a restart", async () => {
  const [first, other] = [await startReplica("a"), await startReplica("b")];
  const { requestState } = await modernCall(first.url, { name: "wipe" });
  expect(await modernCall(first.url, { name: "wipe", more: always(requestState) })).toMatchObject({ resultType: "complete" });
  expect(await modernCall(first.url, { name: "wipe" })).toMatchObject({ resultType: "complete", text: "wiped" });
  expect(await modernCall(other.url, { name: "wipe" })).toMatchObject({ resultType: "input_required" });
  await first.kill();
  const next = await startReplica("a");
  expect(await modernCall(next.url, { name: "wipe" })).toMatchObject({ resultType: "input_required" });
  expect(readFileSync(join(project, "wiped"), "utf8")).toBe("run\nrun\n");
});

it("begins a new session, and asks its user again, after a replica was killed", async () => {
  const first = await startReplica("a", ["--sessions"]);
  let asked = 0;
  const answer = () => {
    asked++;
    return { action: "accept", content: { always: true } };
  };
  const client = await httpClients["SDK 1"]({ url: first.url, answer });
  for (let i = 0; i < 2; i++) expect(await client.call("wipe", {})).toMatchObject({ isError: false });
  expect(asked).toBe(1);
  await first.kill();
  const next = await startServerProcess(project, { args: ["--sessions"], port: first.port });
  await expect(client.call("wipe", {})).rejects.toThrow(/404|session/i);
  const again = await httpClients["SDK 1"]({ url: next.url, answer });
  expect(await again.call("wipe", {})).toMatchObject({ isError: false });
  expect(asked).toBe(2);
});
