import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { defineTool, InvalidParamsError, type JsonObject, Kind, normalizeArguments } from "../../../src/runtime/index.js";
import { inSentences } from "../../call/sentences.js";
import { compiledTool } from "../../kit/compiled.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { AnyTool, defined, toolOf } from "./defined.js";

let workspace: string;
let never: AbortSignal;

beforeAll(() => {
  workspace = temporaryFolder();
  never = new AbortController().signal;
  mkdirSync(join(workspace, "data"));
  writeFileSync(join(workspace, "a.txt"), "one\ntwo\n");
});

const make = (text: string) => toolOf(text, workspace);

const count = `
name: count_lines
description: Count lines.
kind: read
schema:
  properties:
    files: { type: array, items: { type: string }, minItems: 1 }
    at: { type: array, items: { type: object, properties: { path: { type: string }, line: { type: integer } } } }
    words: { type: boolean, default: false }
  required: [files]
aliases: { files: [paths] }
paths: { "files[]": read, "at[].path": { access: read, root: workspace } }
locations: [{ path: "files[]" }, { path: "at[].path", line: "at[].line" }]
command: [wc, "{{#if words}}--words{{else}}--lines{{/if}}", --, "{{#each files}}{{this}}{{/each}}"]
exitCodes: { 1: { error: Give files that exist. } }
`;

it("says what it is, and declares its canonical schema", async () => {
  const tool = await make(count);
  expect(tool).toMatchObject({ name: "count_lines", displayName: "Count Lines", kind: Kind.Read, isOutputMarkdown: false });
  expect(tool.risk).toEqual({ level: "safe", requiresConfirmation: false });
  expect(tool.schema.parametersJsonSchema).toMatchObject({ required: ["files"], additionalProperties: false });
});

it("builds a call of repaired arguments, and leaves what it was given as it was", async () => {
  const tool = await make(count);
  const given = { paths: ["a.txt"] };
  const invocation = tool.build(given);
  expect(invocation.params).toEqual({ files: ["a.txt"], words: false });
  expect(given).toEqual({ paths: ["a.txt"] });
  expect(await invocation.execute({ abortSignal: never })).toEqual({ llmContent: "2 a.txt\n", returnDisplay: "2 a.txt\n" });
});

it("refuses wrong arguments in words for the model: as a throw, as a text, as an error, as a result", async () => {
  const tool = await make(count);
  const message = expect.stringContaining("`files` is required, but missing.");
  expect(() => tool.build({})).toThrow(InvalidParamsError);
  expect(tool.validateToolParams({})).toEqual(message);
  expect(tool.validateToolParams({ files: ["a.txt"] })).toBeNull();
  expect(tool.silentBuild("nonsense")).toBeInstanceOf(InvalidParamsError);
  await expect(tool.buildAndExecute({}, never)).rejects.toThrow("files");
  const result = await tool.validateBuildAndExecute(null, never);
  expect(result.error).toEqual({ message: expect.stringContaining("must be one JSON object"), type: "invalid_tool_params" });
});

it("tells failures of the program, and paths that lead outside, as results with an error", async () => {
  const tool = await make(count);
  expect(await tool.validateBuildAndExecute({ files: ["missing"] }, never)).toMatchObject({
    llmContent: expect.stringContaining("Give files that exist."),
    error: { type: "execution_failed", message: expect.stringContaining("wc exited with code 1.") },
  });
  expect(await tool.validateBuildAndExecute({ files: ["../x"] }, never)).toMatchObject({
    error: { type: "invalid_tool_params", message: expect.stringContaining("outside its root") },
  });
});

it("names where it works, absolute, each path with the line beside it", async () => {
  const tool = await make(count);
  const params = { files: ["a.txt", "/tmp/x"], at: [{ path: "data/b" }, { path: "c", line: 7 }, { line: 1 }] };
  expect(tool.build(params).toolLocations()).toEqual([
    { path: join(workspace, "a.txt") },
    { path: "/tmp/x" },
    { path: join(workspace, "data/b") },
    { path: join(workspace, "c"), line: 7 },
  ]);
});

