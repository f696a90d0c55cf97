import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** A project beside the SDKs of this folder, which are looked for in the folders above it. */
const folder = mkdtempSync(join(import.meta.dirname, "project-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `
import type Anthropic from "@anthropic-ai/sdk";
import type { ToolListUnion } from "@google/genai";
import type OpenAI from "openai";
import { anthropicTools, executeFunctionCall, geminiTools, openAiResponsesTools, openAiTools, ToolRegistry } from "toolgen/runtime";

const registry = new ToolRegistry();
const declarations = registry.getFunctionDeclarations();
export const anthropic: Anthropic.Messages.ToolUnion[] = anthropicTools(declarations);
export const gemini: ToolListUnion = geminiTools(declarations);
export const chat: OpenAI.Chat.Completions.ChatCompletionTool[] = openAiTools(declarations);
export const responses: OpenAI.Responses.Tool[] = openAiResponsesTools(declarations);

interface SayParams {
  text: string;
}
const args: SayParams = { text: "hello" };
export const outcome = executeFunctionCall({ name: "say", args }, { registry, signal: AbortSignal.timeout(1000) });
`;

it("makes tools that the SDKs of models take, and takes arguments of an interface, under strict", () => {
  const compilerOptions = { module: "nodenext", target: "es2022", strict: true, noEmit: true, skipLibCheck: true, types: ["node"] };
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(join(folder, "main.ts"), program);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/toolgen"));
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  expect(spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" }).stdout).toBe("");
}, 120_000);
