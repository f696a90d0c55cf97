import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { answerTimeMs } from "../../runtime/contract/answer-time.js";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { revisionOf } from "../protocol/protocol-result.js";
import type { ServerOptions } from "../serve-tools.js";
import type { ServerState } from "../server-state.js";
import { type AskClient, askLater, askNow } from "./ask-client.js";

interface Asking {
  readonly server: Server;
  readonly era: "legacy" | "modern";
  readonly options: ServerOptions;
  readonly state: ServerState;
  /** Aborted when no answer is needed any more. */
  readonly signal: AbortSignal;
}

/** Returns true if the client of a request can show forms. */
export function canElicit({ mcpReq }: ServerContext, { server, era }: Pick<Asking, "server" | "era">): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  return hasForms(era === "modern" ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities());
}

/** Returns how the user of a request's client is asked: at once, or by the result of the request. */
export async function askingClient(context: ServerContext, { server, era, options, state, signal }: Asking): Promise<AskClient> {
  if (era === "modern") return askLater(context, state.questions);
  const { send } = context.mcpReq;
  const revision = revisionOf(server.getNegotiatedProtocolVersion());
  return askNow({ send, signal, revision }, options.answerMs ?? answerTimeMs);
}

/** A client that names no mode supports forms, which was the only mode at first. */
function hasForms(capabilities: unknown): boolean {
  const elicitation = isJsonObject(capabilities) ? capabilities.elicitation : undefined;
  return isJsonObject(elicitation) && (isJsonObject(elicitation.form) || elicitation.url === undefined);
}
