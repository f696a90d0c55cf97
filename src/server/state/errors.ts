import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { oneLine } from "../../contract/display-text.js";
import { isJsonObject } from "../../contract/json-value.js";
import { isSharedStateError } from "./shared-state.js";

/** The code of an error that says nothing about the request. It is within the range that JSON-RPC leaves to servers. */
export const unavailable = -32000;

/** The code of revisions up to 2025-11-25 for an unknown resource. */
const notFound = -32002;

/** Parameters that are wrong in many places are described by the first ones. */
const maxIssues = 5;

/**
 * Lets a server answer with the protocol's errors where the SDK sends others. An unknown resource has a code of its own
 * up to 2025-11-25; the SDK sends that of 2026-07-28 (-32602, with nothing but the URI as data) at every revision.
 * Wrong parameters are -32602; for most methods the SDK sends -32603 and its validator's issues as JSON.
 */
export function correctErrors(server: Server, era: "legacy" | "modern"): void {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(corrected(message, era), options);
    return connect(transport);
  };
}

function corrected(message: JSONRPCMessage, era: "legacy" | "modern"): JSONRPCMessage {
  if (!("error" in message)) return message;
  const { error } = message;
  if (era === "legacy" && error.code === ProtocolErrorCode.InvalidParams && isUriAlone(error.data))
    return { ...message, error: { ...error, code: notFound } };
  const issues = issuesIn(error.message);
  return issues === undefined
    ? message
    : { ...message, error: { code: ProtocolErrorCode.InvalidParams, message: `Invalid params: ${issues}` } };
}

const isUriAlone = (data: unknown) => isJsonObject(data) && Object.keys(data).join() === "uri";

/** Returns the issues of the SDK's validator in words, if a message consists of them. */
function issuesIn(text: string): string | undefined {
  const json = /^(?:Invalid [a-z/]+ request: )?(\[\s*\{[\s\S]*\])$/i.exec(text)?.[1];
  if (json === undefined) return undefined;
  try {
    const issues: unknown = JSON.parse(json);
    const described = (Array.isArray(issues) ? issues : []).map(describe);
    return described.length > 0 && described.every((one) => one !== undefined) ? described.slice(0, maxIssues).join("; ") : undefined;
  } catch {
    return undefined;
  }
}

function describe(issue: unknown): string | undefined {
  if (!isJsonObject(issue) || !Array.isArray(issue.path) || typeof issue.message !== "string") return undefined;
  const path = issue.path.filter((part, at) => at > 0 || part !== "params").join(".");
  return `${path === "" ? "" : `${path}: `}${issue.message}`;
}

/** The revisions whose requests name their revision. */
const modernRevisions = ["2026-07-28"];
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
  if (typeof requested !== "string" || [...modernRevisions, ...SUPPORTED_PROTOCOL_VERSIONS].includes(requested)) return undefined;
  const data = { supported: modernRevisions, requested: requested.slice(0, longestRevisionChars) };
  const text = `Unsupported protocol version: ${oneLine(data.requested)}`;
  return { jsonrpc: "2.0", id: message.id, error: { code: unsupportedVersion, message: text, data } };
}

/** Runs a request for what replicas share. Throws the protocol's error if that can't be read now. */
export async function withUnavailableError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isSharedStateError(error)) throw error;
    throw new ProtocolError(unavailable, "The server can't read or store now what its replicas share. Ask again in a few seconds.");
  }
}
