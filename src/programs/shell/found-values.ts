import { anyFile, mayBeSameFile } from "./file-names.js";
import type { OutsideValues } from "./outside-values.js";
import type { SimpleCommand } from "./script.js";
import type { Hole } from "./script-template.js";

/** Stand among the variables for names of files, and for what a program was given. */
export const fileNames = "names of files";
export const givenKey = (program: string) => `what ${program} was given`;

/** The names of `$0` in bash, where an assignment sets it, and in zsh. */
const namesOfZero: readonly string[] = ["BASH_ARGV0", "ZSH_ARGZERO"];

/** `$1` and the others are one variable: `shift` and functions move values among them. */
export const variableKey = (variable: string): string => {
  if (namesOfZero.includes(variable)) return "0";
  return /^(?:[1-9][0-9]*|[@*])$/.test(variable) ? "@" : variable;
};

/**
 * The values that were found so far: in variables, in files, and in commands that change the folder to one that a value
 * names. A new one calls the listeners, because results of earlier look-ups are without it.
 */
export class FoundValues {
  readonly store: ValueStore;
  readonly movers = new Map<SimpleCommand, readonly Hole[]>();
  readonly #onValue: (() => void)[] = [];
  readonly #onFile: (() => void)[] = [];

  constructor(outside: OutsideValues) {
    this.store = new ValueStore(outside);
  }

  /** Calls a function after each new value, or only after those in files. */
  onChange(kind: "value" | "file", listener: () => void): void {
    (kind === "file" ? this.#onFile : this.#onValue).push(listener);
  }

  addToVariables(keys: readonly string[], holes: readonly Hole[]): void {
    if (this.store.addToVariables(keys, holes)) call(this.#onValue);
  }

  addToFiles(keys: readonly string[], holes: readonly Hole[]): void {
    if (this.store.addToFiles(keys, holes)) call([...this.#onValue, ...this.#onFile]);
  }

  /** Adds the values by which a command changes the folder. */
  addMover(command: SimpleCommand, folder: readonly Hole[]): void {
    if (folder.length <= (this.movers.get(command)?.length ?? 0)) return;
    this.movers.set(command, folder);
    call(this.#onValue);
  }

  /** The number of values in all places. It only grows. */
  get size(): number {
    const { variables, files } = this.store;
    const sizes = [...variables.values(), ...files.values()].map((holes) => holes.size);
    return [...sizes, ...[...this.movers.values()].map((holes) => new Set(holes).size)].reduce((sum, size) => sum + size, 0);
  }
}

function call(listeners: readonly (() => void)[]): void {
  for (const listener of listeners) listener();
}

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
