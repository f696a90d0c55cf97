/** Content for a model, in the words of Gemini's API (`Part` of `@google/genai`). Other providers' forms are made from these. */
export interface Part {
  readonly text?: string;
  /** Bytes in base64. */
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
  readonly fileData?: { readonly mimeType?: string; readonly fileUri: string };
  readonly functionCall?: FunctionCall;
  readonly functionResponse?: FunctionResponse;
}

export type PartUnion = Part | string;

/** What `llmContent` of a result may be. The array is a plain one, as the published type has it. */
export type PartListUnion = PartUnion | PartUnion[];

/** What a model sends to have a tool called. Nothing of it can be relied on. */
export interface FunctionCall {
  /** The same comes back in the response. Some providers send none. */
  readonly id?: string;
  readonly name?: string;
  readonly args?: Record<string, unknown>;
}

/** What goes back to the model: `response` holds `output` where the tool succeeded, `error` where it didn't, both texts. */
export interface FunctionResponse {
  readonly id?: string;
  readonly name?: string;
  readonly response?: Record<string, unknown>;
}
