import { bareKey } from "../../runtime/arguments/may-be-wrapped.js";
import { isEmpty } from "../../runtime/json/is-empty.js";
import { isJsonObject } from "../../runtime/json/json-value.js";

/**
 * Returns a message, or each of a batch, with an object as the arguments of a call. The SDK refuses any other before a
 * tool sees it. Nothing becomes no arguments, and what else a model sent goes to repair.
 */
export const withObjectArguments = (json: unknown): unknown => (Array.isArray(json) ? json.map(ofMessage) : ofMessage(json));

function ofMessage(message: unknown): unknown {
  if (!isJsonObject(message) || message.method !== "tools/call" || !isJsonObject(message.params)) return message;
  const { arguments: given, ...params } = message.params;
  if (given === undefined || isJsonObject(given)) return message;
  return { ...message, params: isEmpty(given) ? params : { ...params, arguments: { [bareKey]: given } } };
}
