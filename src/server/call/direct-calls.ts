import {
  type AuthInfo,
  isCallToolResult,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  SdkError,
  SdkErrorCode,
  type Server,
  type ServerContext,
  type TransportSendOptions,
} from "@modelcontextprotocol/server";
import type { NamedCall } from "../../call/tool-index.js";
import { isJsonObject } from "../../contract/json-value.js";
import { looks } from "../../contract/process.js";
import { isProtocolResult } from "../protocol-result.js";
import type { CallHandler } from "./serve-tool-calls.js";

/** Where the messages of a call go, and who calls. */
interface DirectCall {
  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void>;
  readonly auth?: AuthInfo | undefined;
}

/**
 * Answers usual calls of a revision up to 2025-11-25 without the SDK's protocol layer, which takes longer than the rest
 * of a call: it checks each message by several schemas and makes ten functions for it. The handler is the one that the
 * SDK calls too, and whatever isn't a usual call is the SDK's.
 */
export class DirectCalls {
  readonly #server: Server;
  readonly #handler: CallHandler;
  readonly #running = new Map<RequestId, AbortController>();

  constructor(server: Server, handler: CallHandler) {
    this.#server = server;
    this.#handler = handler;
    const { onclose } = server;
    server.onclose = () => {
      this.close();
      onclose?.();
    };
  }

  /** Answers a message if it is a usual call. Returns false for any other. */
  take(message: JSONRPCMessage, call: DirectCall): boolean {
    if (!isUsualCall(message)) return false;
    looks.share();
    void this.#answer(message, call);
    return true;
  }

  /** Aborts a call that its client has cancelled; it is not answered. */
  cancel(id: RequestId, reason?: unknown): void {
    this.#running.get(id)?.abort(reason);
  }

  /** Aborts all calls, because their client has gone. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort(new SdkError(SdkErrorCode.ConnectionClosed, "Connection closed"));
    this.#running.clear();
  }

  async #answer(message: UsualCall, call: DirectCall): Promise<void> {
    const { id } = message;
    const controller = new AbortController();
    this.#running.set(id, controller);
    let answer: object;
    try {
      const result = validResult(await this.#handler(message, this.#contextOf(message, call, controller.signal)));
      answer = { result, jsonrpc: "2.0", id };
    } catch (error) {
      answer = { jsonrpc: "2.0", id, error: errorOf(error) };
    }
    if (this.#running.get(id) === controller) this.#running.delete(id);
    if (controller.signal.aborted) return;
    // A client that has gone needs no answer.
    await call.send(answer as JSONRPCMessage).catch(() => {});
  }

  /** The part of the SDK's context that the handler of a call uses. */
  #contextOf({ id, method, params }: UsualCall, { send, auth }: DirectCall, signal: AbortSignal): ServerContext {
    const mcpReq: Partial<ServerContext["mcpReq"]> = {
      id,
      method,
      signal,
      ...(params._meta !== undefined && { _meta: params._meta }),
      requestState: () => undefined,
      send: this.#server.request.bind(this.#server) as ServerContext["mcpReq"]["send"],
      notify: (notification) => send({ jsonrpc: "2.0", ...notification } as JSONRPCMessage, { relatedRequestId: id }),
    };
    return { mcpReq, ...(auth && { http: { authInfo: auth } }) } as ServerContext;
  }
}

/** The result, if the protocol allows it. Most results are texts, which need no check by the SDK's schemas. */
function validResult(result: Awaited<ReturnType<CallHandler>>): object {
  const isUsual = isProtocolResult(result) && result.content.every((block) => block.type === "text" && Object.keys(block).length === 2);
  if (isUsual || isCallToolResult(result)) return result;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid tools/call result");
}

/** An exception as the SDK answers it. */
function errorOf(error: unknown): { readonly code: number; readonly message: string; readonly data?: unknown } {
  const { code, message, data } = Object(error) as Readonly<Record<string, unknown>>;
  return {
    code: Number.isSafeInteger(code) ? Number(code) : ProtocolErrorCode.InternalError,
    message: typeof message === "string" ? message : "Internal error",
    ...(data !== undefined && { data }),
  };
}

type UsualCall = JSONRPCRequest & { readonly params: NamedCall & { readonly _meta?: ServerContext["mcpReq"]["_meta"] } };

const parameters = new Set(["name", "arguments", "_meta"]);

function isUsualCall(message: JSONRPCMessage): message is UsualCall {
  if (!("method" in message) || message.method !== "tools/call" || !isUsualRequest(message)) return false;
  const { params } = message;
  if (!isJsonObject(params) || typeof params.name !== "string") return false;
  return Object.keys(params).every((key) => parameters.has(key)) && (params.arguments === undefined || isUsualObject(params.arguments));
}

/** The SDK's schemas leave out a member `__proto__` of an object that they copy. */
const isUsualObject = (value: unknown): boolean => isJsonObject(value) && !Object.hasOwn(value, "__proto__");

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
