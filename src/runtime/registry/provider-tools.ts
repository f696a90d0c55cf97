import type { JsonObject } from "../json/json-value.js";
import type { FunctionDeclaration } from "../tool/function-declaration.js";

/** `tools` of a request to Gemini's API (`config.tools` of `@google/genai`). */
export function geminiTools(
  declarations: readonly FunctionDeclaration[],
): { readonly functionDeclarations: readonly FunctionDeclaration[] }[] {
  return declarations.length === 0 ? [] : [{ functionDeclarations: declarations }];
}

/** A tool as OpenAI's Chat Completions API takes it. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonObject };
}

/** `tools` of OpenAI's Chat Completions, and of the many servers that speak it. */
export function openAiTools(declarations: readonly FunctionDeclaration[]): OpenAiTool[] {
  return declarations.map(({ name, description, parametersJsonSchema: parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
}

/** A tool as OpenAI's Responses API takes it. */
export interface OpenAiResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  /** The schemas are those of the tools, not limited to the keywords of the strict mode. */
  readonly strict: false;
}

/** `tools` of OpenAI's Responses API. */
export function openAiResponsesTools(declarations: readonly FunctionDeclaration[]): OpenAiResponsesTool[] {
  return declarations.map(({ name, description, parametersJsonSchema: parameters }) => ({
    type: "function",
    name,
    description,
    parameters,
    strict: false,
  }));
}

/** A tool as Anthropic's Messages API takes it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}

/** `tools` of Anthropic's Messages API. */
export function anthropicTools(declarations: readonly FunctionDeclaration[]): AnthropicTool[] {
  return declarations.map(({ name, description, parametersJsonSchema }) => ({ name, description, input_schema: parametersJsonSchema }));
}