it("describes a call by its summary, by its command, or by its arguments where no command can be made of them", async () => {
  const echo = (more: string) =>
    `name: echo\ndescription: d\nkind: read\nschema: { properties: { x: { type: string } } }\ncommand: [echo, "{{x}}"]\n${more}`;
  const summed = await make(echo("summary: Say {{x}}."));
  expect(summed.build({ x: "a\nb" }).getDescription()).toBe("Say a b.");
  const plain = await make(echo(""));
  expect(plain.build({ x: "it's größer" }).getDescription()).toBe("echo 'it'\\''s größer'");
  expect(plain.build({ x: "-n" }).getDescription()).toBe('echo {"x":"-n"}');
});

it("ends the program when the call is cancelled, before or while it runs", async () => {
  const tool = await make("name: wait\ndescription: d\nkind: read\ncommand: [sleep, '30']\n");
  const cancelled = { error: { type: "execution_failed", message: "wait was cancelled." } };
  expect(await tool.buildAndExecute({}, AbortSignal.abort())).toMatchObject(cancelled);
  const controller = new AbortController();
  const running = tool.buildAndExecute({}, controller.signal);
  setTimeout(() => controller.abort(), 50);
  expect(await running).toMatchObject(cancelled);
});

it("validates with values of one's own, after repair", async () => {
  class Strict extends AnyTool {
    protected override validateToolParamValues(params: JsonObject) {
      return Array.isArray(params.files) && params.files.includes("secret") ? "`files` must not name secrets." : null;
    }
  }
  const tool = new Strict(await defined(count), { workspace });
  expect(tool.validateToolParams({ paths: ["secret"] })).toContain("must not name secrets");
});

it("normalises as a call does", async () => {
  const declared = await defined(count);
  expect(normalizeArguments(declared, { paths: ["a"], words: "true" })).toEqual({
    ok: true,
    params: { files: ["a"], words: true },
    repairs: [
      { rule: "alias", from: "paths", to: "files" },
      { rule: "boolean", from: "words", to: "words" },
    ],
  });
  expect(inSentences(normalizeArguments(declared, { files: [], at: [{ line: "x" }], wrods: 1 }))).toMatchObject({
    problems: [expect.stringContaining("`wrods`"), expect.stringContaining("at least 1 element"), expect.stringContaining("`at[0].line`")],
  });
});

it("compiles no schema before it is asked to", async () => {
  const { tool } = await compiledTool(count);
  if (tool === undefined) throw new Error("the tool is right");
  const broken = defineTool(tool.definition, { type: "no such type" }, { format: 2, displayName: "", description: "", locations: [] });
  expect(broken.name).toBe("count_lines");
  expect(() => broken.validate({})).toThrow(/type/);
});

it("refuses a definition of another format by name", async () => {
  const { definition } = await defined(count);
  expect(() => defineTool(definition, {}, { format: 99, displayName: "", description: "", locations: [] })).toThrow(
    /'count_lines'.*format 99/,
  );
});

it("asks about the calls that the rules of its risk say, and tells what they do", async () => {
  const tool = await make(`
name: remove
description: Remove files.
kind: delete
schema: { properties: { file: { type: string }, dryRun: { type: boolean } }, required: [file] }
paths: { file: write }
risk:
  impact: "Deletes {{file}}."
  rules: [{ when: { dryRun: true }, level: safe, impact: "Shows {{file}}." }]
command: [rm, "{{#if dryRun}}--help{{/if}}", --, "{{file}}"]
`);
  const asked = tool.build({ file: "a.txt" });
  expect(asked.getExplanation?.()).toBe("Deletes a.txt.");
  expect(await asked.shouldConfirmExecute(never)).toMatchObject({ type: "exec", command: "rm -- a.txt" });
  const harmless = tool.build({ file: "a.txt", dryRun: "true" });
  expect(harmless.getExplanation?.()).toBe("Shows a.txt.");
  expect(await harmless.shouldConfirmExecute(never)).toBe(false);
  expect(tool.risk).toMatchObject({ level: "dangerous", requiresConfirmation: true });
});
