import type { Validator } from "../contract/definition.js";
import { isJsonObject, type JsonValue } from "../json/json-value.js";
import { pointerStep } from "../json/pointer-step.js";
import { isArray, type Steps } from "../json/selector.js";
import type { Accepts } from "./rename-aliases.late.js";

/** Returns true if validation finds no problem with a value, or inside it, at a path of some arguments. */
export function isAccepted({ params, at, value }: Parameters<Accepts>[0], validate: Validator): boolean {
  // The validator writes defaults into the value that it checks.
  if (validate(structuredClone(withValue(params, at, value)))) return true;
  const pointer = at.map((step) => `/${pointerStep(String(step))}`).join("");
  return !(validate.errors ?? []).some(({ instancePath }) => instancePath === pointer || instancePath.startsWith(`${pointer}/`));
}

function withValue(here: JsonValue, [step, ...rest]: Steps, value: JsonValue): JsonValue {
  if (step === undefined) return value;
  if (isArray(here)) return here.map((element, i) => (i === step ? withValue(element, rest, value) : element));
  const inner = isJsonObject(here) && Object.hasOwn(here, String(step)) ? (here[String(step)] as JsonValue) : null;
  return { ...(isJsonObject(here) ? here : {}), [String(step)]: withValue(inner, rest, value) };
}
