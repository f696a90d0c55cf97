import { McpServer, type ScopeChallengeHandler } from "@modelcontextprotocol/server";
import { addTools, type Era, type ServedProcess, serverIdentity } from "../server.js";
import type { ServedToolSource } from "../tool-source.js";

/**
 * A server for one request or session over HTTP. Before a call of a tool whose scopes the caller's token lacks, the
 * client is asked for a token that has them (step-up authorization): HTTP status 403 with the scopes.
 */
export class ScopedServer extends McpServer {
  readonly #source: ServedToolSource;
  readonly #required: readonly string[];

  /** `required` are the scopes that every request needs. */
  constructor(
    source: ServedToolSource,
    served: ServedProcess,
    { era, required }: { readonly era: Era; readonly required: readonly string[] },
  ) {
    super(serverIdentity(source));
    this.#source = source;
    this.#required = required;
    addTools(this.server, source, served, era);
  }

  override resolveScopeChallenge: ScopeChallengeHandler = ({ request: { method, params }, authInfo }) => {
    // Without authentication there are no tokens, and so no scopes.
    if (method !== "tools/call" || authInfo === undefined || typeof params?.name !== "string") return undefined;
    const found = this.#source.find(params.name);
    const { name, scopes: needed = [] } = found.ok ? found.tool.definition : { name: "" };
    const missing = needed.filter((scope) => !authInfo.scopes.includes(scope));
    if (missing.length === 0) return undefined;
    // A client may get a token with exactly these scopes, so those that its token has for this server are among them.
    const known = new Set([...this.#required, ...(this.#source.scopes?.() ?? [])]);
    const [first, ...others] = new Set([...authInfo.scopes.filter((scope) => known.has(scope)), ...needed]);
    if (first === undefined) return undefined;
    return { scopes: [first, ...others], errorDescription: `The tool ${name} needs the scope ${missing.join(" and ")}.` };
  };
}
