import type { AssistantMessage, InputMessage, LanguageModel } from "./model-message.js";

/** The part of the AI SDK that the loop uses. */
export interface Sdk {
  readonly streamText: (request: StreamRequest) => StreamedAnswer;
  readonly jsonSchema: (schema: object) => unknown;
  readonly modelMessageSchema: {
    safeParse(message: unknown): { readonly success: boolean; readonly error?: { readonly message: string } };
  };
}

interface StreamRequest {
  readonly model: LanguageModel;
  readonly system?: string;
  readonly messages: readonly InputMessage[];
  /** The SDK executes nothing: a tool without `execute` ends the turn. */
  readonly tools: Readonly<Record<string, { readonly description: string; readonly inputSchema: unknown }>>;
  readonly abortSignal: AbortSignal;
  readonly onError: () => void;
}

interface StreamedAnswer {
  readonly fullStream: AsyncIterable<AnswerPart>;
  readonly response: PromiseLike<{ readonly messages: readonly (AssistantMessage | { readonly role: "tool" })[] }>;
}

/** The finish reason of an answer, in the SDK's words. */
export type FinishReason = "stop" | "length" | "content-filter" | "tool-calls" | "error" | "other";

/** The parts of an answer that the loop reads. */
type AnswerPart =
  | { readonly type: "text-delta" | "reasoning-delta"; readonly text: string }
  | {
      readonly type: "tool-call";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: unknown;
      readonly providerExecuted?: boolean;
    }
  | {
      readonly type: "finish-step";
      readonly finishReason: FinishReason;
      readonly rawFinishReason: string | undefined;
      readonly usage: Partial<Record<"inputTokens" | "outputTokens" | "totalTokens", number | undefined>>;
    }
  | { readonly type: "tool-input-delta"; readonly delta: string }
  | { readonly type: "error"; readonly error: unknown }
  | { readonly type: "start" };

const install = "npm install ai@6, and the package of your models' provider, such as @ai-sdk/anthropic";

/**
 * Loads the AI SDK, an optional peer of this package. If it is missing or has another version, rejects with the
 * packages to install.
 */
export async function loadSdk(): Promise<Sdk> {
  const sdk: unknown = await import("ai").catch((cause: unknown) => {
    if (!isMissing(cause)) throw cause;
    throw new Error(`The agentic loop speaks to models through the AI SDK, which is not installed here: ${install}.`, { cause });
  });
  if (!isSdk(sdk)) throw new Error(`The AI SDK that is installed here is not the version that the agentic loop speaks to: ${install}.`);
  return sdk;
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";

function isSdk(sdk: unknown): sdk is Sdk {
  return typeof sdk === "object" && sdk !== null && ["streamText", "jsonSchema", "modelMessageSchema"].every((name) => name in sdk);
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
export function listeningTo(model: LanguageModel, { onArguments, onWarning }: StreamListener): LanguageModel {
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
