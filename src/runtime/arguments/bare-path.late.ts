import { mayHaveMore } from "./may-have-more.js";

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
