import { exactly, type ParsedParams } from "../../call/call-arguments.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { type FunctionDeclaration, InvalidParamsError } from "../../contract/tool-result.js";
import { checkElements, toolLookUp } from "../tool/check-options.js";
import { type AnyDeclarativeTool, aTool } from "../tool/declarative-tool.js";
import type { ToolLookUp } from "../tool/execute-function-call.js";
import { ToolCatalogue } from "./tool-catalogue.js";

/** `tools` of a request to Gemini's API (`config.tools` of `@google/genai`). */
export function geminiTools(declarations: readonly FunctionDeclaration[]): GeminiTool[] {
  checkElements("the declarations of geminiTools", declarations, declaration);
  return declarations.length === 0 ? [] : [{ functionDeclarations: [...declarations] }];
}

const declaration = {
  is: (value: unknown) => isJsonObject(value as JsonValue) && isJsonObject((value as FunctionDeclaration).parametersJsonSchema),
  words: "a declaration, such as registry.getFunctionDeclarations() has",
  from: "registry.getFunctionDeclarations()",
};

/** Tools as Gemini's API takes them. */
export interface GeminiTool {
  functionDeclarations: FunctionDeclaration[];
}

/** A tool as OpenAI's Chat Completions API takes it. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonObject };
}

/** `tools` of OpenAI's Chat Completions, and of the many servers that speak it. */
export function openAiTools(declarations: readonly FunctionDeclaration[]): OpenAiTool[] {
  checkElements("the declarations of openAiTools", declarations, declaration);
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
  checkElements("the declarations of openAiResponsesTools", declarations, declaration);
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
  readonly input_schema: ObjectSchema;
}

/** The JSON Schema of an object, as the types of APIs have it: with lists that may be changed. */
export interface ObjectSchema {
  type: "object";
  properties?: Record<string, unknown>;
  required?: string[];
  [keyword: string]: unknown;
}

/** `tools` of Anthropic's Messages API. */
export function anthropicTools(declarations: readonly FunctionDeclaration[]): AnthropicTool[] {
  checkElements("the declarations of anthropicTools", declarations, declaration);
  return declarations.map(({ name, description, parametersJsonSchema }) => {
    // The schema of parameters is one of an object, whether it says so or not.
    const { type: _, ...keywords } = parametersJsonSchema;
    return { name, description, input_schema: { type: "object", ...(keywords as Omit<ObjectSchema, "type">) } };
  });
}

/** A call as model providers give it to the AI SDK: the arguments are a JSON text. */
export interface ProviderToolCall {
  readonly toolName: string;
  readonly input: string;
  /** True if the provider itself executes it. */
  readonly providerExecuted?: boolean | undefined;
}

/**
 * The AI SDK's error for a call whose tool is unknown, or whose input isn't JSON or is refused by the tool's
 * `inputSchema`.
 */
export interface RefusedToolCall<TCall extends ProviderToolCall> {
  readonly toolCall: TCall;
  /** The tools of the request, by the names that the model was given. */
  readonly tools?: object;
  readonly error?: unknown;
}

/** `experimental_repairToolCall` of the AI SDK, which `ai` 7 also takes as `repairToolCall`. */
export type ToolCallRepair = <TCall extends ProviderToolCall>(refused: RefusedToolCall<TCall>) => Promise<TCall | null>;

/**
 * Makes `experimental_repairToolCall` of the AI SDK (`ai` 6 or 7) from the steps that every call of these tools takes:
 * the intended name, repaired JSON, the canonical arguments. It returns `null`, which leaves the SDK's own error to the
 * model, if the call is refused or belongs to another tool. In the request, the tools have their own names. Rejects
 * only if a tool can't be loaded.
 *
 * @param tools a `ToolRegistry`, which also knows other names of its tools, or tools
 */
export function repairToolCall(tools: ToolLookUp | readonly AnyDeclarativeTool[]): ToolCallRepair {
  const registry = lookUpOf("repairToolCall", tools);
  return async ({ toolCall, tools: offered, error }) => {
    if (toolCall.providerExecuted === true || wasRefused(error)) return null;
    const found = registry.lookUpTool(toolCall.toolName);
    if (!found.ok || !isOffered(found.tool.name, toolCall.toolName, offered)) return null;
    const input = read(toolCall.input);
    if (!input.ok) return null;
    const built = found.tool.silentBuild(input.value);
    if (built instanceof InvalidParamsError) return null;
    if (built instanceof Error) throw built;
    return { ...toolCall, toolName: found.tool.name, input: JSON.stringify(built.params) };
  };
}

/** A registry, or tools that are looked up as those of a registry are. */
export function lookUpOf(where: string, tools: ToolLookUp | readonly AnyDeclarativeTool[]): ToolLookUp {
  if (toolLookUp.is(tools)) return tools as ToolLookUp;
  checkElements(`the tools of ${where}, unless they are a ToolRegistry,`, tools, aTool);
  return catalogueOf(tools as readonly AnyDeclarativeTool[]);
}

function catalogueOf(tools: readonly AnyDeclarativeTool[]): ToolLookUp {
  const catalogue = new ToolCatalogue({}, () => {});
  for (const tool of tools) catalogue.register({ tool });
  return { lookUpTool: (name) => catalogue.find(name) };
}

/** A name in the request is that tool, even if a registered tool has the same name. */
function isOffered(name: string, called: string, offered: object | undefined): boolean {
  if (offered === undefined) return true;
  return Object.hasOwn(offered, name) && (name === called || !Object.hasOwn(offered, called));
}

/** An `inputSchema` may have built the call itself; then its verdict is final. */
function wasRefused(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++) {
    if (cause instanceof InvalidParamsError) return true;
    cause = cause.cause;
  }
  return false;
}

/** Invalid JSON stays a text, for repair. */
function read(text: string): ParsedParams {
  if (text.trim() === "") return { ok: true, value: {} };
  try {
    return exactly(JSON.parse(text), text);
  } catch {
    return { ok: true, value: text };
  }
}
