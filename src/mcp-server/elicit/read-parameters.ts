import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";

/** The result of a question for parameters. */
export type ParametersAnswer =
  | { readonly kind: "given"; readonly values: JsonObject }
  | { readonly kind: "declined" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "unclear" };

/** Reads the result of an `elicitation/create` for these parameters, all of which it must have, and nothing else. */
export function readParameters(result: unknown, names: readonly string[]): ParametersAnswer {
  if (!isJsonObject(result)) return { kind: "unclear" };
  const { action, content } = result;
  if (action === "decline") return { kind: "declined" };
  if (action === "cancel") return { kind: "cancelled" };
  if (action !== "accept" || !isJsonObject(content)) return { kind: "unclear" };
  const isComplete = names.every((name) => Object.hasOwn(content, name)) && Object.keys(content).length === names.length;
  const arePlain = Object.values(content).every((value) => (Array.isArray(value) ? value.every(isText) : isPlain(value)));
  return isComplete && arePlain ? { kind: "given", values: content } : { kind: "unclear" };
}

const isText = (value: unknown) => typeof value === "string";

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
