import type { Agent } from "node:http";
import { asClient, send } from "./send.js";

/** The result of a call, or its error. */
export interface ModernAnswer {
  readonly status: number | undefined;
  readonly resultType?: string;
  readonly requestState?: string;
  readonly isError?: boolean;
  readonly text: string;
  readonly error?: { readonly code: number; readonly message: string };
}

export const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

export const modernHeaders = (name: string) => ({
  ...asClient,
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": name,
});

export const modernBody = (name: string, args: object, more: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args, _meta: modernMeta, ...more } });

export interface ModernCall {
  readonly name: string;
  readonly args?: object;
  /** Further parts of the parameters, such as an answer. */
  readonly more?: object;
  readonly agent?: Agent;
}

/** A call of 2026-07-28, which is one request. */
export async function modernCall(url: string, { name, args = {}, more = {} }: ModernCall): Promise<ModernAnswer> {
  const { status, body } = await send(url, { headers: modernHeaders(name), body: modernBody(name, args, more) });
  const json = /\{"[\s\S]*\}/.exec(body)?.[0];
  if (json === undefined) return { status, text: body };
  const { result = {}, error } = JSON.parse(json);
  const text = (result.content ?? []).map((block: { readonly text?: string }) => block.text ?? "").join("");
  return { status, ...result, text, ...(error !== undefined && { error }) };
}

/** Returns the parts that a client adds to a call whose user has agreed. */
export const agreed = (requestState: string | undefined) => ({
  requestState,
  inputResponses: { consent: { action: "accept", content: {} } },
});
