import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { executeFunctionCall, type LanguageModel, runAgenticLoop, ToolRegistry } from "../../../src/runtime/index.js";
import { modelOf } from "../../agent/loop/model.js";
import { startClient } from "../gemini-cli-core/client.js";
import { runPi } from "../pi/run-pi.js";
import { comparable, type DevProcess, endAll, pictureProject, read, runCall, type ShownResult, startDev } from "./dev-server.js";

// Each tab of the page beside the program or function that it stands for, with the same call in the same project.
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const sound = Buffer.from("a short sound").toString("base64");
const printed = (content: readonly object[]) => JSON.stringify(JSON.stringify({ content }));
const files = {
  ...pictureProject,
  "tools.d/fail.yaml": "name: fail\ndescription: Fail.\nkind: execute\nrisk: safe\nshell: echo half; echo wrong >&2; exit 3\n",
  "tools.d/long.yaml": "name: long\ndescription: Much.\nkind: read\ncommand: [seq, '5000']\noutput: { maxBytes: 2kB }\n",
  "tools.d/warn.yaml": "name: warn\ndescription: Warn.\nkind: execute\nrisk: safe\nshell: echo done; echo careful >&2\n",
  "tools.d/dot.yaml": `name: dot\ndescription: A picture.\nkind: read\nshell: printf %s ${dot} | base64 -d\noutput: { format: image, mimeType: image/png }\n`,
  "tools.d/play.yaml": `name: play
description: Play.
kind: read
command: [printf, '%s', ${printed([
    { type: "text", text: "Here.", _meta: { "example.com/mood": "calm" } },
    { type: "audio", mimeType: "audio/wav", data: sound },
    { type: "resource_link", uri: "file:///a", name: "a" },
  ])}]
output: { format: mcp }
`,
};
const calls = [
  ["measure_file", { path: "notes.txt" }],
  ["count_lines", { file: "notes.txt", text: "TODO" }],
  ["fail", {}],
  ["warn", {}],
  ["long", {}],
  ["dot", {}],
  ["play", {}],
] as const;

let project: DevProcess;
let registry: ToolRegistry;
let shown: ReadonlyMap<string, Readonly<Record<string, ShownResult>>>;
beforeAll(async () => {
  project = await startDev(files);
  project.run(["build"]);
  // A program that embeds tools logs by its own environment: not for the developer who runs the tests.
  vi.stubEnv("XDG_STATE_HOME", join(project.folder, "state"));
  registry = new ToolRegistry({ environment: { workspace: project.folder, env: { ...process.env, HOME: project.folder } } });
  registry.registerGenerated(join(project.folder, "generated"));
  const results = [];
  for (const [tool, args] of calls) results.push([tool, await runCall(project, tool, args)] as const);
  shown = new Map(results);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await registry.close();
  endAll();
});

const tab = (tool: string, ...names: readonly string[]): ShownResult => {
  const results = shown.get(tool) ?? {};
  const name = names.find((one) => results[one] !== undefined) ?? "";
  return results[name] ?? {};
};
const signal = () => new AbortController().signal;

it.each(calls)("shows the ToolResult that a registry returns: %s", async (tool, args) => {
  const result = await registry.getTool(tool)?.buildAndExecute(args, signal());
  const { failed, ...parts } = tab(tool, "Classes");
  const texts = Object.entries(result ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value, null, 2),
  ]);
  expect(comparable(parts)).toBe(comparable(Object.fromEntries(texts)));
  expect(failed).toBe(result?.error !== undefined);
});

it.each(calls)("shows the parts that executeFunctionCall returns: %s", async (tool, args) => {
  const outcome = await executeFunctionCall({ id: "call_1", name: tool, args }, { registry, signal: signal() });
  const { failed, functionResponse, otherParts } = tab(tool, "Gemini API");
  expect(comparable(read(functionResponse))).toBe(comparable(outcome.functionResponse));
  expect(comparable(read(otherParts) ?? [])).toBe(comparable(outcome.otherParts));
  expect(failed).toBe(outcome.status !== "success");
});

it.each(
  calls.flatMap(([tool, args]) => [
    { tool, args, provider: "anthropic", name: "Anthropic, OpenAI Responses" },
    { tool, args, provider: "openai.chat", name: "OpenAI chat" },
  ]),
)("shows the messages that the agentic loop sends after $tool for $provider", async ({ tool, args, provider, name }) => {
  const scripted = modelOf({ calls: [[tool, args, "call_1"]] }, { text: "Nice." });
  const model = Object.assign(scripted.model as object, { provider }) as LanguageModel;
  const result = await runAgenticLoop({ model, registry, prompt: "Go." });
  expect(result.status).toBe("completed");
  expect(comparable(read(tab(tool, name, "Providers").messages))).toBe(comparable(result.messages.slice(2, -1)));
});

it("shows providers apart only where they get something else", () => {
  const apart = calls.filter(([tool]) => !Object.hasOwn(shown.get(tool) ?? {}, "Providers")).map(([tool]) => tool);
  expect(apart).toEqual(["dot"]);
});

it("shows what the real Gemini CLI's core gets of discovered tools", async () => {
  const client = await startClient(project.folder, { ...process.env, HOME: project.folder });
  await client.discover();
  for (const [tool, args] of calls) {
    const { llmContent, returnDisplay, error } = (await client.call(tool, args)) as {
      llmContent: string;
      returnDisplay?: string;
      error?: object;
    };
    const { failed, ...parts } = tab(tool, "Gemini CLI");
    expect([tool, comparable(parts.llmContent)]).toEqual([tool, comparable(llmContent)]);
    expect([tool, comparable(parts.returnDisplay)]).toEqual([tool, comparable(returnDisplay)]);
    expect([tool, failed]).toEqual([tool, error !== undefined]);
  }
  client.stop();
});

it("shows what the real pi gets from its extension", async () => {
  const { events, stderr } = await runPi({
    version: "0.74.0",
    folder: project.folder,
    turns: calls.map(([tool, args]) => ({ tool, args })),
    env: { HOME: project.folder },
  });
  expect(stderr).toBe("");
  const ends = events.filter(({ type }) => type === "tool_execution_end");
  expect(ends.map(({ toolName }) => toolName)).toEqual(calls.map(([tool]) => tool));
  for (const { toolName, result, isError } of ends) {
    const { content, details } = result as { readonly content: readonly { readonly text: string }[]; readonly details?: unknown };
    const { failed, ...parts } = tab(String(toolName), "pi");
    expect([toolName, failed]).toEqual([toolName, isError]);
    if (isError) expect([toolName, comparable(parts.error)]).toEqual([toolName, comparable(content.map(({ text }) => text).join("\n"))]);
    else
      expect([toolName, comparable(read(parts.content)), comparable(read(parts.details))]).toEqual([
        toolName,
        comparable(content),
        comparable(details),
      ]);
  }
});
