import { PROTOCOL_VERSION_META_KEY, type Server, type ServerContext } from "@modelcontextprotocol/server";
import type { NamedCall } from "../../call/tool-index.js";
import { isJsonObject } from "../../contract/json-value.js";
import { revisionOf } from "../protocol-result.js";
import { currentExchange, principalOf } from "../state/current-exchange.js";
import type { Observer, Telemetry, TraceIds } from "./telemetry.js";

/**
 * Returns the name of the tool or prompt that a request is for; `undefined` if there is none, so that clients can't
 * invent names of spans.
 */
export type FindTarget = (request: NamedCall) => string | undefined;

export interface ObservedTargets {
  readonly "tools/call": FindTarget;
  readonly "prompts/get"?: FindTarget | undefined;
}

type Handler = (request: { readonly params?: unknown }, context: ServerContext) => unknown;
type Register = (method: string, ...rest: readonly unknown[]) => void;

export interface RequestObservers {
  readonly telemetry: Telemetry | undefined;
  readonly log: Observer | undefined;
}

type Observe = <Observed extends (request: never, context: ServerContext) => unknown>(method: string, handler: Observed) => Observed;

/**
 * Lets telemetry and the log see every request whose handler is set from now on. Without both nothing is changed.
 * Returns a function that makes an observed handler.
 */
export function observeRequests(server: Server, { telemetry, log }: RequestObservers, targets: ObservedTargets): Observe {
  if (telemetry === undefined && log === undefined) return (_, handler) => handler;
  // Its overloads are by method; here all methods are alike.
  const register = server.setRequestHandler.bind(server) as Register;
  const observed =
    (method: string, handler: Handler): Handler =>
    (request, context) => {
      const { mcpReq, sessionId, http } = context;
      const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
      const named = envelope[PROTOCOL_VERSION_META_KEY];
      const about = {
        method,
        target: targetOf(request.params, targets[method as keyof ObservedTargets]),
        id: mcpReq.id,
        revision: typeof named === "string" ? named : revisionOf(server.getNegotiatedProtocolVersion()),
        transport: currentExchange() === undefined ? "pipe" : "tcp",
        sessionId,
        principal: principalOf(http?.authInfo),
        meta: { ...mcpReq._meta },
      } as const;
      const answer = async () => handler(request, context);
      const logged = (trace?: TraceIds) => (log === undefined ? answer() : log({ ...about, ...(trace && { trace }) }, answer));
      return telemetry === undefined ? logged() : telemetry.observe(about, logged);
    };
  const observing: Register = (method, ...rest) => {
    const handler = rest.at(-1);
    register(method, ...rest.slice(0, -1), typeof handler === "function" ? observed(method, handler as Handler) : handler);
  };
  server.setRequestHandler = observing as Server["setRequestHandler"];
  return observed as Observe;
}

function targetOf(params: unknown, find: FindTarget | undefined): string | undefined {
  const { name, arguments: given } = isJsonObject(params) ? params : {};
  if (find === undefined || typeof name !== "string") return undefined;
  try {
    return find({ name, arguments: given });
  } catch {
    // The handler reports it.
    return undefined;
  }
}
