import { isArray, type JsonValue } from "../../contract/json-value.js";
import { mayHaveMore } from "./repair-plan.js";

/** Text that models put around a path: Markdown's code marks and quotes, a link to itself, the scheme of a file URL. */
const wrappings: readonly RegExp[] = [/^`+([^`]+)`+$/, /^"([^"]+)"$/, /^'([^']+)'$/, /^<([^<>\s]+)>$/];
const link = /^\[([^[\]]+)\]\(<?([^()<>\s]+)>?\)$/;

/** Returns a path without the white space, quotes or Markdown around it. */
export function barePath(text: string): string {
  if (!mayHaveMore(text)) return text;
  let path = text;
  for (let round = 0; round < 5; round++) {
    const bare = unwrapped(path.trim());
    if (bare === path || bare === "") return path;
    path = bare;
  }
  return path;
}

function unwrapped(path: string): string {
  for (const pattern of wrappings) {
    const inner = pattern.exec(path)?.[1];
    if (inner !== undefined) return inner;
  }
  const [, label, target] = link.exec(path) ?? [];
  if (label !== undefined && plainPath(label) === plainPath(target ?? "")) return label;
  return path.startsWith("file:///") ? fromUrl(path) : path;
}

const plainPath = (path: string) => path.replace(/^\.\//, "");

/**
 * Returns the path of a file URL on this machine. A URL with a query or a fragment isn't one, so it stays unchanged.
 */
function fromUrl(url: string): string {
  if (/[?#]|^file:\/\/\/[A-Za-z]:/.test(url)) return url;
  try {
    return decodeURIComponent(url.slice("file://".length));
  } catch {
    return url;
  }
}

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
  const [one, other] = [comparablePath(value), comparablePath(path)];
  return looksLikePath(one) && one !== other && !one.endsWith(`/${other}`) && !other.endsWith(`/${one}`);
}

function comparablePath(text: string): string {
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
