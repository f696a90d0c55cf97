import type { JsonObject } from "../../contract/json-value.js";
import type { FunctionDeclaration } from "../../contract/tool-result.js";
import type { AgenticLoopTools } from "../agentic-loop.js";
import { toolCallResult } from "../loop-state.js";
import { callback, checkOptions, type OptionForms } from "../tool/check-options.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import { asksUser, callKey, executeFunctionCall, type FunctionCallOptions, optionForms } from "../tool/execute-function-call.js";
import type { ToolSchema } from "../tool/tool-schema.js";
import { lookUpOf } from "./provider-tools.js";
import { approved, requestedApprovals } from "./requested-approvals.js";

/** The tools that a framework gets: those of a registry, or a list. */
export type FrameworkTools = AgenticLoopTools | readonly AnyDeclarativeTool[];

/** The options of the functions that make tools of a framework: those of `executeFunctionCall`. */
export type FrameworkToolOptions = Omit<FunctionCallOptions, "registry" | "signal">;

/** The result of a call in a framework: plain data. `data` is there if the tool declares `output.schema`. */
export interface FrameworkToolOutput {
  /** The result for the model. */
  readonly text: string;
  readonly data?: Record<string, unknown>;
  /** Images and other media, in base64. */
  readonly media?: readonly { readonly mimeType: string; readonly data: string }[];
}

/** A part of a result for a model. */
export type FrameworkToolPart =
  | { type: "text"; text: string }
  | { type: "image-data"; data: string; mediaType: string }
  | { type: "file-data"; data: string; mediaType: string };

/** A tool of the AI SDK (`ai` 6 and 7). */
export interface AiSdkTool {
  description: string;
  inputSchema: ToolSchema<Record<string, unknown>>;
  execute(input: Record<string, unknown>, call: { toolCallId: string; abortSignal?: AbortSignal }): Promise<FrameworkToolOutput>;
  toModelOutput(result: { output: FrameworkToolOutput }): { type: "text"; value: string } | { type: "content"; value: FrameworkToolPart[] };
  needsApproval?(input: Record<string, unknown>, call?: { toolCallId: string }): Promise<boolean>;
}

/**
 * Makes `tools` of the AI SDK (`ai` 6 and 7). A call takes the steps of `executeFunctionCall`, and a failed one throws
 * its message. Without `confirm`, the SDK itself requests approval of the calls that require confirmation
 * (`needsApproval`), and executes those that were approved. Calls with a plan need `confirm`.
 */
export function aiSdkTools(tools: FrameworkTools, options: FrameworkToolOptions = {}): Record<string, AiSdkTool> {
  const named = callables("aiSdkTools", tools, options).map(({ declaration, execute, asks }): [string, AiSdkTool] => [
    declaration.name,
    {
      description: declaration.description,
      inputSchema: uncheckedSchema(declaration.parametersJsonSchema),
      execute: (input, { toolCallId: id, abortSignal: signal }) => orThrow(execute(input, { id, signal, approval: "by id" })),
      toModelOutput: ({ output }) => modelOutput(output),
      ...(options.confirm === undefined && { needsApproval: (input, call) => asks(input, call?.toolCallId) }),
    },
  ]);
  return Object.fromEntries(named);
}

/** The options of `tool` of the OpenAI Agents SDK. */
export interface OpenAiAgentsTool {
  name: string;
  description: string;
  parameters: OpenParameters;
  strict: false;
  execute(input: unknown, context?: unknown, details?: { toolCall?: { callId: string }; signal?: AbortSignal }): Promise<string | object[]>;
  needsApproval(context: unknown, input: unknown, callId?: string): Promise<boolean>;
  errorFunction: null;
}

/** The type that the SDK has for JSON Schema. The tool itself refuses unknown keys, and says so to the model. */
export interface OpenParameters {
  type: "object";
  properties: Record<string, never>;
  required: string[];
  additionalProperties: true;
}

