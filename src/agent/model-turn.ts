import { unlessAborted } from "../contract/time-limit.js";
import type { AgenticLoopTools, ReportEvent, RequestedCall } from "./agentic-loop.js";
import { explainError, type FinishReason, type Sdk } from "./loop/ai-sdk.js";
import { providerMessages, readSentArguments } from "./loop/provider-messages.js";
import { type AgenticLoopUsage, type AssistantMessage, type LanguageModel, type ModelMessage, noUsage } from "./loop-state.js";

export { loadSdk, type Sdk, UnsupportedModel } from "./loop/ai-sdk.js";

interface TurnRequest {
  readonly sdk: Sdk;
  readonly model: LanguageModel;
  readonly registry: AgenticLoopTools;
  readonly system: string | undefined;
  readonly messages: readonly ModelMessage[];
  readonly signal: AbortSignal;
  readonly report: ReportEvent;
  /** A larger answer is aborted. */
  readonly remainingTokens: number;
}

/** The error of a turn whose answer took more tokens than remained. */
export class TooManyTokens extends Error {
  override readonly name = "TooManyTokens";
}

/**
 * A token of most models is about four bytes of English text. The provider's own count comes at the end of the answer.
 */
const bytesPerToken = 4;

/** The result of one turn of a model. */
export type ModelTurn = { readonly text: string; readonly usage: AgenticLoopUsage } & (
  | {
      readonly ok: true;
      /** At most one message, in plain JSON, in a form that providers accept back. */
      readonly messages: readonly ModelMessage[];
      readonly calls: readonly RequestedCall[];
      readonly finish: FinishReason;
    }
  | { readonly ok: false; readonly error: unknown }
);

/**
 * Asks a model once and reports its output while it arrives. Never rejects. Of an answer that broke off, only the text
 * is returned.
 */
export async function modelTurn(request: TurnRequest): Promise<ModelTurn> {
  const heard: PartialAnswer = { text: "", usage: noUsage, bytes: 0, calls: [] };
  try {
    const answers = await unlessAborted(listenWithin(request, heard), request.signal);
    const { text, usage, calls, end } = heard;
    if (heard.failure !== undefined) return { ok: false, text, usage, error: explainError(heard.failure.error) };
    // A server that disconnected during an answer hasn't sent a finish reason.
    if (end === undefined || end.finish === "error" || (end.finish === "other" && end.raw === undefined)) {
      return { ok: false, text, usage, error: new Error("The model's answer broke off before it was finished.") };
    }
    return { ok: true, text, usage, ...providerMessages(answers, calls, request.registry), finish: end.finish };
  } catch (error) {
    const { text, usage, failure } = heard;
    return { ok: false, text, usage, error: explainError(failure?.error ?? error) };
  }
}

/** The part of an answer that has arrived so far. */
interface PartialAnswer {
  text: string;
  usage: AgenticLoopUsage;
  /** The bytes of text, reasoning and arguments. */
  bytes: number;
  readonly calls: RequestedCall[];
  end?: { readonly finish: FinishReason; readonly raw: string | undefined };
  failure?: { readonly error: unknown };
}

/** Reads the stream, and aborts the request if the answer has too many tokens, as far as they can be counted. */
async function listenWithin(request: TurnRequest, heard: PartialAnswer): Promise<readonly AssistantMessage[]> {
  const ended = new AbortController();
  try {
    return await listen({ ...request, signal: AbortSignal.any([request.signal, ended.signal]) }, heard);
  } catch (error) {
    const outputTokens = Math.ceil(heard.bytes / bytesPerToken);
    if (error instanceof TooManyTokens) heard.usage = { ...noUsage, outputTokens, totalTokens: outputTokens };
    ended.abort();
    throw error;
  }
}

/** Counts a piece of an answer until its provider reports a count. */
function count(piece: string, heard: PartialAnswer, { remainingTokens }: TurnRequest): void {
  heard.bytes += Buffer.byteLength(piece);
  if (heard.bytes / bytesPerToken > remainingTokens) throw new TooManyTokens();
}

