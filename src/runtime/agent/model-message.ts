// The AI SDK's types, declared again: a program without a loop needs no SDK to compile, and the SDK's declarations need
// the browser's.

/** A model of the AI SDK: of one of its providers, or the name of one. */
export type LanguageModel =
  | string
  | {
      readonly specificationVersion: string;
      readonly provider: string;
      readonly modelId: string;
      doStream(options: never): PromiseLike<unknown>;
    };

/** Any JSON value, in lists that can be changed, as the SDK's types have it. */
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
  /** In base64, or an address. */
  image: string;
  mediaType?: string;
}

interface FilePart extends Part {
  type: "file";
  /** In base64, or an address. */
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

/** Any of the SDK's messages, whose parts may be of kinds that aren't listed here, and hold bytes. They are checked when the loop starts, which takes none of `system`. */
export interface GivenMessage {
  readonly role: ModelMessage["role"] | "system";
  readonly content: unknown;
}