/**
 * Makes tools of the OpenAI Agents SDK by its function `tool`. A call takes the steps of `executeFunctionCall`, and the
 * model gets the message of a failed one. Without `confirm`, the SDK interrupts the run for the calls that require
 * confirmation, and executes those that were approved. Calls with a plan need `confirm`.
 */
export function openAiAgentsTools<TTool>(
  tools: FrameworkTools,
  options: FrameworkToolOptions & { readonly tool: (options: OpenAiAgentsTool) => TTool },
): TTool[] {
  return callables("openAiAgentsTools", tools, options, "tool").map(({ declaration, execute, asks }) =>
    options.tool({
      name: declaration.name,
      description: declaration.description,
      parameters: declaration.parametersJsonSchema as unknown as OpenParameters,
      strict: false,
      execute: async (input, _context, { toolCall, signal } = {}) => {
        const { output } = await execute(input, { id: toolCall?.callId, signal, approval: "by id" });
        return withImages(output, (image) => ({ type: "image", image }));
      },
      needsApproval: async (_context, input, callId) => options.confirm === undefined && asks(input, callId),
      errorFunction: null,
    }),
  );
}

/** The fields of `tool` of LangChain. */
export interface LangChainToolFields {
  name: string;
  description: string;
  schema: ToolSchema<Record<string, unknown>>;
}

/** The part of LangChain's `ToolRunnableConfig` that a call reads. */
export interface LangChainCall {
  signal?: AbortSignal | undefined;
  toolCall?: { id?: string | undefined } | undefined;
}

/**
 * Makes tools of LangChain by its function `tool`. A call takes the steps of `executeFunctionCall`, and the model gets
 * the message of a failed one. LangChain's tools have no approval of their own: without `confirm`, calls that require
 * confirmation are refused.
 */
export function langChainTools<TTool>(
  tools: FrameworkTools,
  options: FrameworkToolOptions & {
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of LangChain's `tool` differ in the type of its input
    readonly tool: (run: (input: any, call: LangChainCall) => Promise<string | object[]>, fields: any) => TTool;
  },
): TTool[] {
  return callables("langChainTools", tools, options, "tool").map(({ declaration, execute }) => {
    const { name, description, parametersJsonSchema } = declaration;
    const run = async (input: unknown, { signal, toolCall }: LangChainCall) => {
      const { output } = await execute(input, { id: toolCall?.id, signal });
      return withImages(output, (url) => ({ type: "image_url", image_url: { url } }));
    };
    return options.tool(run, { name, description, schema: uncheckedSchema(parametersJsonSchema) } satisfies LangChainToolFields);
  });
}

/** The options of `createTool` of Mastra. */
export interface MastraTool {
  id: string;
  description: string;
  inputSchema: ToolSchema<Record<string, unknown>>;
  execute(input: unknown, context?: { abortSignal?: AbortSignal; agent?: { toolCallId: string } }): Promise<FrameworkToolOutput>;
  toModelOutput(output: unknown): unknown;
  requireApproval(input: unknown): Promise<boolean>;
}

/**
 * Makes `tools` of a Mastra agent by its function `createTool`. A call takes the steps of `executeFunctionCall`, and a
 * failed one throws its message. Without `confirm`, Mastra suspends the run for the calls that require confirmation,
 * and executes those that were approved. Calls with a plan need `confirm`.
 */
export function mastraTools<TTool>(
  tools: FrameworkTools,
  options: FrameworkToolOptions & { readonly createTool: (options: MastraTool) => TTool },
): Record<string, TTool> {
  const named = callables("mastraTools", tools, options, "createTool").map(({ declaration, execute, asks }): [string, TTool] => [
    declaration.name,
    options.createTool({
      id: declaration.name,
      description: declaration.description,
      inputSchema: uncheckedSchema(declaration.parametersJsonSchema),
      // A workflow executes tools without asking for approval.
      execute: (input, { abortSignal: signal, agent } = {}) =>
        orThrow(execute(input, { id: agent?.toolCallId, signal, ...(agent && { approval: "by arguments" }) })),
      // It is what `execute` has returned.
      toModelOutput: (output) => modelOutput(output as FrameworkToolOutput),
      requireApproval: async (input) => options.confirm === undefined && asks(input),
    }),
  ]);
  return Object.fromEntries(named);
}

