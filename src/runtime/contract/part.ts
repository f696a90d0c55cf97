/**
 * Content for a model, in the form of Gemini's API (`Part` of `@google/genai`). Other providers' forms are made from
 * these.
 */
export interface ContentPart {
  readonly text?: string;
  /** Bytes in base64. */
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
  readonly fileData?: { readonly mimeType?: string; readonly fileUri: string };
  readonly functionCall?: FunctionCall;
  readonly functionResponse?: FunctionResponse;
}

/** A part of a result for the model, or its text. */
export type PartUnion = ContentPart | string;

/** The type of a result's `llmContent`. It is a plain array, as in the published type. */
export type PartListUnion = PartUnion | PartUnion[];

/** A model's request to call a tool. Nothing in it is trusted. */
export interface FunctionCall {
  /** Returned unchanged in the response. Some providers send none. */
  readonly id?: string;
  readonly name?: string;
  readonly args?: Record<string, unknown>;
}

/** The response to the model. `response` has `output` if the tool succeeded, and `error` if it didn't, both texts. */
export interface FunctionResponse {
  readonly id?: string;
  readonly name?: string;
  readonly response?: Record<string, unknown>;
}
