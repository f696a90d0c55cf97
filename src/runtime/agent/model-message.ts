// The AI SDK's types, declared again: a program without a loop needs no SDK to compile, and the SDK's declarations need
// the browser's.

/** A model of the AI SDK: an object of one of its providers, or a model name. */
export type LanguageModel =
  | string
  | {
      readonly specificationVersion: string;
      readonly provider: string;
      readonly modelId: string;
      doStream(options: never): PromiseLike<unknown>;
    };

/** Any JSON value, with mutable lists, as in the SDK's types. */
type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

interface Part {
  providerOptions?: Record<string, Record<string, Json>>;
}

interface TextPart extends Part {
  type: "text";
  text: string;
}

interface ImagePart extends Part {
  type: "image";
  /** Base64, or a URL. */
  image: string;
  mediaType?: string;
}

interface FilePart extends Part {
  type: "file";
  /** Base64, or a URL. */
  data: string;
  filename?: string;
  mediaType: string;
}

interface ReasoningPart extends Part {
  type: "reasoning";
  text: string;
}

export interface ToolCallPart extends Part {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: unknown;
  /** The provider itself executes the tool. */
  providerExecuted?: boolean;
}

export interface ToolResultPart extends Part {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output:
    | { type: "text" | "error-text"; value: string }
    | { type: "json" | "error-json"; value: Json }
    | { type: "execution-denied"; reason?: string }
    | { type: "content"; value: (TextPart | ({ type: "image-data" | "file-data"; data: string; mediaType: string } & Part))[] };
}

export interface UserMessage extends Part {
  role: "user";
  content: string | (TextPart | ImagePart | FilePart)[];
}

export interface AssistantMessage extends Part {
  role: "assistant";
  content: string | (TextPart | FilePart | ReasoningPart | ToolCallPart | ToolResultPart)[];
}

export interface ToolMessage extends Part {
  role: "tool";
  content: ToolResultPart[];
}

/** A message of a conversation, as the AI SDK has it (`ModelMessage`), in plain JSON. */
export type ModelMessage = UserMessage | AssistantMessage | ToolMessage;

/**
 * Any of the SDK's messages. Their parts may be of kinds that aren't listed here, and may hold bytes. They are checked
 * when the loop starts, which accepts no `system` message.
 */
export interface InputMessage {
  readonly role: ModelMessage["role"] | "system";
  readonly content: unknown;
}
