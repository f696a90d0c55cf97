import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";

/** A step to a value: a key, or the index of an element. */
export type EditPath = readonly (string | number)[];

/** A change of a user's spec; without a value, the key is removed. */
export interface Edit {
  readonly path: EditPath;
  readonly value: JsonValue | undefined;
}

/** A value that both the user and the source changed, in different ways. The user's is kept. */
export interface Conflict {
  readonly path: EditPath;
  /** The value in the new import; `undefined` if it is gone. */
  readonly imported: JsonValue | undefined;
}

export interface Merged {
  readonly edits: readonly Edit[];
  readonly conflicts: readonly Conflict[];
}

/** The same spec three times. A missing value is `undefined`. */
export interface Versions<T extends JsonValue | undefined = JsonValue | undefined> {
  /** The spec that the last import wrote. */
  readonly base: T;
  /** The spec with the user's edits. */
  readonly own: T;
  /** The spec that this import would write. */
  readonly imported: T;
}

/**
 * Returns the edits that bring a new import into a spec that its user has changed: the import's changes where the user
 * made none. Where both changed a value, the user's is kept.
 */
export function mergeValues(versions: Versions, path: EditPath = []): Merged {
  const { base, own, imported } = versions;
  if (same(imported, base) || same(imported, own)) return unchanged;
  // Key by key also where the user changed nothing, because comments belong to keys.
  if (isJsonObject(own) && isJsonObject(imported)) return mergeMaps({ base: isJsonObject(base) ? base : {}, own, imported }, path);
  if (same(own, base)) return { edits: [{ path, value: imported }], conflicts: [] };
  if (isSet(own) && isSet(imported) && (base === undefined || isSet(base))) return mergeSets({ base: base ?? [], own, imported }, path);
  if (isNamedList(own) && isNamedList(imported) && (base === undefined || isNamedList(base)))
    return mergeNamedLists({ base: base ?? [], own, imported }, path);
  return { edits: [], conflicts: [{ path, imported }] };
}

const unchanged: Merged = { edits: [], conflicts: [] };

const same = (a: JsonValue | undefined, b: JsonValue | undefined) => (a === undefined || b === undefined ? a === b : deepEqual(a, b));

function mergeMaps({ base, own, imported }: Versions<JsonObject>, path: EditPath): Merged {
  const keys = [...new Set([...Object.keys(own), ...Object.keys(imported), ...Object.keys(base)])];
  const at = (map: JsonObject, key: string) => (Object.hasOwn(map, key) ? map[key] : undefined);
  return joined(keys.map((key) => mergeValues({ base: at(base, key), own: at(own, key), imported: at(imported, key) }, [...path, key])));
}

const joined = (all: readonly Merged[]): Merged => ({
  edits: all.flatMap(({ edits }) => edits),
  conflicts: all.flatMap(({ conflicts }) => conflicts),
});

/** Lists of words, such as `required` and `enum`, whose order has no meaning. */
const isSet = (value: JsonValue | undefined): value is readonly (string | number | boolean | null)[] =>
  Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);

function mergeSets({ base, own, imported }: Versions<readonly JsonValue[]>, path: EditPath): Merged {
  const removed = base.filter((item) => !imported.includes(item));
  const added = imported.filter((item) => !base.includes(item) && !own.includes(item));
  const value = [...own.filter((item) => !removed.includes(item)), ...added];
  return same(value, own) ? unchanged : { edits: [{ path, value }], conflicts: [] };
}

type NamedList = readonly (JsonObject & { readonly name: string })[];

/** Lists whose elements have different names: examples. */
function isNamedList(value: JsonValue | undefined): value is NamedList {
  if (!Array.isArray(value)) return false;
  const names = value.map((item: JsonValue) => (isJsonObject(item) ? item.name : undefined));
  return names.every((name) => typeof name === "string") && new Set(names).size === names.length;
}

function mergeNamedLists({ base, own, imported }: Versions<NamedList>, path: EditPath): Merged {
  const named = (list: NamedList, name: string) => list.find((item) => item.name === name);
  const known = own.map((item, index) =>
    mergeValues({ base: named(base, item.name), own: item, imported: named(imported, item.name) }, [...path, index]),
  );
  const added = imported.filter(({ name }) => named(own, name) === undefined && named(base, name) === undefined);
  const missing = imported.filter(({ name }) => named(own, name) === undefined && named(base, name) !== undefined);
  const changed = missing.filter((item) => !same(item, named(base, item.name)));
  return joined([
    ...known,
    {
      edits: added.map((value, index) => ({ path: [...path, own.length + index], value })),
      conflicts: changed.map((item) => ({ path, imported: item })),
    },
  ]);
}
