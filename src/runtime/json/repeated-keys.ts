/** A key that a map has twice: the lines on which it stands, the first and the later one, counted from 1. */
export interface RepeatedKey {
  readonly key: string;
  readonly first: number;
  readonly line: number;
}

/** A string, with the colon behind it that makes it a key, or a map's beginning or end. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g;

/** The keys that are given twice in one map of a valid JSON text, of which `JSON.parse` takes the last and says nothing. */
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
