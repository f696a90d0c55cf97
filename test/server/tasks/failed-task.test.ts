import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { patience } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { envelope, type RawServer, serverHere, startServer } from "../raw-server.js";

const job = (name: string, end: string) =>
  `name: ${name}\ndescription: d\nkind: read\nshell: echo ready; sleep 0.3; echo last; ${end}\nbackground: { readyWhen: ready }\n`;

let project: string;
beforeAll(() => {
  project = builtProject({
    "tools.d/jobs.yaml": [job("works", "exit 0"), job("fails", "exit 3"), job("crashes", "kill -SEGV $$")].join("---\n"),
  });
});

/** Calls a background tool, waits for the end of its task, and returns the result. */
async function ended(tool: string, { killed = false } = {}) {
  const env = { TMPDIR: project };
  const meta = {
    _meta: { ...envelope._meta, "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/tasks": {} } } },
  };
  let id = 0;
  const ask = async (server: RawServer, method: string, params: object) => {
    const answer = server.answer(++id);
    server.send({ id, method, params: { ...params, ...meta } });
    return (await answer).result;
  };
  const begin = async (server: RawServer) => {
    const task = await ask(server, "tools/call", { name: tool });
    expect(task).toMatchObject({ resultType: "task" });
    return { taskId: task?.taskId };
  };
  if (killed) {
    const first = startServer(project, { env });
    onTestFinished(() => void first.child.kill("SIGKILL"));
    await begin(first);
    first.child.kill("SIGKILL");
    const second = serverHere(project, { env });
    return vi.waitFor(async () => {
      const result = await ask(second, "tools/call", { name: `${tool}_output` });
      expect(JSON.stringify(result)).toContain("has ended");
      return { result };
    }, patience);
  }
  const server = serverHere(project, { env });
  const task = await begin(server);
  return vi.waitFor(async () => {
    const now = await ask(server, "tasks/get", task);
    expect(now).toMatchObject({ status: "completed" });
    return now;
  }, patience);
}

it.each([
  ["fails", "fails has ended, with exit code 3."],
  ["crashes", "crashes has ended, by SIGSEGV."],
])("completes the task of a program that %s with an error, which says how it ended", async (tool, how) => {
  const text = expect.stringMatching(new RegExp(`^${how.replaceAll(".", "\\.")}[\\s\\S]*last`));
  expect(await ended(tool)).toMatchObject({ result: { isError: true, content: [{ type: "text", text }] } });
});

it("completes the task of a program that works with a result", async () => {
  const done = await ended("works");
  expect(done).toMatchObject({ result: { content: [{ text: expect.stringContaining("works has ended, with exit code 0.") }] } });
  expect(done?.result).not.toHaveProperty("isError");
});

it("says nothing of an end that no server saw", async () => {
  expect(JSON.stringify(await ended("fails", { killed: true }))).toContain("fails has ended. It printed:");
});
