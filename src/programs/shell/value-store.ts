import { anyFile, mayBeSameFile } from "./file-names.js";
import type { OutsideValues } from "./outside-values.js";
import type { Hole } from "./script-template.js";

/** The names by which a file is the script's own input: `/dev/stdin`, `/proc/self/fd/0`. */
const inputNames = ["stdin", "0"];

/** The values that the variables and files of a script may hold. It starts with those that come from outside. */
export class ValueStore {
  readonly variables: Map<string, Set<Hole>>;
  readonly files: Map<string, Set<Hole>>;
  /** The keys of `files` that are patterns. */
  readonly #patterns = new Set<string>();

  constructor(outside: OutsideValues) {
    this.variables = new Map([
      ...["@", "0"].map((name) => [name, new Set(outside.positional)] as const),
      ...[...outside.variables].map(([name, holes]) => [name, new Set(holes)] as const),
    ]);
    this.files = new Map([
      ...[...outside.files].map(([name, holes]) => [name, new Set(holes)] as const),
      ...inputNames.map((name) => [name, new Set(outside.stdin)] as const),
    ]);
  }

  /** The written files that may be one of some names. Few names are patterns. */
  sameFiles(names: readonly string[]): readonly string[] {
    if (names.some(isPattern)) return [...this.files.keys()].filter((name) => names.some((one) => mayBeSameFile(one, name)));
    return [...names, ...[...this.#patterns].filter((pattern) => names.some((name) => mayBeSameFile(name, pattern)))];
  }

  /** Returns true if a value is new. */
  addToVariables(keys: readonly string[], holes: readonly Hole[]): boolean {
    return addTo(this.variables, keys, holes);
  }

  /** Returns true if a value is new. */
  addToFiles(keys: readonly string[], holes: readonly Hole[]): boolean {
    if (holes.length > 0) for (const key of keys.filter(isPattern)) this.#patterns.add(key);
    return addTo(this.files, keys, holes);
  }
}

const isPattern = (name: string) => name.includes(anyFile);

/** Adds placeholders to the sets of some keys, and returns whether one is new. */
function addTo(map: Map<string, Set<Hole>>, keys: readonly string[], holes: readonly Hole[]): boolean {
  let isNew = false;
  for (const key of holes.length === 0 ? [] : keys) {
    const before = map.get(key);
    const others = before === undefined ? holes : holes.filter((hole) => !before.has(hole));
    if (others.length === 0) continue;
    isNew = true;
    map.set(key, new Set([...(before ?? []), ...others]));
  }
  return isNew;
}
