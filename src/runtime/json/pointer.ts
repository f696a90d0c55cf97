import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";
import { isArray, type Steps } from "./selector.js";

/**
 * Prints a path as a model would write it: `edits[2].oldText`, `env["odd key"]`; empty for the arguments as a whole.
 */
export function formatPath(steps: Steps): string {
  return steps.map((step, i) => stepText(step, i === 0)).join("");
}

function stepText(step: string | number, first: boolean): string {
  if (typeof step === "number") return `[${step}]`;
  if (isPlain(step)) return first ? step : `.${step}`;
  const quoted = JSON.stringify(step.length > 80 ? `${step.slice(0, 79)}…` : step);
  return first ? quoted : `[${quoted}]`;
}

const isPlain = (step: string) => isName(step) || /^[\p{L}\p{N}_$@-]{1,80}$/u.test(step);

/**
 * Returns true for letters and digits of ASCII and `_`, as most names have. In a process that makes one call, compiling
 * a regular expression takes longer than this, and one with Unicode properties loads tables.
 */
function isName(step: string): boolean {
  for (let i = 0; i < step.length; i++) {
    const code = step.charCodeAt(i);
    // In ASCII, an upper-case letter becomes its lower case with this bit, and a digit stays.
    const lower = code | 0x20;
    if ((lower < 0x61 || lower > 0x7a) && (code < 0x30 || code > 0x39) && code !== 0x5f) return false;
  }
  return step !== "" && step.length <= 80;
}

/** The steps of a JSON Pointer, with numbers for elements of arrays in these arguments. */
export function parsePointer(pointer: string, root: JsonObject): Steps {
  if (pointer === "") return [];
  let here: JsonValue | undefined = root;
  return pointer
    .slice(1)
    .split("/")
    .map((part) => {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      const step = isArray(here) ? Number(key) : key;
      here = child(here, step);
      return step;
    });
}

/** The value at a path; `undefined` if there is none. Own properties only. */
export function valueAt(root: JsonValue | undefined, steps: Steps): JsonValue | undefined {
  return steps.reduce<JsonValue | undefined>(child, root);
}

function child(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (typeof step === "number") return isArray(value) ? value[step] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