interface Call {
  readonly id: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** How an approval is known to be of this call, if the framework can be told to request one before it executes. */
  readonly approval?: "by id" | "by arguments";
}

interface Executed {
  readonly isFailed: boolean;
  readonly output: FrameworkToolOutput;
}

/** A tool that a framework calls with whatever a model sent. */
interface Callable {
  readonly declaration: FunctionDeclaration;
  readonly execute: (args: unknown, call: Call) => Promise<Executed>;
  readonly asks: (args: unknown, id?: string) => Promise<boolean>;
}

/** `maker`: the option that is the framework's own function. */
function callables(where: string, tools: FrameworkTools, given: FrameworkToolOptions, maker?: string): readonly Callable[] {
  const { registry: _, signal: __, ...forms } = optionForms;
  const own = maker === undefined ? {} : { [maker]: callback };
  checkOptions<FrameworkToolOptions>(where, given, {
    forms: { ...forms, ...own } satisfies OptionForms<FrameworkToolOptions>,
    required: Object.keys(own) as never[],
  });
  const options = Object.fromEntries(Object.entries(given).filter(([name]) => name !== maker)) as FrameworkToolOptions;
  const registry = lookUpOf(where, tools);
  const declarations = "lookUpTool" in tools ? tools.getFunctionDeclarations() : tools.map((tool) => tool.schema);
  const requested = requestedApprovals(tools);
  return declarations.map((declaration) => {
    const { name } = declaration;
    const callOf = (args: unknown, id: string | undefined) => ({
      name,
      args: args as Record<string, unknown>,
      ...(id !== undefined && { id }),
    });
    return {
      declaration,
      execute: async (args, { id, signal = new AbortController().signal, approval }) => {
        const asked = callOf(args, approval === "by id" ? id : undefined);
        const isApproved = approval !== undefined && options.confirm === undefined && requested.take(callKey(asked, registry));
        const outcome = await executeFunctionCall(callOf(args, id), {
          ...options,
          ...(isApproved && { confirm: approved }),
          registry,
          signal,
        });
        const { text, media } = toolCallResult(outcome);
        const { data } = outcome.result;
        return {
          isFailed: outcome.status !== "success",
          output: { text, ...(data !== undefined && { data }), ...(media.length > 0 && { media }) },
        };
      },
      asks: async (args, id) => {
        const call = callOf(args, id);
        const asks = await asksUser(call, registry, new AbortController().signal);
        requested.note(callKey(call, registry), { asks, isOneCall: id !== undefined });
        return asks;
      },
    };
  });
}

async function orThrow(executed: Promise<Executed>): Promise<FrameworkToolOutput> {
  const { isFailed, output } = await executed;
  if (isFailed) throw new Error(output.text);
  return output;
}

/** The text, or a list with the media behind it, each made from its data URL. */
function withImages({ text, media = [] }: FrameworkToolOutput, image: (url: string) => object): string | object[] {
  const images = media.map(({ mimeType, data }) => image(`data:${mimeType};base64,${data}`));
  return images.length === 0 ? text : [{ type: "text", text }, ...images];
}

function modelOutput({ text, media = [] }: FrameworkToolOutput): ReturnType<AiSdkTool["toModelOutput"]> {
  if (media.length === 0) return { type: "text", value: text };
  const parts = media.map(({ mimeType: mediaType, data }): FrameworkToolPart => {
    return { type: mediaType.startsWith("image/") ? "image-data" : "file-data", data, mediaType };
  });
  return { type: "content", value: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...parts] };
}

/** The schema for the model. The call itself repairs and checks the arguments, so that both are recorded. */
function uncheckedSchema(schema: JsonObject): ToolSchema<Record<string, unknown>> {
  const copy = () => structuredClone(schema) as Record<string, unknown>;
  const validate = (value: unknown) => ({ value: value as Record<string, unknown> });
  return { "~standard": { version: 1, vendor: "toolgen", validate, jsonSchema: { input: copy, output: copy } } };
}
