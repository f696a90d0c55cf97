import { CLIENT_INFO_META_KEY, type JSONRPCErrorResponse, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { isJsonObject } from "../../contract/json-value.js";
import type { SchemaForm } from "../tool-source.js";

/** Facts about a client beyond the capabilities that it sends. */
interface KnownClient {
  /** The `name` of its `clientInfo`. */
  readonly name: RegExp;
  /** How it is known: the program and its version, or the page that says so. */
  readonly from: string;
  /** It validates a call by the tool's schema before it sends it. Arguments that repair accepts must pass there. */
  readonly validates?: true;
  /** It has no elicitation, and asks its user about no call. */
  readonly neverAsks?: true;
  /** It begins with `server/discover`, but uses a server's tools only after `initialize`. */
  readonly needsInitialize?: true;
}

/**
 * A client that isn't here is taken by its messages alone: it gets the schemas of the specs, is believed to ask its
 * user by a tool's hints, and is served in the revision that it begins with.
 */
const knownClients: readonly KnownClient[] = [
  { name: /^gemini-cli-mcp-client(?:-|$)/, from: "Gemini CLI 0.61.0", validates: true },
  { name: /^qwen-cli-mcp-client(?:-|$)/, from: "Qwen Code 0.24.4", validates: true },
  { name: /^toolgen$/, from: "toolgen's own registry (docs/registry.md)", validates: true },
  { name: /^pi$/, from: "pi 1.6.0", validates: true, neverAsks: true },
  { name: /^antigravity-client(?: |$)/, from: "https://github.com/PostHog/posthog/pull/85513 (19 August 2026)", needsInitialize: true },
];

function knownClient(client: unknown): KnownClient | undefined {
  const name = isJsonObject(client) ? client.name : undefined;
  return typeof name === "string" ? knownClients.find((one) => one.name.test(name)) : undefined;
}

/** Returns the client of a request. Without a session, it is known over HTTP in the revision of 2026-07-28 alone. */
export const clientOf = (
  server: Server,
  { envelope, era }: { readonly envelope: object | undefined; readonly era: "legacy" | "modern" },
) => (era === "modern" ? { ...(envelope as Readonly<Record<string, unknown>>) }[CLIENT_INFO_META_KEY] : server.getClientVersion());

/** Chooses the form of the tools' schemas by a client's `clientInfo`. */
export const schemaFormFor = (client: unknown): SchemaForm => (knownClient(client)?.validates ? "open" : "canonical");

/** Returns true for a client without elicitation that runs calls without asking its user. */
export const neverAsks = (client: unknown): boolean => knownClient(client)?.neverAsks === true;

/**
 * Returns the error for a `server/discover` of a client that would ignore the tools of a server which answers it. The
 * client takes this error for a server of a revision up to 2025-11-25, and begins again with `initialize`.
 */
export function refusedDiscovery(message: unknown): JSONRPCErrorResponse | undefined {
  if (!isJsonObject(message) || message.method !== "server/discover" || !isJsonObject(message.params)) return undefined;
  const { _meta: meta } = message.params;
  if (!isJsonObject(meta) || knownClient(meta[CLIENT_INFO_META_KEY])?.needsInitialize !== true) return undefined;
  const { id } = message;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  const error = { code: ProtocolErrorCode.MethodNotFound, message: "Method not found" };
  return { jsonrpc: "2.0", id, error };
}
