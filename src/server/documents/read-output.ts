import { ProtocolError, ProtocolErrorCode, type ReadResourceResult, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { listPage } from "../lists/list-page.js";
import { principalOf } from "../state/current-exchange.js";
import { withUnavailableError } from "../state/errors.js";
import { isOutputUri, type OutputStore } from "../state/output-store.js";
import type { ServerState } from "../state/server-state.js";
import { busyError, holdUnsent } from "../state/unsent-answers.js";
import type { OfferedSkills } from "./serve-skills.js";

/** Reads the full output of a call, if the URI is of one. Throws the protocol's error if it isn't here. */
export async function readOutput(
  { outputs, unsent }: ServerState,
  uri: string,
  { http }: ServerContext,
): Promise<ReadResourceResult | undefined> {
  if (outputs === undefined || !isOutputUri(uri)) return undefined;
  const principal = principalOf(http?.authInfo);
  const found = await withUnavailableError(() => outputs.find(uri, principal));
  if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, notHere(outputs), { uri });
  if (!holdUnsent({ unsent }, principal, found.size)) throw busyError();
  return { contents: [{ uri, mimeType: "text/plain", ...found.content() }] };
}

const notHere = ({ limits: { ms }, isShared }: OutputStore): string => {
  const keeper = isShared ? "The server" : "The process that ran the call";
  const elsewhere = isShared ? "" : "If the server has several replicas, another one may have it. ";
  const kept = `${keeper} keeps an output for ${Math.round(ms / 60_000)} minutes, for its caller, as long as there is room.`;
  return `This output isn't here. ${kept} ${elsewhere}Call the tool again, with arguments that give less.`;
};

/** Lets clients read full outputs, and the files of skills, from a server whose project has no resources. */
export function serveReadOnly(
  server: Server,
  state: ServerState,
  { skills, pageSize }: { readonly skills: OfferedSkills | undefined; readonly pageSize: number | undefined },
): void {
  server.registerCapabilities({ resources: {} });
  server.setRequestHandler("resources/list", ({ params }) => {
    const { page, next } = listPage(skills?.resources() ?? [], { list: "resources", params, pageSize });
    return { resources: page, ...next };
  });
  server.setRequestHandler("resources/templates/list", ({ params }) => {
    const none: { readonly name: string; readonly uriTemplate: string }[] = [];
    return { resourceTemplates: listPage(none, { list: "resourceTemplates", params, pageSize: undefined }).page };
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
    const read = (await readOutput(state, uri, context)) ?? skills?.readUri(uri);
    if (read === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such resource.", { uri });
    return read;
  });
}
