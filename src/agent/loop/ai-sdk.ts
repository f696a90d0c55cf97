import type { AssistantMessage, InputMessage, LanguageModel } from "../loop-state.js";

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

const install = "npm install ai@7 @ai-sdk/anthropic@4 (or another provider's package); on Node 20, ai@6 @ai-sdk/anthropic@3";

/** The name of an optional peer. A bundler would have to find it, were it written in `import()`. */
const peer: string = "ai";

/**
 * Returns the AI SDK: the given module, or the installed package, which is an optional peer of this one. If it is
 * missing or has another version, rejects with the packages to install.
 */
export async function loadSdk(given?: object): Promise<Sdk> {
  const sdk: unknown = given ?? (await import(/* webpackIgnore: true */ /* @vite-ignore */ peer).catch(failToLoad));
  if (isSdk(sdk)) return sdk;
  if (given !== undefined) throw new TypeError('`sdk` is not the AI SDK: give all of it, as of import * as sdk from "ai".');
  throw new Error(`The AI SDK that is installed here is not the version that the agentic loop speaks to: ${install}.`);
}

function failToLoad(cause: unknown): never {
  if (isInstalled()) throw new Error(`The AI SDK that is installed here can't be loaded: ${messageLine(cause)}`, { cause });
  const missing = `The agentic loop speaks to models through the AI SDK, which is not installed here: ${install}`;
  throw new Error(`${missing}. In a bundle, give it as \`sdk\`: import * as sdk from "ai".`, { cause });
}

/** An SDK that lacks one of its own packages is installed, although loading it fails as if it were missing. */
function isInstalled(): boolean {
  try {
    import.meta.resolve(peer);
    return true;
  } catch {
    return false;
  }
}

const messageLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split("\n", 1)[0];

function isSdk(sdk: unknown): sdk is Sdk {
  return typeof sdk === "object" && sdk !== null && ["streamText", "jsonSchema", "modelMessageSchema"].every((name) => name in sdk);
}

/** The error of a model whose specification the AI SDK refuses. The SDK's own sentence names another version. */
export class UnsupportedModel extends Error {
  override readonly name = "UnsupportedModel";

  constructor({ version, provider, modelId }: RefusedModel, cause: unknown) {
    const model = `The installed AI SDK can't run ${modelId} of ${provider}, a model of specification ${version}`;
    const provided = "a major of the provider's package for your SDK, such as @ai-sdk/anthropic@3 for ai 6";
    const ways = version === "v4" ? `ai 7 (npm install ai@7, which asks for Node 22 or newer), or ${provided}` : provided;
    super(`${model}: ai 6 runs v2 and v3, ai 7 runs v2 to v4. Install ${ways}.`, { cause });
  }
}

/** The facts of the SDK's `AI_UnsupportedModelVersionError`. */
interface RefusedModel {
  readonly version: string;
  readonly provider: string;
  readonly modelId: string;
}

/** Returns an error of the SDK or of a provider, or an `UnsupportedModel` if the SDK refuses the model. */
export function explainError(error: unknown): unknown {
  const isRefusal = error instanceof Error && error.name === "AI_UnsupportedModelVersionError";
  return isRefusal ? new UnsupportedModel(error as Error & RefusedModel, error) : error;
}
