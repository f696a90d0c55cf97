import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { isRunning } from "../../call/process/marked-processes.js";
import { eventually, patience } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { envelope, type RawServer, serverHere } from "../raw-server.js";

const extensions = { "io.modelcontextprotocol/tasks": {} };

let project: string;
let server: RawServer;
let requests = 0;
beforeEach(() => {
  project = builtProject({
    "tools.d/serve.yaml":
      "name: serve\ndescription: d\nkind: read\nshell: echo $$ > pid; echo ready; until [ -e go ]; do sleep 0.05; done; echo done\nbackground: { readyWhen: ready, maxAge: 10m }\n",
    "tools.d/watch.yaml": "name: watch\ndescription: d\nkind: delete\nshell: echo ready; sleep 600\nbackground: { readyWhen: ready }\n",
    "tools.d/broken.yaml": "name: broken\ndescription: d\nkind: read\nshell: echo no; exit 1\nbackground: { readyWhen: ready }\n",
  });
  server = serverHere(project, { env: { TMPDIR: project } });
  onTestFinished(async () => {
    await ask("tools/call", { name: "serve_stop" });
    await server.end();
  });
});

async function ask(method: string, params: object, capabilities: object = { extensions }) {
  const id = `${++requests}`;
  const _meta = { ...envelope._meta, "io.modelcontextprotocol/clientCapabilities": capabilities };
  server.send({ id, method, params: { ...params, _meta } });
  return server.answer(id);
}

const pid = () => Number(readFileSync(join(project, "pid"), "utf8"));
const taskOf = async () => String((await ask("tools/call", { name: "serve" })).result?.taskId);

it("gives a task for a background program, which completes with its output once it has ended", async () => {
  const { result } = await ask("tools/call", { name: "serve" });
  expect(result).toMatchObject({ resultType: "task", taskId: expect.any(String), status: "working", ttlMs: expect.any(Number) });
  const params = { taskId: result?.taskId };
  expect((await ask("tasks/get", params)).result).toMatchObject({ ...params, resultType: "complete", status: "working" });
  expect((await ask("tools/call", { name: "serve" })).result).toMatchObject(params);
  writeFileSync(join(project, "go"), "");
  await vi.waitFor(async () => expect((await ask("tasks/get", params)).result?.status).toBe("completed"), patience);
  const completed = (await ask("tasks/get", params)).result;
  expect(completed).toMatchObject({ result: { content: [{ type: "text", text: expect.stringContaining("ready\ndone") }] } });
  expect((await ask("tasks/cancel", params)).result).toMatchObject({ resultType: "complete" });
  expect((await ask("tasks/get", params)).result).toMatchObject({ status: "completed" });
});

it("ends the program of a task that is cancelled", async () => {
  const taskId = await taskOf();
  expect(isRunning(pid())).toBe(true);
  const { result } = await ask("tasks/cancel", { taskId });
  expect(Object.keys(result ?? {}).filter((key) => key !== "_meta")).toEqual(["resultType"]);
  expect(await eventually(() => !isRunning(pid()))).toBe(true);
  expect((await ask("tasks/get", { taskId })).result).toMatchObject({ status: "cancelled" });
});

it("completes a task whose program was stopped otherwise, also after it was started again", async () => {
  const taskId = await taskOf();
  await ask("tools/call", { name: "serve_stop" });
  expect(await taskOf()).not.toBe(taskId);
  expect((await ask("tasks/get", { taskId })).result).toMatchObject({ status: "completed", result: { isError: true } });
});

it("gives clients without the extension the usual result, and no tasks", async () => {
  const { result } = await ask("tools/call", { name: "serve" }, {});
  expect(result).toMatchObject({ resultType: "complete", content: [{ text: expect.stringContaining("serve_output") }] });
  for (const method of ["tasks/get", "tasks/cancel", "tasks/update"])
    expect((await ask(method, { taskId: "a" }, {})).error).toMatchObject({ code: -32021, data: { requiredCapabilities: { extensions } } });
});

it("begins a task once its user has confirmed the call", async () => {
  const capabilities = { extensions, elicitation: { form: {} } };
  const asked = (await ask("tools/call", { name: "watch" }, capabilities)).result;
  expect(asked).toMatchObject({ resultType: "input_required" });
  const answer = { inputResponses: { consent: { action: "accept", content: {} } }, requestState: asked?.requestState };
  const begun = (await ask("tools/call", { name: "watch", ...answer }, capabilities)).result;
  expect(begun).toMatchObject({ resultType: "task", status: "working" });
  await ask("tasks/cancel", { taskId: begun?.taskId });
});

it("gives a program that doesn't start as a result, and refuses unknown tasks", async () => {
  expect((await ask("tools/call", { name: "broken" })).result).toMatchObject({ resultType: "complete", isError: true });
  expect((await ask("tasks/get", { taskId: "other" })).error).toMatchObject({
    code: -32602,
    message: expect.stringContaining("another one may"),
  });
  expect((await ask("tasks/get", {})).error).toMatchObject({ code: -32602 });
  expect(existsSync(join(project, "pid"))).toBe(false);
});
