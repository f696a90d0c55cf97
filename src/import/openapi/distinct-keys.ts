import type { LocatedParameter } from "./convert-parameter.js";

/**
 * Returns the parameters without those that are sent under the key of another, which a request has once: `status` and a
 * property of an exploded object. An optional one is left out with a note; a text says that two required ones collide.
 */
export function withDistinctKeys(parameters: readonly LocatedParameter[], notes: string[]): readonly LocatedParameter[] | string {
  const owners = new Map<string, LocatedParameter>();
  const omitted = new Set<LocatedParameter>();
  for (const one of [...parameters].sort((a, b) => Number(b.parameter.isRequired) - Number(a.parameter.isRequired))) {
    const keys = keysOf(one);
    const shared = keys.find((key) => owners.has(key));
    const owner = shared === undefined ? undefined : owners.get(shared);
    if (owner === undefined) for (const key of keys) owners.set(key, one);
    else if (one.parameter.isRequired) return `its parameters '${owner.original}' and '${one.original}' are sent under one name`;
    else {
      omitted.add(one);
      notes.push(`'${one.original}' is left out: it is sent under the same name as '${owner.original}'.`);
    }
  }
  return parameters.filter((one) => !omitted.has(one));
}

/** The keys that a parameter fills. Those of headers are the same in small letters. */
const keysOf = ({ in: location, entries }: LocatedParameter) =>
  entries.map(({ key }) => `${location} ${location === "header" ? key.toLowerCase() : key}`);
