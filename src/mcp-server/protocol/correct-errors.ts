import { type JSONRPCMessage, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { isJsonObject } from "../../runtime/json/json-value.js";

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
