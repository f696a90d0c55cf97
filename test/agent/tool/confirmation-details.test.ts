import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { callRisk } from "../../../src/call/approvals.js";
import { prepareOrRefuse } from "../../../src/call/execute-call.js";
import { callResultText } from "../../../src/call/shape-result.js";
import type { ToolDefinition } from "../../../src/contract/definition.js";
import { defineTool } from "../../../src/runtime/index.js";
import { elicitationQuestion } from "../../../src/server/state/elicitation-question.js";
import { compiled } from "../../kit/compiled.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { AnyTool } from "./defined.js";

let workspace: string;
beforeEach(() => {
  workspace = temporaryFolder();
  mkdirSync(join(workspace, "src"));
});
const env = { PATH: process.env.PATH };

/** The library's shell tool, whose handler is only asked about; `changed` makes another tool of it. */
async function shell(changed: (definition: ToolDefinition) => ToolDefinition = (same) => same): Promise<AnyTool> {
  const { model } = await compiled({ "toolgen.yaml": "version: 1\nlibrary: [std/run_shell_command]\n" }, []);
  const [tool] = model.tools;
  if (tool === undefined) throw new Error("no tool");
  const { displayName, description, locations, schema } = tool;
  const declared = { format: 2, displayName, description, locations };
  return new AnyTool(defineTool(changed(tool.definition), schema, declared), { workspace, env });
}

const ask = (tool: AnyTool, params: object) => tool.build({ ...params }).shouldConfirmExecute(new AbortController().signal);

it("asks about a handler's command as about a command, whole and as it is", async () => {
  const command = "wc -l < a.txt && echo 'it is\ndone'";
  expect(await ask(await shell(), { command })).toMatchObject({
    type: "exec",
    title: "Shell: run this command?",
    command,
    rootCommand: "bash",
    rootCommands: ["bash"],
    systemMessage: "Dangerous: Runs: wc -l < a.txt && echo 'it is␊done'",
  });
});

it("says beside the command where it runs and what else the call says", async () => {
  const details = await ask(await shell(), { cmd: "npm start", dir_path: "src", is_background: true, description: "Serve." });
  expect(details).toMatchObject({
    type: "exec",
    command: "npm start",
    systemMessage: [
      "Dangerous: Runs: npm start",
      "Reads: src",
      `Folder: ${join(workspace, "src")}`,
      'Arguments: {"is_background":true,"description":"Serve."}',
    ].join("\n"),
  });
});

it("goes by what the spec declares, and not by the tool's name", async () => {
  const named = await shell((definition) => ({ ...definition, name: "query", code: { param: ["command"], program: "sqlite3" } }));
  expect(await ask(named, { command: "select 1" })).toMatchObject({ type: "exec", command: "select 1", rootCommand: "sqlite3" });
  const undeclared = await shell(({ code: _, ...definition }) => definition);
  expect(await ask(undeclared, { command: "ls" })).toMatchObject({ type: "info", prompt: expect.stringContaining('"command": "ls"') });
});

it("hides secrets in the command and beside it", async () => {
  const secretive = await shell((definition) => ({ ...definition, secrets: { TOKEN: "" } }));
  const tool = new AnyTool(secretive.tool, { workspace, env: { ...env, TOKEN: "s3cret" } });
  const details = await ask(tool, { command: "echo s3cret", description: "s3cret" });
  expect(JSON.stringify(details)).not.toContain("s3cret");
  expect(details).toMatchObject({ command: "echo [secret]", systemMessage: expect.stringContaining('{"description":"[secret]"}') });
});

it("asks the same through the MCP server", async () => {
  const { tool } = await shell();
  const context = { workspace, projectDir: workspace, env };
  const prepared = prepareOrRefuse(tool, { command: "npm start", dir_path: "src", is_background: true }, context);
  if (!prepared.ok) throw new Error(callResultText(prepared.refused));
  const { call, tool: here } = prepared;
  const risk = callRisk(here, call.params, context);
  expect(elicitationQuestion({ definition: here.definition, call, risk, context }).message([]).split("\n")).toEqual([
    "run_shell_command: run this command?",
    "Risk: dangerous. Runs: npm start",
    "What: npm start (in src)",
    "Command: npm start",
    `Folder: ${join(workspace, "src")}`,
    'Arguments: {"is_background":true}',
    "Reads: src",
  ]);
});
