import { isJsonObject } from "../json/json-value.js";

/** Keys that models put around all of the arguments. */
export const wrapperKeys: readonly string[] = ["arguments", "args", "input", "params", "parameters", "tool_input", "kwargs", "function"];

/** Returns true if arguments may be wrapped: they aren't an object, or have a key by which models wrap them. */
export const mayBeWrapped = (input: unknown): boolean =>
  !isJsonObject(input) || Object.keys(input).some((key) => wrapperKeys.includes(key));
