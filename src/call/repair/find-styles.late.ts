import type { ValidationError, Validator } from "../../contract/definition.js";
import { isJsonObject, type JsonObject, type JsonValue, parsePointer, pointerStep, valueAt } from "../../contract/json-value.js";
import { plain, wordsOf } from "../../contract/names.js";

/** Returns the key that validation refused. */
export function refusedKey({ keyword, params, propertyName }: ValidationError): string | undefined {
  if (keyword === "enum") return propertyName;
  if (keyword === "additionalProperties") return String(params.additionalProperty);
  return keyword === "unevaluatedProperties" ? String(params.unevaluatedProperty) : undefined;
}

/** A key that validation refused, the pointer of the object that has it, and names that are tried in its place. */
interface Tried {
  readonly pointer: string;
  readonly key: string;
  readonly names: readonly string[];
}

/** Many unknown keys in one object aren't spellings. */
const mostTried = 20;

/** No schema declares a longer name. */
const longest = 64;

/**
 * Finds the names that an object inside the arguments declares, and that differ from a refused key only in style. Only
 * the validator knows those names. It is asked about all keys at once, so the number of validations doesn't grow with
 * the arguments.
 */
export function findStyles(
  params: JsonObject,
  errorsAt: ReadonlyMap<string, readonly ValidationError[]>,
  validate: Validator,
): (refused: Pick<Tried, "pointer" | "key">) => readonly string[] {
  const refused = [...errorsAt].flatMap(([pointer, errors]) => {
    const keys = new Set(errors.map(refusedKey).filter((key) => key !== undefined));
    if (pointer === "" || keys.size > mostTried) return [];
    return [...keys].filter((key) => key.length <= longest).map((key) => ({ pointer, key, styles: stylesOf(key) }));
  });
  const found: Tried[] = [];
  for (const style of [0, 1, 2, 3, 4]) {
    const tried = refused.flatMap(({ pointer, key, styles }) => {
      const name = styles[style];
      return name === undefined || name === key || styles.indexOf(name) < style ? [] : [{ pointer, key, names: [name] }];
    });
    const accepts = acceptedNames(params, tried, validate);
    found.push(...tried.filter(accepts));
  }
  // A map that accepts names by a pattern also accepts similar ones, and doesn't declare this one. It must accept two
  // of them, because a schema may declare `line_1` and `line_7`.
  const similar = found.flatMap(({ pointer, key, names }) =>
    names.flatMap(similarNames).map((pair) => ({ pointer, key, names: [...names, ...pair] })),
  );
  const free = new Set(
    similar.filter(acceptedNames(params, similar, validate)).map(({ pointer, names }) => memberPointer(pointer, names[0])),
  );
  const stylesAt = new Map<string, string[]>();
  for (const { pointer, key, names } of found) {
    if (free.has(memberPointer(pointer, names[0]))) continue;
    const at = memberPointer(pointer, key);
    stylesAt.set(at, [...(stylesAt.get(at) ?? []), ...names]);
  }
  return ({ pointer, key }) => stylesAt.get(memberPointer(pointer, key)) ?? [];
}

const memberPointer = (pointer: string, name = "") => `${pointer}/${pointerStep(name)}`;

/**
 * Validates arguments with each key under other names, and returns whether all of these are accepted there. A name that
 * is there already isn't.
 */
function acceptedNames(params: JsonObject, tried: readonly Tried[], validate: Validator): (one: Tried) => boolean {
  if (tried.length === 0) return () => false;
  const refused = new Set<string>();
  const copy = structuredClone(params);
  for (const { pointer, key, names } of tried) {
    const own = valueAt(params, parsePointer(pointer, params));
    const holder = valueAt(copy, parsePointer(pointer, params));
    if (!isJsonObject(own) || !isJsonObject(holder)) continue;
    for (const name of names) {
      if (Object.hasOwn(own, name)) refused.add(memberPointer(pointer, name));
      // `__proto__` is an ordinary name here.
      else Object.defineProperty(holder, name, { value: own[key], writable: true, enumerable: true, configurable: true });
    }
    delete (holder as Record<string, JsonValue>)[key];
  }
  if (!validate(copy)) {
    for (const error of validate.errors ?? []) {
      const key = refusedKey(error);
      if (key !== undefined) refused.add(memberPointer(error.instancePath, key));
    }
  }
  return ({ pointer, names }) => !names.some((name) => refused.has(memberPointer(pointer, name)));
}

/** Returns a key in each style in which names are written. */
function stylesOf(key: string): readonly string[] {
  const words = wordsOf(key);
  if (words.length === 0 || plain(key) !== words.join("")) return [];
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return [words.join("_"), words.join("-"), words.join(""), pascal, pascal.charAt(0).toLowerCase() + pascal.slice(1)];
}

/** Returns pairs of names that are like a name: with another letter or digit somewhere, or with two more letters. */
function similarNames(name: string): readonly (readonly string[])[] {
  const changed = [...name].flatMap((char, at) => {
    const others = /[a-z]/.test(char) ? ["q", "z"] : /[A-Z]/.test(char) ? ["Q", "Z"] : /\d/.test(char) ? ["7", "9"] : [];
    return others.length === 0 ? [] : [others.map((other) => name.slice(0, at) + other + name.slice(at + 1))];
  });
  return [...changed, [`${name}qz`, `${name}zq`]];
}
