import { isJsonObject } from "../json/json-value.js";

/** The tool of a server with `--search` that calls the others. */
export const callToolName = "call_tool";

/** A call as a client requests it. */
export interface NamedCall {
  readonly name: string;
  /** As the model wrote them: repair reads them. */
  readonly arguments?: unknown;
}

/** Returns the call that `call_tool` makes; any other call as it is, and one without a name too. */
export function requestedCall(call: NamedCall): NamedCall {
  const inner = call.name === callToolName && isJsonObject(call.arguments) ? call.arguments : undefined;
  return typeof inner?.name === "string" ? { name: inner.name, arguments: inner.arguments ?? {} } : call;
}
