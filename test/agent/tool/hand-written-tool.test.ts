import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { BaseDeclarativeTool, BaseToolInvocation, createValidator, Kind, type ToolResult } from "../../../src/runtime/index.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(root, "docs/subclasses.md"), "utf8");

/** The programs of the page, with what it says that each prints. */
const programs = [...page.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```\n.*?```text\n(.*?)```/gs)].map(
  ([, name = "", code = "", printed = ""]) => ({
    name,
    code,
    printed,
  }),
);

it("has programs on the page of subclasses that compile strictly and print what the page says", () => {
  expect(programs.map(({ name }) => name)).toEqual(["notes.ts", "validator.ts"]);
  const folder = temporaryFolder();
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules/toolgen"));
  symlinkSync(join(root, "node_modules/@types/node"), join(folder, "node_modules/@types/node"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  for (const { name, code } of programs) writeFileSync(join(folder, name), code);
  const strictly = ["--strict", "--exactOptionalPropertyTypes", "--noImplicitOverride", "--noUncheckedIndexedAccess"];
  const options = ["--module", "nodenext", "--target", "es2023", "--types", "node", "--skipLibCheck", ...strictly];
  const tsc = [join(root, "node_modules/typescript/bin/tsc"), ...options, ...programs.map(({ name }) => name)];
  expect(spawnSync(process.execPath, tsc, { cwd: folder, encoding: "utf8" }).stdout).toBe("");
  for (const { name, printed } of programs) {
    const { stdout, stderr } = spawnSync(process.execPath, [name.replace(".ts", ".js")], { cwd: folder, encoding: "utf8" });
    expect(stdout + stderr).toBe(printed);
  }
});

class Say extends BaseToolInvocation<object, ToolResult> {
  override getDescription = () => "say";
  override async execute(): Promise<ToolResult> {
    return { llmContent: JSON.stringify(this.params), returnDisplay: "" };
  }
}

class SayTool extends BaseDeclarativeTool<object, ToolResult> {
  constructor(more: object = {}) {
    const parameterSchema = {
      type: "object",
      properties: { text: { type: "string", format: "date" }, times: { type: "integer", default: 2 } },
    };
    super({ name: "say", displayName: "Say", description: "", kind: Kind.Execute, parameterSchema, ...more });
  }

  protected override createInvocation(params: object) {
    return new Say(params);
  }
}

it("completes a tool by its schema and its kind", async () => {
  const tool = new SayTool();
  expect(tool.metadata).toEqual({ riskLevel: "dangerous", requiresConfirmation: true });
  expect([tool.isOutputMarkdown, tool.canUpdateOutput]).toEqual([false, false]);
  expect(tool.validateToolParams({ text: "soon" })).toContain("`text` must");
  const { llmContent } = await tool.buildAndExecute({ text: "2026-01-01" }, new AbortController().signal);
  expect(llmContent).toBe('{"text":"2026-01-01","times":2}');
});

it("takes what a tool says itself in the place of what would follow", () => {
  const risk = { level: "safe", requiresConfirmation: false } as const;
  const tool = new SayTool({ risk, isOutputMarkdown: true, canUpdateOutput: true, aliases: { text: ["day"] }, validate: () => true });
  expect([tool.metadata.riskLevel, tool.isOutputMarkdown, tool.canUpdateOutput]).toEqual(["safe", true, true]);
  expect(tool.build({ day: "soon" }).params).toEqual({ text: "soon" });
});

it("throws what is wrong with a schema when it is first used, and not before", () => {
  const validate = createValidator({ type: "strng" });
  expect(() => validate({})).toThrow("type");
});
