import { isJsonObject } from "../../contract/json-value.js";
import { isLogged, type Log, type LogFields, type LogLevel } from "../log.js";
import { onAnswered } from "../state/current-exchange.js";
import { type ObservedRequest, type Observer, resultErrorType, type TraceIds, thrownErrorType } from "./telemetry.js";

/** A client chooses the ids of its requests. */
const maxIdLength = 100;

/** So much of a session's id is enough to follow it, and too little to use it. */
const sessionIdLength = 8;

/**
 * Logs each request when it ends: calls of tools as `info`, others as `debug`. Returns `undefined` if the log has
 * neither.
 */
export function requestLog({ log, logLevel = "warn" }: { readonly log: Log; readonly logLevel?: LogLevel }): Observer | undefined {
  if (!isLogged("info", logLevel)) return undefined;
  return async (request, answer) => {
    const level = request.method === "tools/call" ? "info" : "debug";
    if (!isLogged(level, logLevel)) return answer();
    const since = performance.now();
    const end = (outcome: string) => {
      const ms = Math.round(performance.now() - since);
      // The answer doesn't wait for the log.
      onAnswered(() => log(request.method, { level, ...fieldsOf(request), outcome, ms }));
    };
    try {
      const result = await answer();
      end(resultErrorType(result) ?? resultType(result) ?? "ok");
      return result;
    } catch (error) {
      end(thrownErrorType(error));
      throw error;
    }
  };
}

/** Returns the kind of an answer of 2026-07-28 that isn't the result yet, but a question or a task. */
const resultType = (result: unknown): string | undefined =>
  isJsonObject(result) && typeof result.resultType === "string" && result.resultType !== "complete" ? result.resultType : undefined;

function fieldsOf({ method, target, id, principal, sessionId, trace }: ObservedRequest & { readonly trace?: TraceIds }): LogFields {
  return {
    ...(target !== undefined && { [method === "prompts/get" ? "prompt" : "tool"]: target }),
    request: typeof id === "string" ? id.slice(0, maxIdLength) : id,
    ...(principal !== "" && { principal }),
    ...(sessionId !== undefined && { session: sessionId.slice(0, sessionIdLength) }),
    ...trace,
  };
}
