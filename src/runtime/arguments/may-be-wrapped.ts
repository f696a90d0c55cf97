import { isJsonObject } from "../json/json-value.js";

/** Keys in which models wrap all of the arguments. */
export const wrapperKeys: readonly string[] = ["arguments", "args", "input", "params", "parameters", "tool_input", "kwargs", "function"];

/** The key of arguments that aren't an object, where a protocol admits objects alone. No tool declares such a name. */
export const bareKey = "\0";

/** Returns true if arguments may be wrapped: they aren't an object, or have a key in which models wrap them. */
export const mayBeWrapped = (input: unknown): boolean =>
  !isJsonObject(input) || Object.keys(input).some((key) => key === bareKey || wrapperKeys.includes(key));
