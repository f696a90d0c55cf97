import { lostNumber } from "../call/lost-number.js";
import type { Validator } from "../definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import { withoutHostKeys } from "./host-keys.js";
import { wrappers } from "./may-be-wrapped.js";
import { isArray } from "./selector.js";

/** How often JSON may stand in a string in JSON. */
const deepest = 3;

interface Tool {
  readonly params: readonly string[];
  /** Other names of parameters at the top. */
  readonly otherNames: readonly string[];
  readonly validate: Validator;
}

/**
 * The arguments that a model meant where they came in something: as a JSON text, in an array of one, under a key such as `arguments` that the tool
 * doesn't know, or as a bare text that only one parameter can be. What fits none of this stays what it is.
 */
export function unwrap(input: unknown, tool: Tool, room = deepest): unknown {
  if (room === 0) return input;
  if (typeof input === "string") {
    const parsed = parsedJson(input);
    if (parsed === undefined) return looksLikeJson(input) ? input : onlyText(input, tool);
    return unwrap(parsed, tool, room - 1);
  }
  if (isArray(input)) return input.length === 1 && isJsonObject(input[0]) ? unwrap(input[0], tool, room - 1) : input;
  if (!isJsonObject(input)) return input;
  const [key, ...others] = Object.keys(withoutHostKeys(input, tool.params));
  if (key === undefined || others.length > 0 || !wrappers.includes(key)) return input;
  if (tool.params.includes(key) || tool.otherNames.includes(key)) return input;
  const inner = input[key];
  const unwrapped = typeof inner === "string" ? parsedJson(inner) : inner;
  return isJsonObject(unwrapped) ? unwrap(unwrapped, tool, room - 1) : input;
}

/** The value of a text that is JSON as a whole and loses nothing by being read. */
export function parsedJson(text: string): JsonValue | undefined {
  if (!looksLikeJson(text) || lostNumber(text) !== undefined) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

const looksLikeJson = (text: string) => /^\s*[[{"]/.test(text);

/** A bare text is the one parameter that makes a call of it. */
function onlyText(text: string, { params, validate }: Tool): unknown {
  const fitting = params.map((name): JsonObject => ({ [name]: text })).filter((candidate) => validate({ ...candidate }));
  return fitting.length === 1 ? fitting[0] : text;
}
