/** Returns true if a text contains an unresolved merge of Git's: both of its outer markers begin a line. */
export const hasConflict = (text: string): boolean => /^<{7} /m.test(text) && /^>{7} /m.test(text);

/** A line with which Git separates the two sides, or the base of both. */
const marker = /^(?:<{7} .*|\|{7} .*|={7}|>{7} .*)$/;

const head = /^\s*"(version|toolgen)": (\d+|"[^"\\]*"),?$/;
const entry = /^\s*("(?:[^"\\]|\\.)+"): ("[0-9a-f]*"|null),?$/;
const frame = /^\s*(?:\{|\}|"files": \{|)$/;

export interface MergedManifest {
  readonly version: number;
  readonly toolgen: string;
  readonly files: Readonly<Record<string, unknown>>;
}

/**
 * Reads a manifest in which a merge left markers, or the lines of both sides without the commas between them. Returns
 * the entries of all sides: an extra one is harmless, because a build deletes only files that no spec produces. Returns
 * `undefined` if neither toolgen nor Git writes such a line.
 */
export function readMergedManifest(text: string): MergedManifest | undefined {
  const files: Record<string, unknown> = {};
  const found = { version: 0, toolgen: "" };
  for (const line of text.split(/\r?\n/)) {
    const [, key, value = ""] = head.exec(line) ?? [];
    const [, path, hash = ""] = entry.exec(line) ?? [];
    if (key === "version") found.version = Math.max(found.version, Number(value));
    else if (key === "toolgen") found.toolgen = value.slice(1, -1);
    else if (path !== undefined) files[JSON.parse(path)] = JSON.parse(hash);
    else if (!marker.test(line) && !frame.test(line)) return undefined;
  }
  return found.version === 0 || found.toolgen === "" ? undefined : { ...found, files };
}
