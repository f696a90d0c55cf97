import type { AssistantModelMessage, FinishReason, LanguageModel, ModelMessage, ToolModelMessage, ToolSet, UserModelMessage } from "ai";

export type { AssistantModelMessage, FinishReason, LanguageModel, ModelMessage, ToolModelMessage, ToolSet, UserModelMessage };

/** What is used of the AI SDK. */
export type Sdk = Pick<typeof import("ai"), "jsonSchema" | "modelMessageSchema" | "streamText" | "tool">;

/** Loads the AI SDK, an optional peer of this package. Rejects, with what is to be installed, where it is missing. */
export async function loadSdk(): Promise<Sdk> {
  try {
    return await import("ai");
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    const install = "npm install ai@6, and the package of your models' provider, such as @ai-sdk/anthropic";
    throw new Error(`The agentic loop speaks to models through the AI SDK, which is not installed here: ${install}.`, { cause });
  }
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";

/** A model's answer as its provider streams it, before the SDK reads it: warnings, and calls whose arguments are still texts. */
interface StreamedPart {
  readonly type?: unknown;
  readonly warnings?: unknown;
  readonly input?: unknown;
  readonly providerExecuted?: unknown;
}

interface Heard {
  /** The arguments of each call, as the model wrote them. */
  readonly onArguments: (text: string) => void;
  readonly onWarning: (message: string) => void;
}

/**
 * The same model, with an ear at its stream. The SDK parses arguments, by which long numbers would become others, and prints warnings; here both are told instead. A
 * model that is only named, which the SDK finds itself, is left as it is.
 */
export function listeningTo(model: LanguageModel, { onArguments, onWarning }: Heard): LanguageModel {
  if (typeof model === "string") return model;
  const hear = new TransformStream<StreamedPart, StreamedPart>({
    transform(part, controller) {
      if (part.type === "tool-call" && part.providerExecuted !== true && typeof part.input === "string") onArguments(part.input);
      const warnings = part.type === "stream-start" && Array.isArray(part.warnings) ? part.warnings : [];
      for (const warning of warnings) onWarning(warningText(warning));
      controller.enqueue(warnings.length === 0 ? part : { ...part, warnings: [] });
    },
  });
  const doStream = async (...given: readonly unknown[]) => {
    const answer = await Reflect.apply(model.doStream, model, given);
    return { ...answer, stream: (answer.stream as ReadableStream<StreamedPart>).pipeThrough(hear) };
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
