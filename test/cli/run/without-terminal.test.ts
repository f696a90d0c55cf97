import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import type { Answer } from "../../kit/toolgen.js";
import { warmToolgenAsync } from "../../kit/warm-toolgen.js";
import { runProject, type ScriptedServer, scriptedServer, type Turn } from "./scripted-run.js";

const program = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

let project: string;
let server: ScriptedServer | undefined;

beforeAll(() => {
  project = runProject();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Options {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The process, as soon as it has said this on standard error or output. */
  readonly on?: readonly [text: string, act: (pid: number) => void];
}

/** Runs the built command line without a user: as a process if it must get a signal. */
function toolgen(args: readonly string[], { input = "", env = {}, on }: Options = {}): Promise<Answer> {
  const { TOOLGEN_MODEL: _model, NO_COLOR: _no, FORCE_COLOR: _force, ...own } = process.env;
  const environment = { ...own, HOME: project, ...env };
  if (on === undefined) return warmToolgenAsync({ folder: project, args: ["run", ...args], environment, input });
  const child = spawn(process.execPath, [program, "run", ...args], { cwd: project, env: environment, stdio: "pipe" });
  child.stdin.end(input);
  const said = { stdout: "", stderr: "" };
  let waiting: Options["on"] = on;
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      said[stream] += text;
      if (waiting === undefined || !said[stream].includes(waiting[0])) return;
      const [, act] = waiting;
      waiting = undefined;
      act(child.pid ?? 0);
    });
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, ...said })));
}

/** The same with a scripted model. */
async function running(turns: readonly Turn[], args: readonly string[] = ["do it"], options: Options = {}): Promise<Answer> {
  server = await scriptedServer(...turns);
  return toolgen(["--model", "openai-compatible/scripted", "--base-url", server.url, ...args], options);
}

const hello: Turn = { calls: [["say_hello", { whom: "you" }]] };
const said = { text: "Done." };
const denied = "Tool execution denied by user.";

it("prints what the model says on standard output, and a line for each call on standard error", async () => {
  const show: Turn = { text: "I look.", calls: [["show_file", { file: "note.txt" }]] };
  const { status, stdout, stderr } = await running([show, { text: "It says \u001b[1mone\u001b[0m." }]);
  expect([status, stdout]).toEqual([0, "I look.\nIt says ␛[1mone␛[0m.\n"]);
  expect(stderr).toMatch(/^✓ show_file .*note\.txt.* \(\d+\.\d s\)\n$/);
  expect(server?.results()).toEqual(["one\ntwo\n"]);
});

it("refuses what must be confirmed if no user can be asked, and says what to set", async () => {
  const { status, stderr } = await running([hello, said]);
  expect([status, server?.results()]).toEqual([
    0,
    [expect.stringMatching(/^say_hello was not run: this moderate call must be confirmed, and there is no one to ask here\./)],
  ]);
  expect(stderr).toContain(
    `toolgen: say_hello was not run: this moderate call requires confirmation, and there is no terminal to ask at. --risk say_hello=allow allows it for a run, --unattended allow all such calls; for good: "confirm": { "unattended": "allow" } in ${join(project, ".config/toolgen/settings.json")}, or confirm: { unattended: allow } in toolgen.yaml.\n`,
  );
  expect(stderr).toContain("✗ say_hello echo hello you: not run\n");
});

it.each<[string, "allow" | "deny", readonly string[], string]>([
  ["allows", "allow", [], "hello you\n"],
  ["denies", "deny", ["--save", "state.json"], "no one to ask here"],
  ["denies, unless the command line says otherwise", "deny", ["--unattended", "allow"], "hello you\n"],
  ["allows, unless the command line says otherwise", "allow", ["--unattended", "deny"], denied],
  ["allows, and not what it denies itself", "allow", ["--risk", "say_hello=deny"], "denied by the command line"],
])("follows the settings for calls that no user can be asked about: %s", async (_, word, args, result) => {
  const XDG_CONFIG_HOME = temporaryFolder();
  mkdirSync(join(XDG_CONFIG_HOME, "toolgen"));
  writeFileSync(join(XDG_CONFIG_HOME, "toolgen/settings.json"), JSON.stringify({ confirm: { unattended: word } }));
  const { status } = await running([hello, said], [...args, "do it"], { env: { XDG_CONFIG_HOME } });
  expect([status, server?.results()]).toEqual([0, [expect.stringContaining(result)]]);
});

