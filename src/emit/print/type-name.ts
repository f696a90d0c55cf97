/**
 * Converts a tool's name, or a key, to the name of a type: `search_text` → `SearchText`, `md5sum` → `Md5Sum`. Capitals
 * inside stay. A text that can't begin a name, or is empty, gets a leading underscore. json-schema-to-typescript
 * changes other names.
 */
export function typeName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .replace(/\d[a-z]/g, (found) => found.toUpperCase());
  return /^[A-Za-z]/.test(joined) ? joined : `_${joined}`;
}

/** Reserves a free name: the requested one, or with the first number after it that makes it free. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}${n}`;
  taken.add(name);
  return name;
}

/**
 * Converts a tool's name to the name of a file beside `index.ts`: `searchText` and `search_text` → `search-text`. Names
 * of tools differ by more than that.
 */
export function fileName(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").split("_");
  const joined = words
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase())
    .join("-");
  return joined === "" || joined === "index" ? `${joined}_` : joined;
}
