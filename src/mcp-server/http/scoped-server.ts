import { type AuthInfo, McpServer, type ScopeChallengeHandler } from "@modelcontextprotocol/server";
import { recordRefusal } from "../../runtime/telemetry/audit/record-refusal.js";
import { secretValues } from "../../runtime/telemetry/audit/secret-values.js";
import { documentScopes, type ScopedDocument } from "../document-scopes.js";
import { missingScopes } from "../missing-scopes.js";
import type { OfferedTools } from "../offered-tools.js";
import { addTools, type ServedConnection, type ServedProcess, type serverIdentity, serverInstructions } from "../server.js";
import type { FoundServedTool, ServedToolSource } from "../tool-source.js";
import type { HeaderSchemas } from "./header-schemas.js";

/**
 * A server for one request or session over HTTP. Before a call of a tool, prompt or resource whose scopes the
 * caller's token lacks, the client is asked for a token that has them (step-up authorization): HTTP status 403 with
 * the scopes.
 */
export class ScopedServer extends McpServer {
  readonly #source: ServedToolSource;
  readonly #offered: OfferedTools;
  readonly #env: ServedProcess["options"]["env"];
  readonly #required: readonly string[];
  readonly #headers: HeaderSchemas;

  constructor(source: ServedToolSource, served: ServedProcess, { identity, required, headers, ...connection }: ScopedServerOptions) {
    super(identity, serverInstructions(source));
    this.#source = source;
    this.#env = served.options.env;
    this.#required = required;
    this.#headers = headers;
    this.#offered = addTools(this.server, source, served, connection);
  }

  /** For the SDK, which compares the headers that a schema names with the arguments. */
  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    if (this.#headers.size === 0) return undefined;
    const found = this.#offered.find(name);
    return found.ok ? this.#headers.get(found.tool.definition.name) : undefined;
  }

  override resolveScopeChallenge: ScopeChallengeHandler = ({ request: { method, params }, authInfo }) => {
    if (authInfo === undefined) return undefined;
    if (method !== "tools/call") {
      const document = documentScopes(this.#source, method, params);
      return document && this.#challenge(document, authInfo);
    }
    if (typeof params?.name !== "string") return undefined;
    const call = this.#offered.requested({ name: params.name, arguments: params.arguments });
    const found = this.#offered.find(call.name);
    if (!found.ok) return undefined;
    const { name, scopes = [] } = found.tool.definition;
    const missing = missingScopes(scopes, authInfo);
    if (missing.length === 0) return undefined;
    const unwritten = this.#record(found, { principal: authInfo.clientId, input: call.arguments, missing });
    return this.#challenge(
      { what: `The tool ${name}`, scopes },
      authInfo,
      unwritten === undefined ? "" : " The audit log can't be written.",
    );
  };

  /** Names the scopes of a token that would do, unless the caller's does. `more` is another sentence. */
  #challenge({ what, scopes: needed }: ScopedDocument, authInfo: AuthInfo, more = ""): ReturnType<ScopeChallengeHandler> {
    const missing = missingScopes(needed, authInfo);
    if (missing.length === 0) return undefined;
    // A client may get a token with exactly these scopes, so those that its token has for this server are among them.
    const known = new Set([...this.#required, ...(this.#source.scopes?.() ?? [])]);
    const [first, ...others] = new Set([...authInfo.scopes.filter((scope) => known.has(scope)), ...needed]);
    if (first === undefined) return undefined;
    return { scopes: [first, ...others], errorDescription: `${what} needs the scope ${missing.join(" and ")}.${more}` };
  }

  /** Logs the refused call, if the log is on. Returns the problem of the log if there is one. */
  #record({ tool, projectDir }: Found, { principal, input = {}, missing }: Unscoped): string | undefined {
    const { name, risk, audit, hidden, secrets } = tool.definition;
    return recordRefusal({
      tool: name,
      via: "mcp",
      principal,
      project: projectDir,
      input,
      hidden,
      secrets: secretValues(secrets, this.#env),
      why: "denied",
      env: this.#env,
      isProjects: audit,
      decided: { decision: "deny", level: risk.level, rule: `scopes: ${missing.join(" ")}` },
    });
  }
}

export interface ScopedServerOptions extends ServedConnection {
  readonly identity: ReturnType<typeof serverIdentity>;
  /** The scopes that every request needs. */
  readonly required: readonly string[];
  /** The schemas of tools that say that a parameter is also a header. */
  readonly headers: HeaderSchemas;
}

type Found = FoundServedTool & { readonly ok: true };

interface Unscoped {
  readonly principal: string;
  readonly input: unknown;
  readonly missing: readonly string[];
}
