import type { ResourceLink } from "../../runtime/contract/call-result.js";
import type { FullOutput } from "../../runtime/result/keep-full-output.late.js";
import { isProtocolResult, type ProtocolResult } from "../protocol/protocol-result.js";
import type { OutputStore } from "./output-store.js";

/** Keeps the full outputs of one call. */
export interface CallOutputs {
  /** Keeps an output that had to be cut, and returns its URI, which the result's text names. */
  keepFull(output: FullOutput): string;
  /** Resolves once other replicas have what was kept, as far as that is possible. */
  share(): Promise<void>;
  /** Adds links to what was kept. */
  withLinks<Other extends object>(result: ProtocolResult | Other): ProtocolResult | Other;
}

/** Begins a call, whose full outputs only its caller can read. */
export function storeCallOutputs(outputs: OutputStore, principal: string): CallOutputs {
  const links: ResourceLink[] = [];
  return {
    keepFull: (output) => {
      const link = outputs.keep(principal, output);
      links.push(link);
      return link.uri;
    },
    share: async () => {
      await Promise.all(links.map(({ uri }) => outputs.share(uri)));
    },
    withLinks: (result) => (isProtocolResult(result) && links.length > 0 ? { ...result, content: [...result.content, ...links] } : result),
  };
}
