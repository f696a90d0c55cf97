import { ProtocolError, ProtocolErrorCode, type Server, type ServerCapabilities } from "@modelcontextprotocol/server";
import { getPrompt } from "./get-prompt.js";
import type { ServerOptions } from "./serve-tools.js";
import type { ServedLists } from "./served-lists.js";
import type { ServedToolSource } from "./tool-source.js";

/** The capabilities of a server besides its tools: those for which the project has documents. */
export const documentCapabilities = ({ prompts }: ServedToolSource): ServerCapabilities => ({ ...(prompts && { prompts: {} }) });

export interface DocumentServing {
  readonly options: ServerOptions;
  readonly lists: ServedLists;
}

/** Answers requests about the project's prompts, if it has any. */
export function serveDocuments(server: Server, { prompts }: ServedToolSource, { options, lists }: DocumentServing): void {
  if (prompts === undefined) return;
  server.setRequestHandler("prompts/list", () => ({ prompts: lists.prompts() }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const found = prompts.find(params.name);
    if (!found.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, found.message);
    return getPrompt(found, params.arguments ?? {}, options);
  });
}
