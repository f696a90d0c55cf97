import type { ValidationError, Validator } from "../definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import { stepsOf, valueAt } from "./place.js";
import { booleanFrom, numberFrom } from "./scalar.js";
import { isArray, type Steps } from "./selector.js";

/** What is still wrong after mending, and what stood at the mended places, by JSON Pointer. */
export interface Mended {
  readonly errors: readonly ValidationError[];
  readonly originals: ReadonlyMap<string, JsonValue>;
}

interface Change {
  readonly original: JsonValue;
  readonly round: number;
  readonly undone: boolean;
}

/** A mended value can uncover a mistake beside it (a default, a branch of a union), so there are a few rounds. */
const rounds = 4;

/**
 * Mends `params`, a copy of ours, in place, after `validate` has refused it. Only places that validation refused are changed, and only where the
 * value can mean one thing: a `null` for a property that may not be null goes, a text that spells a number or boolean becomes it where one is
 * wanted. A change whose type is refused in turn is undone.
 */
export function mend(params: JsonObject, validate: Validator): Mended {
  const changes = new Map<string, Change>();
  for (let round = 0; round < rounds; round++) {
    const mended = (validate.errors ?? []).filter((error) => mendPlace({ params, changes, error, round }));
    if (mended.length === 0 || validate(params)) break;
  }
  const standing = [...changes].filter(([, change]) => !change.undone);
  return { errors: validate.errors ?? [], originals: new Map(standing.map(([pointer, change]) => [pointer, change.original])) };
}

interface Place {
  readonly params: JsonObject;
  readonly changes: Map<string, Change>;
  readonly error: ValidationError;
  readonly round: number;
}

function mendPlace({ params, changes, error, round }: Place): boolean {
  const pointer = error.instancePath;
  const steps = stepsOf(pointer, params);
  const value = valueAt(params, steps);
  const earlier = changes.get(pointer);
  if (earlier !== undefined) {
    if (earlier.undone || earlier.round === round || error.keyword !== "type" || value === undefined) return false;
    put(params, steps, earlier.original);
    changes.set(pointer, { ...earlier, undone: true });
    return true;
  }
  const replacement = value === null ? undefined : typeof value === "string" ? spelt(value, error) : value;
  if (value === undefined || replacement === value) return false;
  if (value === null ? !refusesNull(error, steps) : replacement === undefined) return false;
  put(params, steps, replacement);
  changes.set(pointer, { original: value, round, undone: false });
  return true;
}

/** A property alone can be absent; an element of an array can't. */
function refusesNull(error: ValidationError, steps: Steps): boolean {
  return typeof steps.at(-1) === "string" && ["type", "enum", "const"].includes(error.keyword) && error.propertyName === undefined;
}

/** The number or boolean that a text spells, if the refusing keyword wants one. */
function spelt(text: string, { keyword, params, propertyName }: ValidationError): number | boolean | undefined {
  if (propertyName !== undefined) return undefined;
  if (keyword === "enum" || keyword === "const") {
    const allowed: readonly unknown[] =
      keyword === "const" ? [params.allowedValue] : isArray(params.allowedValues) ? params.allowedValues : [];
    return allowed.find((option): option is number | boolean => ["number", "boolean"].includes(typeof option) && String(option) === text);
  }
  if (keyword !== "type") return undefined;
  const wanted = [params.type].flat();
  if (wanted.includes("boolean") && booleanFrom(text) !== undefined) return booleanFrom(text);
  if (wanted.includes("number")) return numberFrom(text, false);
  return wanted.includes("integer") ? numberFrom(text, true) : undefined;
}

function put(params: JsonObject, steps: Steps, value: JsonValue | undefined): void {
  const holder = valueAt(params, steps.slice(0, -1));
  const step = steps.at(-1);
  if (typeof step === "number" && isArray(holder)) (holder as JsonValue[])[step] = value ?? null;
  if (typeof step !== "string" || !isJsonObject(holder)) return;
  const object = holder as Record<string, JsonValue>;
  if (value === undefined) delete object[step];
  else object[step] = value;
}