it.each<[string, readonly string[], string]>([
  ["--risk allows it", ["--risk", "say_hello=allow"], "hello you\n"],
  ["--unattended allows all that would be asked about", ["--unattended", "allow"], "hello you\n"],
  ["--unattended denies it", ["--unattended", "deny"], denied],
  ["--unattended allows nothing that is denied", ["--unattended", "allow", "--risk", "say_hello=deny"], "denied by the command line"],
])("%s", async (_, args, result) => {
  const { status } = await running([hello, said], [...args, "do it"]);
  expect([status, server?.results()]).toEqual([0, [expect.stringContaining(result)]]);
});

it("pauses with a state that only its owner can read, and goes on from it, also with a further task", async () => {
  const state = join(project, "run.json");
  const paused = await running([hello], ["--save", state, "--system", "Be kind.", "do it"]);
  expect([paused.status, paused.stdout]).toEqual([3, ""]);
  expect(paused.stderr).toContain(
    `toolgen: paused: The call of say_hello (c1.0) waits for an answer.\ntoolgen: saved: --resume ${state} goes on from here.\n`,
  );
  expect([statSync(state).mode & 0o777, JSON.parse(readFileSync(state, "utf8")).version]).toEqual([0o600, 2]);
  await server?.close();

  const task = await running([], ["--resume", state, "something else"]);
  expect([task.status, task.stderr]).toEqual([2, expect.stringContaining("waits for answers")]);
  await server?.close();

  chmodSync(state, 0o644);
  const resumed = await running([said], ["--resume", state, "--save", state, "--unattended", "allow"]);
  expect([resumed.status, resumed.stdout, server?.results()]).toEqual([0, "Done.\n", ["hello you\n"]]);
  expect(statSync(state).mode & 0o777).toBe(0o600);
  await server?.close();

  const over = await running([], ["--resume", state]);
  expect([over.status, over.stderr]).toEqual([
    2,
    `toolgen: ${state} has nothing left to run: it ends with the model's answer.\nGive a further task, in the same conversation: toolgen run --resume ${state} "and now the readme"; or "go on", if the answer was cut off.\n`,
  ]);
  await server?.close();

  const further = await running([{ text: "As before." }], ["--resume", state, "and now?"]);
  expect([further.status, further.stdout]).toEqual([0, "As before.\n"]);
  expect(server?.requests[0]?.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "assistant", "user"]);
});

