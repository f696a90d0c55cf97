import type { Operation } from "./operation.js";

/** The operations that a user chooses. Those that any list names are chosen; without any list, all are. */
export interface OperationSelection {
  readonly tags: readonly string[];
  /** Paths: each stands for itself and those below it. */
  readonly paths: readonly string[];
  /** Names of operations, or a method and a path: `getPet`, `GET /pets/{id}`. */
  readonly operations: readonly string[];
  /** Deprecated operations are chosen too. Those that `operations` names always are. */
  readonly deprecated: boolean;
}

export interface Selected {
  readonly chosen: readonly Operation[];
  /** Operations that the selection covers but for being deprecated. */
  readonly deprecated: readonly Operation[];
  /** The words of the selection that match nothing. */
  readonly unknown: readonly string[];
}

export const isEverything = ({ tags, paths, operations }: OperationSelection): boolean =>
  tags.length + paths.length + operations.length === 0;

/** Returns the selection of two imports, for the next one. */
export function joinSelections(a: OperationSelection, b: OperationSelection): OperationSelection {
  const deprecated = a.deprecated || b.deprecated;
  if (isEverything(a) || isEverything(b)) return { tags: [], paths: [], operations: [], deprecated };
  const joined = (key: "tags" | "paths" | "operations") => [...new Set([...a[key], ...b[key]])];
  return { tags: joined("tags"), paths: joined("paths"), operations: joined("operations"), deprecated };
}

/** Selects operations of a document, in its order. */
export function selectOperations(all: readonly Operation[], selection: OperationSelection): Selected {
  const hasTag = (tag: string) => (one: Operation) => one.tags.some((own) => own.toLowerCase() === tag.toLowerCase());
  const isBelow = (path: string) => (one: Operation) => one.path === path || one.path.startsWith(`${path.replace(/\/$/, "")}/`);
  const isNamed = (name: string) => (one: Operation) => one.id === name || one.origin.toLowerCase() === name.toLowerCase();
  const byName = selection.operations.map((name) => ({ word: name, matches: isNamed(name) }));
  const others = [
    ...selection.tags.map((tag) => ({ word: tag, matches: hasTag(tag) })),
    ...selection.paths.map((path) => ({ word: path, matches: isBelow(path) })),
  ];
  const isChosenByName = (one: Operation) => byName.some(({ matches }) => matches(one));
  const isCovered = (one: Operation) => isEverything(selection) || others.some(({ matches }) => matches(one));
  const covered = all.filter((one) => isChosenByName(one) || isCovered(one));
  const isWanted = (one: Operation) => selection.deprecated || !one.isDeprecated || isChosenByName(one);
  return {
    chosen: covered.filter(isWanted),
    deprecated: covered.filter((one) => !isWanted(one)),
    unknown: [...byName, ...others].filter(({ matches }) => !all.some(matches)).map(({ word }) => word),
  };
}
