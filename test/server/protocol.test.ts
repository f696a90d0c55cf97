import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { makeProject } from "../clients/gemini-cli-core/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { envelope, initialize, initialized, serverHere, startServer } from "./raw-server.js";

let project: string;
beforeAll(() => {
  project = makeProject();
});

const call = (id: unknown, name: string, args: object) => ({ id, method: "tools/call", params: { name, arguments: args } });
it("writes nothing but messages of the protocol to standard output, whatever it is sent", async () => {
  const server = startServer(project, { args: ["generated/mcp/server.cjs", "--client-asks"] });
  server.send(initialize, initialized);
  const answers = [call(1, "warn", {}), call(2, "fail", {}), call(3, "print_environment", {}), call(4, "no_such_tool", {})];
  const given = [...answers.map(({ id }) => server.answer(id)), server.answer(5), server.answer("six")];
  server.send(
    ...answers,
    "no JSON \x1b]0;title\x07\u009b2J\u202e\n",
    '{"jsonrpc": "2.0"}\n',
    "\n",
    { id: 5, method: "no/such" },
    { id: "six", method: "ping" },
  );
  await Promise.all(given);
  const { lines, stderr, code } = await server.end();
  expect(code).toBe(0);
  const messages = lines.map((line) => JSON.parse(line));
  for (const message of messages) expect(message).toMatchObject({ jsonrpc: "2.0" });
  // What couldn't be read has no id.
  expect(messages.filter(({ id }) => id === null).map(({ error }) => error.code)).toEqual([-32700, -32600]);
  expect(messages.filter(({ id }) => id !== null)).toHaveLength(7);
  // What couldn't be read is told to people, a line each.
  for (const line of stderr.trimEnd().split("\n")) expect(line).toMatch(/^toolgen mcp: [^\p{Cc}\p{Cf}]*$/u);
});

it.runIf(process.platform !== "win32")("says that the folder it was started in is gone", () => {
  const script = 'cd "$(mktemp -d)" && rmdir "$PWD" && "$0" "$1"';
  const server = spawnSync("sh", ["-c", script, process.execPath, join(project, "generated/mcp/server.cjs")], { encoding: "utf8" });
  expect(server).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "toolgen mcp: can't start: the folder that it was started in no longer exists.\n",
  });
});

it("serves a client that closes standard error", async () => {
  const server = startServer(project);
  server.child.stderr.destroy();
  for (const id of [1, 2, 3]) {
    const answer = server.answer(id);
    // What isn't JSON is told to people, too.
    server.send("no JSON\n", { id, method: "ping", params: envelope });
    expect((await answer).id).toBe(id);
  }
  server.child.stdin.end();
  expect(await new Promise((resolve) => server.child.on("exit", resolve))).toBe(0);
});

it("needs no beginning of a client of 2026-07-28, and tells it that lists and results are complete", async () => {
  const server = serverHere(project);
  const listed = server.answer(1);
  server.send({ id: 1, method: "tools/list", params: envelope });
  expect((await listed).result).toMatchObject({ resultType: "complete", tools: expect.arrayContaining([{ ...anyTool, name: "git_log" }]) });
  const called = server.answer(2);
  server.send({ id: 2, method: "tools/call", params: { name: "count_bytes", arguments: { text: "abc" }, ...envelope } });
  expect((await called).result).toMatchObject({ resultType: "complete", content: [{ type: "text", text: "3" }] });
  expect((await server.end()).stderr).toBe("");
});

it("refuses a revision that it doesn't have in every request, and goes on", async () => {
  const server = serverHere(project);
  const ask = (id: number, protocolVersion: string) => {
    const answer = server.answer(id);
    const _meta = { ...envelope._meta, "io.modelcontextprotocol/protocolVersion": protocolVersion };
    server.send({ id, method: "tools/list", params: { _meta } });
    return answer;
  };
  expect((await ask(1, "2026-07-28")).result).toBeDefined();
  expect((await ask(2, "2099-01-01")).error).toMatchObject({
    code: -32022,
    data: { supported: ["2026-07-28"], requested: "2099-01-01" },
  });
  expect((await ask(3, "2026-07-28")).result).toBeDefined();
  await server.end();
});

const anyTool = {
  title: expect.any(String),
  description: expect.any(String),
  inputSchema: expect.objectContaining({ type: "object" }),
  annotations: expect.any(Object),
};

it("answers a call whose arguments are no object without starting anything", async () => {
  const server = serverHere(project);
  server.send(initialize, initialized);
  const given = [server.answer(1), server.answer(2)];
  server.send({ id: 1, method: "tools/call", params: { name: "count_bytes", arguments: ["a", "b"] } });
  server.send({ id: 2, method: "tools/call", params: { name: "count_bytes" } });
  const [wrong, absent] = await Promise.all(given);
  expect(wrong?.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("arguments") }] });
  expect(absent?.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("`text`") }] });
  await server.end();
});

it("works from any clone, and takes the folder it was started in for the workspace", async () => {
  const clone = join(temporaryFolder(), "another place");
  cpSync(join(project, "generated"), join(clone, "generated"), { recursive: true });
  const workspace = temporaryFolder();
  mkdirSync(join(workspace, "sub"));
  writeFileSync(join(workspace, "sub", "bad.mjs"), "const a = ;\n");
  const server = startServer(workspace, { args: [join(clone, "generated/mcp/server.cjs")] });
  server.send(initialize, initialized);
  const answer = server.answer(1);
  server.send(call(1, "check_javascript", { path: "sub/bad.mjs" }));
  expect((await answer).result?.content).toEqual([{ type: "text", text: expect.stringContaining("SyntaxError") }]);
  await server.end();
});

it("says what is missing: its list, a format that it knows, itself", async () => {
  const clone = temporaryFolder();
  cpSync(join(project, "generated"), join(clone, "generated"), { recursive: true });
  const mcp = join(clone, "generated/mcp");
  const bin = join(clone, "generated/bin");
  renameSync(join(bin, "tools.json"), join(bin, "away.json"));
  const server = serverHere(clone);
  server.send(initialize, initialized);
  const answer = server.answer(1);
  server.send({ id: 1, method: "tools/list" });
  expect((await answer).error).toMatchObject({ code: -32603, message: expect.stringContaining("toolgen build") });
  await server.end();

  writeFileSync(join(bin, "tools.json"), "[\n<<<<<<< HEAD\n=======\n>>>>>>> other\n]\n");
  const merged = serverHere(clone);
  merged.send(initialize, initialized);
  const listed = merged.answer(1);
  merged.send({ id: 1, method: "tools/list" });
  expect((await listed).error).toMatchObject({ code: -32603, message: expect.stringContaining("merge conflicts") });
  await merged.end();

  writeFileSync(join(mcp, "server.json"), '{"format": 99, "name": "x"}');
  const newer = await startServer(clone).end();
  expect(newer).toEqual({ code: 1, lines: [], stderr: expect.stringMatching(/^toolgen mcp: can't start: .*format 99.*\n$/) });
  rmSync(join(mcp, "server.json"));
  expect(await startServer(clone).end()).toMatchObject({ code: 1, stderr: expect.stringContaining("server.json") });
});
