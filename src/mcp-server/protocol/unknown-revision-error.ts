import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { oneLine } from "../../runtime/text/one-line.js";

/** The revisions whose requests name their revision. */
const modern = ["2026-07-28"];
/** The protocol's code for a revision that the server doesn't have. */
const unsupportedVersion = -32022;
/** More characters of a revision don't help the client. */
const longestRevisionChars = 100;

/**
 * Returns the error for a request that names a revision which the server doesn't have. The SDK checks the first request
 * of a connection alone (@modelcontextprotocol/server 2.4).
 */
export function unknownRevisionError(message: JSONRPCMessage): JSONRPCErrorResponse | undefined {
  if (!("method" in message && "id" in message) || !isJsonObject(message.params) || !isJsonObject(message.params._meta)) return undefined;
  const requested = message.params._meta[PROTOCOL_VERSION_META_KEY];
  if (typeof requested !== "string" || [...modern, ...SUPPORTED_PROTOCOL_VERSIONS].includes(requested)) return undefined;
  const data = { supported: modern, requested: requested.slice(0, longestRevisionChars) };
  const text = `Unsupported protocol version: ${oneLine(data.requested)}`;
  return { jsonrpc: "2.0", id: message.id, error: { code: unsupportedVersion, message: text, data } };
}
