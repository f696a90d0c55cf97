import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";
import { defaultMetadata, Kind, runAgenticLoop, type ToolMetadata, ToolRegistry } from "../../../src/runtime/index.js";
import { patience } from "../../kit/eventually.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { modelOf, OwnTool, registryOf } from "./model.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const library = readdirSync(join(root, "library")).flatMap((file) =>
  file.endsWith(".yaml") ? [file.slice(0, -5).replaceAll("-", "_")] : [],
);

/** A write that requires confirmation, and then a word about it. */
const writes = () => modelOf({ calls: [["write", { what: "a" }]] }, { text: "I see." });

it("`ToolMetadata` interface with `riskLevel` and `requiresConfirmation`", async () => {
  const metadata: ToolMetadata = {
    riskLevel: "dangerous",
    requiresConfirmation: true,
    impactDescription: "Writes to production.",
    category: "deployment",
  };
  const registry = registryOf([new OwnTool("write", { kind: "edit" }), metadata]);
  expect(registry.get("write")?.metadata).toEqual(metadata);
  const onToolConfirmationRequired = vi.fn(async () => true);
  await runAgenticLoop({ model: writes().model, registry, prompt: "Go.", onToolConfirmationRequired });
  expect(onToolConfirmationRequired).toHaveBeenCalledExactlyOnceWith(
    { id: "t1.1", name: "write", args: { what: "a" } },
    metadata,
    expect.objectContaining({ details: expect.objectContaining({ title: expect.any(String) }), signal: expect.any(AbortSignal) }),
  );
});

it("Default risk levels assigned to all builtin tools", () => {
  const folder = projectOf({ "toolgen.yaml": `version: 1\nlibrary: [${library.map((name) => `std/${name}`).join(", ")}]\n` });
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
  const registry = new ToolRegistry();
  registry.registerGenerated(join(folder, "generated"));
  registry.registerGenerated(join(root, "generated"));
  const levels = registry.getAllTools().map(({ name, kind }) => {
    const metadata = registry.get(name)?.metadata;
    // Which address a page is fetched from is the model's choice, so its spec says more than its kind does.
    const expected = name === "web_fetch" ? { riskLevel: "moderate", requiresConfirmation: true } : defaultMetadata(kind);
    expect(metadata, name).toMatchObject(expected);
    return [name, metadata?.riskLevel, metadata?.requiresConfirmation];
  });
  expect(levels).toEqual(
    expect.arrayContaining([
      ["read_file", "safe", false],
      ["web_search", "safe", false],
      ["write_file", "moderate", true],
      ["run_shell_command", "dangerous", true],
      ["git_log", "safe", false],
    ]),
  );
  expect(levels.length).toBeGreaterThanOrEqual(library.length + 8);
  // What a search, a run_command and a delete_file of a project's own would get.
  expect(defaultMetadata(Kind.Search)).toEqual({ riskLevel: "safe", requiresConfirmation: false });
  expect(defaultMetadata(Kind.Execute)).toEqual({ riskLevel: "dangerous", requiresConfirmation: true });
  expect(defaultMetadata(Kind.Delete)).toEqual({ riskLevel: "dangerous", requiresConfirmation: true });
});

it("MCP tools default to `requiresConfirmation: true`", async () => {
  const server = { command: process.execPath, args: [join(root, "test/agent/registry/programs/mcp-server.mjs"), "good"] };
  const registry = new ToolRegistry({ mcpServers: { hand: server } });
  onTestFinished(() => registry.close());
  await registry.discoverAllTools();
  expect(registry.getAllTools().length).toBeGreaterThan(5);
  for (const { metadata } of registry.getAllTools()) expect(metadata).toMatchObject({ riskLevel: "moderate", requiresConfirmation: true });
  const { model, results } = modelOf({ calls: [["echo", { text: "hi" }]] }, { text: "I see." });
  const onToolConfirmationRequired = vi.fn(async () => false);
  await runAgenticLoop({ model, registry, prompt: "Go.", onToolConfirmationRequired });
  expect(onToolConfirmationRequired).toHaveBeenCalledOnce();
  expect(results()).toEqual({ "t1.1": "Tool execution denied by user." });
});

it("Agentic loop pauses before executing tools that require confirmation", async () => {
  const write = new OwnTool("write", { kind: "edit" });
  let answer = (_: boolean) => {};
  const asked = new Promise<void>((resolve) => {
    const onToolConfirmationRequired = () => {
      resolve();
      return new Promise<boolean>((yes) => {
        answer = yes;
      });
    };
    void runAgenticLoop({ model: writes().model, registry: registryOf(write), prompt: "Go.", onToolConfirmationRequired });
  });
  await asked;
  await new Promise(setImmediate);
  expect(write.runs).toEqual([]);
  answer(true);
  await vi.waitFor(() => expect(write.runs).toEqual([{ what: "a" }]), patience);
});

it('Denied tools send "denied by user" message back to LLM', async () => {
  const write = new OwnTool("write", { kind: "edit" });
  const { model, prompts } = writes();
  await runAgenticLoop({ model, registry: registryOf(write), prompt: "Go.", onToolConfirmationRequired: async () => false });
  expect(write.runs).toEqual([]);
  expect(prompts[1]?.at(-1)).toMatchObject({
    role: "tool",
    content: [{ type: "tool-result", toolCallId: "t1.1", output: { type: "error-text", value: "Tool execution denied by user." } }],
  });
});

it("Confirmation callback is optional: if not provided, all tools auto-approve (backward compatible)", async () => {
  const write = new OwnTool("write", { kind: "edit" });
  const never = new OwnTool("never", { kind: "execute", decision: "deny" });
  const { model, results } = modelOf(
    {
      calls: [
        ["write", { what: "a" }],
        ["never", { what: "b" }],
      ],
    },
    { text: "Done." },
  );
  const result = await runAgenticLoop({ model, registry: registryOf(write, never), prompt: "Go." });
  expect(result.status).toBe("completed");
  expect(write.runs).toEqual([{ what: "a" }]);
  // What is denied, and not only asked about, stays so.
  expect(never.runs).toEqual([]);
  expect(results()).toEqual({ "t1.1": "a", "t1.2": "This call is denied by policy: never b" });
});

it("LLM receives denied message and can adjust its approach", async () => {
  const write = new OwnTool("write", { kind: "edit" });
  const read = new OwnTool("read");
  const { model, results } = modelOf({ calls: [["write", { what: "a" }]] }, { calls: [["read", { what: "b" }]] }, { text: "Only read." });
  const onToolConfirmationRequired = vi.fn(async () => false);
  const result = await runAgenticLoop({ model, registry: registryOf(write, read), prompt: "Go.", onToolConfirmationRequired });
  expect(results()).toEqual({ "t1.1": "Tool execution denied by user.", "t2.1": "b" });
  expect(result).toMatchObject({ status: "completed", text: "Only read.", turns: 3 });
  expect(onToolConfirmationRequired).toHaveBeenCalledOnce();
});
