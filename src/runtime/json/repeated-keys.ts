/** A key that a map has twice, with the lines of both, counted from 1. */
export interface RepeatedKey {
  readonly key: string;
  readonly first: number;
  readonly line: number;
}

/** A string, with the colon after it that makes it a key, or the beginning or end of a map. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g;

/** Returns the keys that occur twice in one map of a valid JSON text. `JSON.parse` silently takes the last of them. */
export function repeatedKeys(json: string): readonly RepeatedKey[] {
  const maps: Map<string, number>[] = [];
  const repeated: RepeatedKey[] = [];
  const lineAt = (offset: number) => json.slice(0, offset).split("\n").length;
  for (const { 0: token, 1: text, 2: colon, index } of json.matchAll(tokens)) {
    if (token === "{") maps.push(new Map());
    else if (token === "}") maps.pop();
    else if (text !== undefined && colon !== undefined) {
      const key: string = JSON.parse(text);
      const first = maps.at(-1)?.get(key);
      if (first === undefined) maps.at(-1)?.set(key, index);
      else repeated.push({ key, first: lineAt(first), line: lineAt(index) });
    }
  }
  return repeated;
}
