import type { Entry, Proposal } from "./proposal.js";

/** The longest name that a tool may have, and one of which `NAME_output` must be a name too. */
const longest = { usual: 48, background: 41 } as const;

/** Gives entries names that tools may have, each its own: `test:unit` of package.json becomes `npm_test_unit`. */
export function nameTools(entries: readonly Entry[]): readonly Proposal[] {
  const used = new Set<string>();
  return entries.map(({ prefix, ...entry }) => {
    const all = (name: string) => [name, ...(entry.isBackground ? [`${name}_output`, `${name}_stop`] : [])];
    const most = entry.isBackground ? longest.background : longest.usual;
    const name = freeName(toolName(prefix, entry.entry), { most, isFree: (wanted) => all(wanted).every((one) => !used.has(one)) });
    for (const one of all(name)) used.add(one);
    return { name, ...entry };
  });
}

function toolName(prefix: string, entry: string): string {
  const words = entry
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  return [prefix, ...words].join("_");
}

function freeName(wanted: string, { most, isFree }: { readonly most: number; readonly isFree: (name: string) => boolean }): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? "" : `_${n}`;
    const name = `${wanted.slice(0, most - suffix.length).replace(/_+$/, "")}${suffix}`;
    if (isFree(name)) return name;
  }
}
