import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import {
  type AgenticLoopEvent,
  type AgenticLoopOptions,
  type AgenticLoopResult,
  runAgenticLoop,
  ToolRegistry,
} from "../../../src/runtime/index.js";
import { builtProject } from "../../kit/project.js";
import { type Api, anthropic, gemini, models, openai, type Provider, type ScriptedTurn, serve } from "./scripted-server.js";

const run = promisify(execFile);
const apis: readonly (readonly [Provider, Api])[] = [
  ["openai-compatible", openai],
  ["google", gemini],
  ["anthropic", anthropic],
];

const own = {
  "tools.d/remove-file.yaml": `
name: remove_file
description: Remove a file.
kind: delete
schema: { properties: { file: { type: string } }, required: [file] }
paths: { file: { access: write, type: file, mustExist: true } }
command: [rm, --, "{{file}}"]
`,
  "tools.d/crash.yaml": `
name: crash
description: Fall over.
kind: think
command: [node, -e, "process.kill(process.pid, 'SIGSEGV')"]
`,
  "tools.d/wait.yaml": `
name: wait
description: Wait for long.
kind: think
command: [node, -e, "console.log('waiting'); setTimeout(() => {}, 300000)"]
`,
};

const call = (name: string, args: object) => ({ name, json: JSON.stringify(args) });

/** The task. Gemini sends arguments as data: only the others can break their JSON. */
const task = (broken: boolean): readonly ScriptedTurn[] => [
  { text: "Let me look around.", calls: [call("read_file", { file_path: "a.txt" }), call("read_file", { path: "b.txt" })] },
  { calls: [call("write_file", { file_path: "c.txt", content: "new\n" })] },
  { calls: [call("remove_file", { file: "a.txt" })] },
  { text: "Then not.", calls: [call("write_file", { file_path: "b.txt", content: "proposed\n" })] },
  { calls: [call("crash", {})] },
  { calls: [call("teleport", { to: "c.txt" }), { name: "read_file", json: broken ? "{file_path: 'c.txt',}" : '{"path":"c.txt"}' }] },
  { calls: [call("wait", {})] },
  { calls: [call("remove_file", { file: "b.txt" })] },
  { calls: [call("read_file", { file_path: "c.txt" }), call("write_file", { file_path: "d.txt", content: "last\n" })] },
  { text: "All is done." },
];

let built: string;
/** One for all loops, so that its processes are started once. */
let registry: ToolRegistry;
beforeAll(() => {
  built = builtProject({ "toolgen.yaml": "version: 1\nlibrary: [std/read_file, std/write_file]\n", ...own });
  registry = new ToolRegistry({ environment: { workspace: built } });
  registry.registerGenerated(join(built, "generated"));
});
afterAll(() => registry.close());

/** A model that does this task, with the tools of the project. */
async function given([provider, api]: readonly [Provider, Api], breaksOff?: "closed" | "destroyed") {
  for (const [name, text] of [
    ["a.txt", "one\n"],
    ["b.txt", "two\n"],
  ] as const)
    writeFileSync(join(built, name), text);
  const server = await serve(api, task(provider !== "google"), breaksOff);
  onTestFinished(() => server.close());
  const file = (name: string) => readFileSync(join(built, name), "utf8");
  return {
    server,
    file,
    loop: (options: Partial<AgenticLoopOptions>) => runAgenticLoop({ model: models[provider](server.url), registry, ...options }),
  };
}