it.each<[string, string]>([
  ["missing.json", "can't be resumed: ENOENT"],
  ["not.json", "can't be resumed"],
  ["other.json", "is not a saved run"],
  ["old.json", "its version is 7"],
])("says what is wrong with a state to resume (%s)", async (file, message) => {
  writeFileSync(join(project, "not.json"), "{");
  writeFileSync(join(project, "other.json"), "{}");
  writeFileSync(join(project, "old.json"), '{"version":7,"messages":[],"calls":[]}');
  const { status, stderr } = await running([], ["--resume", file]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it("says at the start that the state can't be written", async () => {
  const { status, stderr } = await running([said], ["--save", "note.txt/state.json", "do it"]);
  expect([status, stderr, server?.requests.length]).toEqual([2, expect.stringContaining("note.txt/state.json can't be written"), 0]);
});

it("stops at its limits with a code of their own", async () => {
  const look: Turn = { calls: [["show_file", { file: "note.txt" }]] };
  const turns = await running([look, look], ["--max-turns", "1", "do it"]);
  expect([turns.status, turns.stderr]).toEqual([
    3,
    expect.stringContaining(
      "limit: The model has reached its limit of 1 turn. It can't be resumed: nothing is saved without --save FILE.\n",
    ),
  ]);
  await server?.close();
  const tokens = await running([look, look], ["--max-tokens", "15", "do it"]);
  expect([tokens.status, tokens.stderr]).toEqual([3, expect.stringContaining("15 tokens of 15")]);
  await server?.close();
  const time = await running([{ calls: [["wait_long", {}]] }], ["--timeout", "1", "do it"]);
  expect([time.status, time.stderr]).toEqual([3, expect.stringContaining("time limit of 1 seconds.")]);
});

it("fails with what the provider says", async () => {
  const { status, stderr } = await running([]);
  expect([status, stderr]).toEqual([1, expect.stringContaining("toolgen: failed: the script has no further turn")]);
});

it("prints each event as a line of JSON, the last of which says how it ended", async () => {
  const { status, stdout, stderr } = await running(
    [{ text: "I say it.\u0085", ...hello }, said],
    ["--json", "--unattended", "allow", "do it"],
  );
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).not.toContain("\u0085");
  expect(lines.flatMap(({ type, text }) => (type === "text" ? [text] : [])).join("")).toBe("I say it.\u0085Done.");
  expect(lines.filter(({ type }) => type !== "text")).toMatchObject([
    { type: "turn", turn: 1, usage: { totalTokens: 15 }, total: { totalTokens: 15 } },
    { type: "call", id: "c1.0", name: "say_hello", args: { whom: "you" } },
    {
      type: "asked",
      id: "c1.0",
      tool: "say_hello",
      args: { whom: "you" },
      level: "moderate",
      details: { type: "exec", command: "echo hello you" },
    },
    { type: "started", id: "c1.0", tool: "say_hello" },
    { type: "output", id: "c1.0", output: "hello you\n" },
    { type: "result", id: "c1.0", tool: "say_hello", status: "success", output: "hello you\n", confirmation: "proceed_once" },
    { type: "turn", turn: 2 },
    { type: "end", status: "completed", text: "Done.", turns: 2, usage: { totalTokens: 30 } },
  ]);
});

it("cancels the tool at the first SIGINT where there is no terminal too, and ends the run at the next", async () => {
  const wait: Turn = { calls: [["wait_long", {}]] };
  const first = await running([wait, said], ["--json", "do it"], { on: ['"waiting\\n"', (pid) => process.kill(pid, "SIGINT")] });
  expect([first.status, first.stderr, server?.results()]).toEqual([
    0,
    "toolgen: wait_long: cancelling. Ctrl-C again ends the run.\n",
    ["wait_long was cancelled."],
  ]);
  await server?.close();
  const speaking = await running([{ text: "Well", then: "open" }], ["do it"], { on: ["Well", (pid) => process.kill(pid, "SIGINT")] });
  expect(speaking.status).toBe(130);
});

it("offers the tools that it is told to, by name, other name and beginning", async () => {
  await running([said], ["--tools", "wait_*, show-file", "do it"]);
  expect(server?.offered()).toEqual(["show_file", "wait_long", "wait_stubborn"]);
  await server?.close();
  const wrong = await running([], ["--tools", "say_helo", "do it"]);
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining("say_hello")]);
});

it("takes MCP servers' tools from a file, and says what is wrong with one", async () => {
  const program = fileURLToPath(new URL("../../agent/registry/programs/mcp-server.mjs", import.meta.url));
  const servers = { hand: { command: process.execPath, args: [program, "good"] }, gone: { command: "/no/such/program" } };
  writeFileSync(join(project, "mcp.json"), JSON.stringify({ mcpServers: servers }));
  const echo: Turn = { calls: [["hand__echo", { text: "hi", times: 1 }]] };
  const { status, stderr } = await running([echo, said], ["--mcp", "mcp.json", "--unattended", "allow", "do it"]);
  expect([status, server?.results()]).toEqual([0, ["hi 1"]]);
  expect(stderr).toMatch(/^toolgen: mcpServers\.gone: .*no\/such\/program/m);
  await server?.close();
  const { stderr: alone } = await running([echo, said], ["--mcp", "mcp.json", "do it"]);
  expect(alone).toContain(`for good: "confirm": { "unattended": "allow" } in ${join(project, ".config/toolgen/settings.json")}.\n`);
  await server?.close();
  const risk = ["--risk", "hand__echo=deny", "--risk", "server:hnad=deny"];
  const denied = await running([echo, said], ["--mcp", "mcp.json", "--unattended", "allow", ...risk, "do it"]);
  expect(server?.results()).toEqual([expect.stringContaining("denied by the command line: risk.hand__echo")]);
  expect(denied.stderr).toContain("toolgen: --risk speaks of 'server:hnad', which is not a server here. Did you mean 'server:hand'?\n");
  expect(denied.stderr).not.toContain("'hand__echo'");
  await server?.close();
  const wrong = await running([], ["--mcp", "note.txt", "do it"]);
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining("--mcp: ")]);
});

