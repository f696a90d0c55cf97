import { describeContent } from "../call/report.js";
import { callResultText } from "../call/shape-result.js";
import type { CallResult, ContentBlock } from "../contract/call-result.js";
import { plainJson } from "../contract/json-text.js";
import { currentExchange } from "./state/current-exchange.js";

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

/** Prints a message, with the digits of numbers that were marked. */
export const printMessage = (message: object): string => plainJson(JSON.stringify(message));

/** A call that failed, with a text for the model. */
export function protocolFailure(message: string): ProtocolResult {
  return { content: [{ type: "text", text: withoutLastBreak(message) }], isError: true };
}

const withoutLastBreak = (text: string) => (text.endsWith("\n") ? text.slice(0, -1) : text);

/** The revisions that brought a type of content; every revision has the others. */
const since: Partial<Record<ContentBlock["type"], string>> = { audio: "2025-03-26", resource_link: "2025-06-18" };

/** Describes content in words to a client whose revision of the protocol doesn't have it. Revisions are dates. */
export function resultForRevision<Result extends object>(result: Result | ProtocolResult, revision: string): Result | ProtocolResult {
  if (!isProtocolResult(result)) return result;
  const content = result.content.map((block) => blockForRevision(block, revision));
  return content.every((block, at) => block === result.content[at]) ? result : { ...result, content };
}

export const isProtocolResult = (result: object): result is ProtocolResult => "content" in result;

/** Returns a block of content as a revision of the protocol has it. */
export function blockForRevision(block: ContentBlock, revision: string): ContentBlock {
  const first = since[block.type];
  return first === undefined || revision >= first ? block : { type: "text", text: describeContent(block) };
}

/**
 * Returns the revision of a request. Without sessions, requests over HTTP of revisions up to 2025-11-25 name it in a
 * header, which came with 2025-06-18.
 */
export const revisionOf = (negotiated: string | undefined): string => negotiated ?? currentExchange()?.revision ?? "2025-03-26";
