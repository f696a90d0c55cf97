import type { CallResult, ContentBlock } from "../../runtime/contract/call-result.js";
import { callResultText } from "../../runtime/result/call-result-text.js";

/** A call's result for a client, in the protocol's terms. */
export interface ProtocolResult {
  readonly [key: string]: unknown;
  readonly content: ContentBlock[];
  readonly structuredContent?: { readonly [key: string]: unknown };
  readonly isError?: true;
}

/**
 * A failure begins with what went wrong, as `call` reports it on standard error; what the program had printed until
 * then follows. `isVerbatim` keeps the line break at the end of a text.
 */
export function protocolResult(result: CallResult, { isVerbatim = false } = {}): ProtocolResult {
  if (result.kind !== "done") {
    const text = callResultText(result);
    const printed = result.kind === "failed" ? result.stdout : "";
    return protocolFailure(printed === "" ? text : `${withoutLastBreak(text)}\n[stdout]\n${printed}`);
  }
  const { text, media = [], blocks, structured } = result;
  const texts: ContentBlock[] = text === "" && media.length > 0 ? [] : [{ type: "text", text: isVerbatim ? text : withoutLastBreak(text) }];
  const others = media.map(({ kind, bytes, mimeType }): ContentBlock => ({ type: kind, data: bytes.toString("base64"), mimeType }));
  const content = blocks === undefined ? [...texts, ...others] : [...blocks];
  return { content, ...(structured !== undefined && { structuredContent: structured }) };
}

/** A call that failed, with a text for the model. */
export function protocolFailure(message: string): ProtocolResult {
  return { content: [{ type: "text", text: withoutLastBreak(message) }], isError: true };
}

const withoutLastBreak = (text: string) => (text.endsWith("\n") ? text.slice(0, -1) : text);