/** Records the model's output, and resolves to its messages at the end. */
async function listen(request: TurnRequest, heard: PartialAnswer): Promise<readonly AssistantMessage[]> {
  const { sdk, system, messages, signal, report } = request;
  const texts: string[] = [];
  const model = listeningTo(request.model, {
    onArguments: (text) => texts.push(text),
    onWarning: (message) => report({ type: "warning", message }),
  });
  const started = performance.now();
  const answer = sdk.streamText({
    model,
    messages,
    tools: toolsFor(request.model, request),
    abortSignal: signal,
    ...(system !== undefined && { system }),
    // Errors are in the stream; without this the SDK would print them too.
    onError: () => {},
  });
  let streamed = 0;
  for await (const part of answer.fullStream) {
    if (part.type === "text-delta") {
      heard.text += part.text;
      count(part.text, heard, request);
      report({ type: "text", text: part.text });
    } else if (part.type === "reasoning-delta") {
      count(part.text, heard, request);
      report({ type: "reasoning", text: part.text });
    } else if (part.type === "tool-input-delta") {
      count(part.delta, heard, request);
      streamed += part.delta.length;
    } else if (part.type === "tool-call" && part.providerExecuted !== true) {
      // Some providers send arguments in one piece.
      if (streamed === 0) count(JSON.stringify(part.input) ?? "", heard, request);
      streamed = 0;
      heard.calls.push({ id: part.toolCallId, name: part.toolName, args: readSentArguments(texts[heard.calls.length], part.input) });
    } else if (part.type === "finish-step") {
      const milliseconds = Math.round(performance.now() - started);
      const { inputTokens = 0, outputTokens = 0, totalTokens } = part.usage;
      heard.usage = { inputTokens, outputTokens, totalTokens: totalTokens ?? inputTokens + outputTokens, milliseconds };
      heard.end = { finish: part.finishReason, raw: part.rawFinishReason };
    } else if (part.type === "error") {
      heard.failure ??= { error: part.error };
    }
  }
  const response = await answer.response;
  return response.messages.filter((message) => message.role === "assistant");
}

/** Returns the tools that the model may call. */
function toolsFor(model: LanguageModel, { sdk, registry }: Pick<TurnRequest, "sdk" | "registry">) {
  const declarations = registry.getFunctionDeclarations(typeof model === "string" ? model : model.modelId);
  return Object.fromEntries(
    declarations.map(({ name, description, parametersJsonSchema }) => [
      name,
      { description, inputSchema: sdk.jsonSchema(structuredClone(parametersJsonSchema)) },
    ]),
  );
}

/**
 * A model's answer as its provider streams it, before the SDK reads it: warnings, and calls whose arguments are still
 * texts.
 */
interface StreamedPart {
  readonly type?: unknown;
  readonly warnings?: unknown;
  readonly input?: unknown;
  readonly providerExecuted?: unknown;
}

interface StreamListener {
  /** The arguments of each call, as the model wrote them. */
  readonly onArguments: (text: string) => void;
  readonly onWarning: (message: string) => void;
}

/**
 * Returns the same model with its stream observed. The SDK parses arguments, which would change long numbers, and
 * prints warnings; the observer is notified of both instead. A model that is only named is returned unchanged, because
 * the SDK resolves it itself.
 */
function listeningTo(model: LanguageModel, { onArguments, onWarning }: StreamListener): LanguageModel {
  if (typeof model === "string") return model;
  const hear = () =>
    new TransformStream<StreamedPart, StreamedPart>({
      transform(part, controller) {
        if (part.type === "tool-call" && part.providerExecuted !== true && typeof part.input === "string") onArguments(part.input);
        const warnings = part.type === "stream-start" && Array.isArray(part.warnings) ? part.warnings : [];
        for (const warning of warnings) onWarning(warningText(warning));
        controller.enqueue(warnings.length === 0 ? part : { ...part, warnings: [] });
      },
    });
  const doStream = async (options: never) => {
    const answer = (await model.doStream(options)) as { readonly stream: ReadableStream<StreamedPart> };
    return { ...answer, stream: answer.stream.pipeThrough(hear()) };
  };
  return new Proxy(model, {
    get: (target, key) => {
      if (key === "doStream") return doStream;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The SDK's `Warning`, of either version of its models. */
function warningText(warning: unknown): string {
  const { message, feature, setting, details } = warning as Readonly<Record<string, unknown>>;
  if (typeof message === "string") return message;
  const what = [feature, setting].find((name) => typeof name === "string") ?? JSON.stringify(warning);
  return `The model's provider does not support '${what}'.${typeof details === "string" ? ` ${details}` : ""}`;
}
