import type { JSONRPCRequest } from "@modelcontextprotocol/server";
import { isJsonObject } from "../../runtime/json/json-value.js";

const members = new Set(["jsonrpc", "id", "method", "params"]);

/**
 * Returns true for a request as most clients of revisions up to 2025-11-25 send it, with no `_meta` but a progress
 * token. The SDK's check takes it too, and takes five schemas to say so; it is asked about all other messages.
 */
export function isUsualRequest(message: unknown): message is JSONRPCRequest {
  if (!isJsonObject(message) || message.jsonrpc !== "2.0" || !isToken(message.id) || typeof message.method !== "string") return false;
  return Object.keys(message).every((member) => members.has(member)) && hasUsualMeta(message.params);
}

function hasUsualMeta(params: unknown): boolean {
  if (params === undefined) return true;
  if (!isJsonObject(params)) return false;
  const { _meta: meta } = params;
  if (meta === undefined) return true;
  return isJsonObject(meta) && Object.keys(meta).every((key) => key === "progressToken" && isToken(meta[key]));
}

/** An id or a progress token: a text or a whole number. */
const isToken = (value: unknown): boolean => typeof value === "string" || Number.isSafeInteger(value);
