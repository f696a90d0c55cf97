import { type AuthInfo, type ListToolsResult, McpServer, type ScopeChallengeHandler, type Transport } from "@modelcontextprotocol/server";
import { secretValues } from "../../call/audit-log.js";
import { recordRefusal } from "../../call/call-record.js";
import type { DirectCalls } from "../call/direct-calls.js";
import { documentScopes, missingScopes, type ScopedDocument } from "../documents/document-scopes.js";
import type { OfferedTools } from "../lists/offered-tools.js";
import { addTools, type ServedConnection, type ServedProcess, type serverIdentity, serverInstructions } from "../serve/server.js";
import type { FoundServedTool, ServedToolSource } from "../tool-source.js";
import { type SendJson, sendResultDirectly } from "./answer-directly.js";

/**
 * A server for one request or session over HTTP. Before a call of a tool, prompt or resource whose scopes the
 * caller's token lacks, the client is asked for a token that has them (step-up authorization): HTTP status 403 with
 * the scopes.
 */
export class ScopedServer extends McpServer {
  /** Its calls, if they are usual. */
  readonly calls: DirectCalls;
  readonly #source: ServedToolSource;
  readonly #offered: OfferedTools;
  readonly #env: ServedProcess["options"]["env"];
  readonly #required: readonly string[];
  readonly #headers: HeaderSchemas;
  readonly #sendJson: SendJson | undefined;

  constructor(
    source: ServedToolSource,
    served: ServedProcess,
    { identity, required, headers, sendJson, ...connection }: ScopedServerOptions,
  ) {
    super(identity, serverInstructions(source));
    this.#source = source;
    this.#env = served.options.env;
    this.#required = required;
    this.#headers = headers;
    this.#sendJson = sendJson;
    const { offered, calls } = addTools(this.server, source, served, connection);
    this.#offered = offered;
    this.calls = calls;
  }

  override async connect(transport: Transport): Promise<void> {
    if (this.#sendJson !== undefined) sendResultDirectly(transport, this.#sendJson);
    await super.connect(transport);
  }

  /** For the SDK, which compares the headers that a schema names with the arguments. */
  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    if (this.#headers.size === 0) return undefined;
    const found = this.#offered.find(name);
    return found.ok ? this.#headers.get(found.tool.definition.name) : undefined;
  }

  /** Returns true for a request whose client is asked for another token. */
  lacksScopes(context: ScopeContext): boolean {
    return this.#lacking(context) !== undefined;
  }

  override resolveScopeChallenge: ScopeChallengeHandler = (context) => {
    const lacking = this.#lacking(context);
    if (lacking === undefined) return undefined;
    const { what, scopes: needed, call, authInfo, missing } = lacking;
    const unwritten = call && this.#record(call.found, { principal: authInfo.clientId, input: call.input, missing });
    // A client may get a token with exactly these scopes, so those that its token has for this server are among them.
    const declaredScopes = new Set([...this.#required, ...(this.#source.scopes?.() ?? [])]);
    const [first, ...others] = new Set([...authInfo.scopes.filter((scope) => declaredScopes.has(scope)), ...needed]);
    if (first === undefined) return undefined;
    const message = `${what} needs the scope ${missing.join(" and ")}.`;
    return {
      scopes: [first, ...others],
      errorDescription: unwritten === undefined ? message : `${message} The audit log can't be written.`,
    };
  };

  /** The scopes that a caller's token lacks. Without authentication there are no tokens, and so no scopes. */
  #lacking({ request: { method, params }, authInfo }: ScopeContext): Lacking | undefined {
    if (authInfo === undefined) return undefined;
    const scoped: ScopedRequest | undefined =
      method === "tools/call" ? this.#scopedCall(params) : documentScopes(this.#source, method, params);
    const missing = missingScopes(scoped?.scopes, authInfo);
    return scoped === undefined || missing.length === 0 ? undefined : { ...scoped, authInfo, missing };
  }

  #scopedCall(params: ScopeContext["request"]["params"]): ScopedRequest | undefined {
    if (typeof params?.name !== "string") return undefined;
    const call = this.#offered.requested({ name: params.name, arguments: params.arguments });
    const found = this.#offered.find(call.name);
    if (!found.ok) return undefined;
    const { name, scopes = [] } = found.tool.definition;
    return { what: `The tool ${name}`, scopes, call: { found, input: call.arguments } };
  }

  /** Logs the refused call, if the log is on. Returns the problem of the log if there is one. */
  #record({ tool, projectDir }: FoundTool, { principal, input = {}, missing }: Unscoped): string | undefined {
    const { name, risk, audit, hidden, secrets } = tool.definition;
    return recordRefusal({
      tool: name,
      via: "mcp",
      principal,
      project: projectDir,
      input,
      hidden,
      secrets: () => secretValues(secrets, this.#env),
      why: "denied",
      env: this.#env,
      isLoggedByProject: audit,
      decided: { decision: "deny", level: risk.level, rule: `scopes: ${missing.join(" ")}` },
    });
  }
}

interface ScopedServerOptions extends ServedConnection {
  readonly identity: ReturnType<typeof serverIdentity>;
  /** The scopes that every request needs. */
  readonly required: readonly string[];
  /** The schemas of tools that say that a parameter is also a header. */
  readonly headers: HeaderSchemas;
  /** Sends the result of the one request that it serves, without the objects of the SDK's transport. */
  readonly sendJson?: SendJson | undefined;
}

type ScopeContext = Parameters<ScopeChallengeHandler>[0];

/** A request that needs scopes: a call of a tool, or one about a prompt or a resource. */
interface ScopedRequest extends ScopedDocument {
  readonly call?: { readonly found: FoundTool; readonly input: unknown };
}

interface Lacking extends ScopedRequest {
  readonly authInfo: AuthInfo;
  readonly missing: readonly string[];
}

type FoundTool = FoundServedTool & { readonly ok: true };

interface Unscoped {
  readonly principal: string;
  readonly input: unknown;
  readonly missing: readonly string[];
}

/** The schemas of tools, by name, that say that a parameter is also a header (`x-mcp-header`). */
type HeaderSchemas = ReadonlyMap<string, ListToolsResult["tools"][number]["inputSchema"]>;

/**
 * Returns the schemas that name headers. There are few, so most servers have nothing to compare in a call, and don't
 * parse the list for it.
 */
export function headerSchemas(lists: { bytes(): Uint8Array; parsed(): ListToolsResult["tools"] }): HeaderSchemas {
  try {
    if (!Buffer.from(lists.bytes()).includes(header)) return new Map();
    return new Map(lists.parsed().flatMap(({ name, inputSchema }) => (namesHeader(inputSchema) ? [[name, inputSchema] as const] : [])));
  } catch {
    // The client that requests the list gets the error for an unreadable one.
    return new Map();
  }
}

const header = '"x-mcp-header"';

const namesHeader = (schema: object) => JSON.stringify(schema).includes(header);
