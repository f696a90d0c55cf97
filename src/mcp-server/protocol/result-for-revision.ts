import type { ContentBlock } from "../../runtime/contract/call-result.js";
import { describeContent } from "../../runtime/result/describe-content.js";
import { currentExchange } from "../call/current-exchange.js";
import type { ProtocolResult } from "./protocol-result.js";

/** The revisions that brought a type of content; every revision has the others. */
const since: Partial<Record<ContentBlock["type"], string>> = { audio: "2025-03-26", resource_link: "2025-06-18" };

/** Describes content in words to a client whose revision of the protocol doesn't have it. Revisions are dates. */
export function resultForRevision<Result extends object>(result: Result | ProtocolResult, revision: string): Result | ProtocolResult {
  return isProtocolResult(result) ? { ...result, content: result.content.map((block) => blockForRevision(block, revision)) } : result;
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
