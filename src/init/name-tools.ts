import type { Entry, Proposal } from "./proposal.js";

/** The longest name of a tool, and the longest for which `NAME_output` is a name too. */
const longestNameChars = { usual: 48, background: 41 } as const;

interface Named {
  readonly proposals: readonly Proposal[];
  /** Entries whose names have no letter or digit that is valid in a tool's name. */
  readonly unnamed: readonly Entry[];
}

/** Gives entries valid and unique tool names: `test:unit` of package.json becomes `npm_test_unit`. */
export function nameTools(entries: readonly Entry[]): Named {
  const used = new Set<string>();
  const isNamed = ({ entry }: Entry) => wordsOf(entry).length > 0;
  const proposals = entries.filter(isNamed).map(({ prefix, ...entry }) => {
    const all = (name: string) => [name, ...(entry.isBackground ? [`${name}_output`, `${name}_stop`] : [])];
    const most = entry.isBackground ? longestNameChars.background : longestNameChars.usual;
    const name = freeName(toolName(prefix, entry.entry), { most, isFree: (wanted) => all(wanted).every((one) => !used.has(one)) });
    for (const one of all(name)) used.add(one);
    return { name, ...entry };
  });
  return { proposals, unnamed: entries.filter((entry) => !isNamed(entry)) };
}

const toolName = (prefix: string, entry: string) => [prefix, ...wordsOf(entry)].join("_");

/** Letters with accents lose them: `größe` becomes `grosse`, `déploie` becomes `deploie`. */
const wordsOf = (entry: string): readonly string[] =>
  entry
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[ßæœøłđ]/g, (letter) => plainLetters[letter] ?? letter)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };

function freeName(wanted: string, { most, isFree }: { readonly most: number; readonly isFree: (name: string) => boolean }): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? "" : `_${n}`;
    const name = `${wanted.slice(0, most - suffix.length).replace(/_+$/, "")}${suffix}`;
    if (isFree(name)) return name;
  }
}