it("takes the task from standard input", async () => {
  await running([said], ["-"], { input: "from a pipe" });
  expect(server?.requests[0]).toContainEqual({ role: "user", content: "from a pipe" });
});

it.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
  ["no model", ["do it"], {}, "There is no model.\nName one: --model anthropic/"],
  ["no model's name", ["--model", "claude", "do it"], {}, "'claude' names no model."],
  ["a package that is missing", ["do it"], { TOOLGEN_MODEL: "nothing/x" }, "npm install ai@7 @ai-sdk/nothing"],
  ["a missing key", ["--model", "anthropic/x", "do it"], { ANTHROPIC_API_KEY: "" }, "Set it: export ANTHROPIC_API_KEY=..."],
  ["no address", ["--model", "openai-compatible/x", "do it"], {}, "Add --base-url"],
  ["an address that is none", ["--model", "openai-compatible/x", "--base-url", "local", "do it"], {}, "--base-url local is not a URL."],
  ["a package that is no provider", ["--model", "npm:semver/x", "do it"], {}, "semver is not a provider"],
  ["no task", ["--model", "openai-compatible/x"], {}, "There is no task."],
  ["an empty task", ["--model", "openai-compatible/x", " "], {}, "The task is empty."],
  ["a number that is none", ["--max-turns", "0", "do it"], {}, "It takes a whole number above 0."],
  ["a wrong word", ["--unattended", "yes", "do it"], {}, "Allowed choices are allow, deny, pause."],
  [
    "a wrong risk",
    ["--model", "openai-compatible/x", "--base-url", "http://127.0.0.1:9", "--risk", "say_hello=maybe", "do it"],
    {},
    "--risk",
  ],
])("says what to do about %s", async (_, args, env, message) => {
  const { status, stderr } = await toolgen(args, { env });
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it("says what to do where nothing is built", async () => {
  mkdirSync(join(project, "empty"), { recursive: true });
  const { status, stderr } = await running([], ["--project", "empty", "do it"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("Run 'toolgen build' first")]);
});

it.each([
  ["anthropic/claude-opus-4-5", "ANTHROPIC_API_KEY"],
  ["google/gemini-3-pro", "GOOGLE_GENERATIVE_AI_API_KEY"],
  ["@ai-sdk/anthropic/claude-opus-4-5", "ANTHROPIC_API_KEY"],
])("asks %s at the address that it is given", async (model, key) => {
  server = await scriptedServer();
  const { status, stderr } = await toolgen(["--model", model, "--base-url", server.url, "do it"], { env: { [key]: "a-key" } });
  expect([status, stderr]).toEqual([1, expect.stringContaining("toolgen: failed: ")]);
  expect(server.requests.length).toBe(1);
});

it("prefers the project's package of a provider to toolgen's own, also one for import alone", async () => {
  const folder = join(project, "node_modules/@ai-sdk/openai-compatible");
  mkdirSync(join(folder, "lib"), { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ type: "module", exports: { ".": { browser: "./no.js", import: "./lib/main.js" } } }),
  );
  writeFileSync(join(folder, "lib/main.js"), 'export const createIt = () => { throw new Error("the project\'s own"); };');
  const { status, stderr } = await running([]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("the project's own")]);
});
