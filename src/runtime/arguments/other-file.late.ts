import type { JsonValue } from "../json/json-value.js";
import { isArray } from "../json/selector.js";
import { barePath } from "./bare-path.late.js";

/** Returns true if one value is the last segment of the path in the other: `a.ts` of `src/a.ts`. */
export function isLastSegment(segment: JsonValue | undefined, path: JsonValue | undefined): boolean {
  if (typeof segment !== "string" || typeof path !== "string") return false;
  const name = barePath(segment);
  return !/^\.{0,2}$/.test(name) && !name.includes("/") && barePath(path).endsWith(`/${name}`);
}

/**
 * Returns true if a value could be a path, and of another file than this one. A path that ends like the other may name
 * the same file, relative to another folder.
 */
export function namesOtherFile(value: JsonValue, path: JsonValue | undefined): boolean {
  if (isArray(value)) return value.some((element) => namesOtherFile(element, path));
  if (typeof value !== "string" || typeof path !== "string") return false;
  const [one, other] = [plainPath(value), plainPath(path)];
  return looksLikePath(one) && one !== other && !one.endsWith(`/${other}`) && !other.endsWith(`/${one}`);
}

function plainPath(text: string): string {
  const path = barePath(text).replace(/^(?:\.\/+)+/, "");
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}

/**
 * A word, or several that begin or end like a path. Other words describe what is searched in the file: `function foo`,
 * `main()`.
 */
const looksLikePath = (text: string) => /^[^\s(){}<>;:'"`=*?|,]+$/.test(text) || /^(?:~|\.{1,2})?\/|\.[A-Za-z0-9]{1,8}$/.test(text);