it.each(apis)(
  "does a task of ten turns with %s: approvals, a denial, an edit, a crash, a cancel, and the rest in another process",
  async (provider, api) => {
    const { server, file, loop } = await given([provider, api]);
    const asked: string[] = [];
    const events: AgenticLoopEvent[] = [];
    const cancel = new AbortController();
    const answers: Readonly<Record<string, readonly (boolean | "modify_with_editor")[]>> = {
      "write_file c.txt": [true],
      "remove_file a.txt": [false],
      "write_file b.txt": ["modify_with_editor", true],
    };
    const cancelled = await loop({
      system: "Be careful.",
      prompt: "Tidy up.",
      signal: cancel.signal,
      modifyWithEditor: async ({ content }) => content.replace("proposed", "edited"),
      onToolConfirmationRequired: async ({ name, args }) => {
        const about = `${name} ${args.file_path ?? args.file}`;
        const times = asked.filter((one) => one === about).length;
        asked.push(about);
        return answers[about]?.[times] ?? Promise.reject(new Error(`nobody expected ${about}`));
      },
      onEvent: (event) => {
        events.push(event);
        if (event.type === "output" && event.call.name === "wait") cancel.abort();
      },
    });
    expect(cancelled).toMatchObject({ status: "cancelled", turns: 7, usage: { totalTokens: 7 * 15 } });
    expect(asked).toEqual(["write_file c.txt", "remove_file a.txt", "write_file b.txt", "write_file b.txt"]);
    expect([file("a.txt"), file("b.txt"), file("c.txt")]).toEqual(["one\n", "edited\n", "new\n"]);
    const text = events.map((event) => (event.type === "text" ? event.text : "")).join("");
    expect(text).toBe("Let me look around.Then not.");
    expect(events.some(({ type }) => type === "reasoning")).toBe(provider === "anthropic");

    const paused = await loop({ resume: JSON.parse(JSON.stringify(cancelled.state)), onToolConfirmationRequired: async () => "pause" });
    expect(paused).toMatchObject({ status: "paused", turns: 8 });
    expect(existsSync(join(built, "b.txt"))).toBe(true);

    const state = join(built, "state.json");
    writeFileSync(state, JSON.stringify(paused.state));
    const program = fileURLToPath(new URL("go-on.mjs", import.meta.url));
    const { stdout, stderr } = await run(process.execPath, [program, provider, server.url, built, state]);
    const { result, asked: askedThere }: { readonly result: AgenticLoopResult; readonly asked: unknown } = JSON.parse(stdout);
    expect(stderr).toBe("");
    expect(askedThere).toEqual([
      ["remove_file", { file: "b.txt" }],
      ["write_file", { file_path: "d.txt", content: "last\n" }],
    ]);
    expect(result).toMatchObject({ status: "completed", turns: 10, text: "All is done.", usage: { totalTokens: 10 * 15 } });
    expect([existsSync(join(built, "b.txt")), file("d.txt")]).toEqual([false, "last\n"]);

    expect(server.told.map(({ turns }) => turns)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(server.told.at(-1)?.results).toEqual([
      "one\n",
      "two\n",
      expect.stringContaining("c.txt"),
      "Tool execution denied by user.",
      expect.stringMatching(/^The user changed the proposed content.*\+edited/s),
      expect.stringMatching(/SIGSEGV|signal/),
      "There is no tool named 'teleport'.",
      "new\n",
      expect.stringMatching(/cancel|stopped|abort/i),
      expect.any(String),
      "new\n",
      expect.stringContaining("d.txt"),
    ]);
  },
);

it.each(apis)("tells what %s says where it refuses a request", async (provider, api) => {
  const { loop, server } = await given([provider, api]);
  const result = await loop({ prompt: "Go.", model: models[provider](`${server.url}/nowhere`) });
  expect(result).toMatchObject({ status: "failed", reason: expect.stringContaining("no such path"), turns: 0 });
});

it.each(apis.flatMap(([provider, api]) => (["closed", "destroyed"] as const).map((how) => [provider, how, api] as const)))(
  "carries out nothing of an answer of %s whose connection is %s, and asks for it again when it is resumed",
  async (provider, how, api) => {
    const { loop, server } = await given([provider, api], how);
    const broken = await loop({ prompt: "Go." });
    expect(broken).toMatchObject({ status: "failed", turns: 0, text: "Let me look around.", reason: expect.any(String) });
    expect(broken.messages).toEqual([{ role: "user", content: "Go." }]);
    const resumed = await loop({ resume: broken.state, limits: { turns: 1 } });
    expect(resumed).toMatchObject({ status: "limit", turns: 1 });
    expect(resumed.messages.at(-1)).toMatchObject({ content: [{ output: { value: "one\n" } }, { output: { value: "two\n" } }] });
    expect(server.told).toHaveLength(2);
  },
);
