import { exactly } from "../call/parse-params.js";
import { isJsonObject, type JsonValue } from "../json.js";
import { safeName } from "../registry/safe-name.js";
import { readJson } from "../repair/read-json.js";
import { unlessAborted } from "../unless-aborted.js";
import {
  type AssistantModelMessage,
  type FinishReason,
  type LanguageModel,
  listeningTo,
  type ModelMessage,
  type Sdk,
  type ToolSet,
} from "./ai-sdk.js";
import type { RequestedCall, TellEvent } from "./events.js";
import type { AgenticLoopTools } from "./options.js";
import { plainMessages } from "./plain-messages.js";
import { type AgenticLoopUsage, noUsage } from "./state.js";

export interface TurnRequest {
  readonly sdk: Sdk;
  readonly model: LanguageModel;
  readonly registry: AgenticLoopTools;
  readonly system: string | undefined;
  readonly messages: readonly ModelMessage[];
  readonly signal: AbortSignal;
  readonly tell: TellEvent;
}

/** What a model did in one turn. */
export type ModelTurn = { readonly text: string; readonly usage: AgenticLoopUsage } & (
  | {
      readonly ok: true;
      /** At most one message, plain and in a form that providers take back. */
      readonly messages: readonly ModelMessage[];
      readonly calls: readonly RequestedCall[];
      readonly finish: FinishReason;
    }
  | { readonly ok: false; readonly error: unknown }
);

/** Asks a model once, and tells what it says while it says it. Rejects only with the signal's reason; what is left of an answer that broke off is its text. */
export async function modelTurn(request: TurnRequest): Promise<ModelTurn> {
  const { sdk, registry, system, messages, signal, tell } = request;
  const texts: string[] = [];
  const model = listeningTo(request.model, {
    onArguments: (text) => texts.push(text),
    onWarning: (message) => tell({ type: "warning", message }),
  });
  const answer = sdk.streamText({
    model,
    messages: [...messages],
    tools: toolSet(sdk, registry, request.model),
    abortSignal: signal,
    ...(system !== undefined && { system }),
    // Errors are in the stream; without this the SDK would print them too.
    onError: () => {},
  });
  const calls: RequestedCall[] = [];
  let text = "";
  let usage = noUsage;
  let end: { readonly finish: FinishReason; readonly raw: string | undefined } | undefined;
  let failure: { readonly error: unknown } | undefined;
  const read = async () => {
    for await (const part of answer.fullStream) {
      if (part.type === "text-delta") {
        text += part.text;
        tell({ type: "text", text: part.text });
      } else if (part.type === "reasoning-delta") {
        tell({ type: "reasoning", text: part.text });
      } else if (part.type === "tool-call" && part.providerExecuted !== true) {
        calls.push({ id: part.toolCallId, name: part.toolName, args: argumentsOf(texts[calls.length], part.input) });
      } else if (part.type === "finish-step") {
        const { inputTokens = 0, outputTokens = 0, totalTokens } = part.usage;
        usage = { inputTokens, outputTokens, totalTokens: totalTokens ?? inputTokens + outputTokens, milliseconds: 0 };
        end = { finish: part.finishReason, raw: part.rawFinishReason };
      } else if (part.type === "error") {
        failure ??= { error: part.error };
      }
    }
    return (await answer.response).messages.filter((message) => message.role === "assistant");
  };
  try {
    const said = await unlessAborted(read(), signal);
    if (failure !== undefined) return { ok: false, text, usage, error: failure.error };
    // A server that is gone in the middle of an answer hasn't said how it ended.
    if (end === undefined || end.finish === "error" || (end.finish === "other" && end.raw === undefined)) {
      return { ok: false, text, usage, error: new Error("The model's answer broke off before it was finished.") };
    }
    return { ok: true, text, usage, ...asTaken(said, calls, registry), finish: end.finish };
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, text, usage, error: failure?.error ?? error };
  }
}

/** What the model may call. The SDK carries nothing out: a tool without `execute` ends the turn. */
function toolSet({ jsonSchema, tool }: Sdk, registry: AgenticLoopTools, model: LanguageModel): ToolSet {
  const declarations = registry.getFunctionDeclarations(typeof model === "string" ? model : model.modelId);
  return Object.fromEntries(
    declarations.map(({ name, description, parametersJsonSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(structuredClone(parametersJsonSchema)) }),
    ]),
  );
}

/** Arguments as they were sent, where they are JSON that loses nothing by being read; else the text, which repair looks at. */
function argumentsOf(text: string | undefined, parsed: unknown): JsonValue {
  if (text === undefined) return parsed as JsonValue;
  if (text.trim() === "") return {};
  try {
    const read = exactly(JSON.parse(text), text);
    return read.ok ? (read.value as JsonValue) : text;
  } catch {
    return text;
  }
}

interface Taken {
  readonly messages: readonly ModelMessage[];
  readonly calls: readonly RequestedCall[];
}

/**
 * The answer as providers take it back in the next request: arguments are objects, names are such as tools may have, and no id is given twice. Calls keep the
 * name and the arguments that the model gave them.
 */
function asTaken(said: readonly AssistantModelMessage[], calls: readonly RequestedCall[], registry: AgenticLoopTools): Taken {
  const ids = new Set<string>();
  const taken: RequestedCall[] = [];
  const messages = said.map((message): ModelMessage => {
    if (typeof message.content === "string") return message;
    const content = message.content.map((part) => {
      const call = part.type === "tool-call" && part.providerExecuted !== true ? calls[taken.length] : undefined;
      if (part.type !== "tool-call" || call === undefined) return part;
      const id = freeId(call.id, ids);
      taken.push({ ...call, id });
      return { ...part, toolCallId: id, toolName: knownName(call.name, registry), input: inputOf(call.args) };
    });
    return { ...message, content };
  });
  return { messages: plainMessages(messages), calls: taken };
}

function freeId(id: string, taken: Set<string>): string {
  let free = id === "" ? "call" : id;
  for (let next = 2; taken.has(free); next++) free = `${id === "" ? "call" : id}_${next}`;
  taken.add(free);
  return free;
}

function knownName(name: string, registry: AgenticLoopTools): string {
  const found = registry.lookUpTool(name);
  return found.ok ? found.tool.name : safeName(name);
}

function inputOf(args: JsonValue): JsonValue {
  const value = typeof args === "string" ? readJson(args, true)?.value : args;
  return isJsonObject(value) ? value : {};
}
