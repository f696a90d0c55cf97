/** The part of a name that is read. Names of tools are shorter. */
const maxRead = 300;

/** Splits a name into words of small letters and digits: `listForRepo`, `list-for-repo` → `list`, `for`, `repo`. */
export const wordsIn = (name: string): readonly string[] =>
  name
    .slice(0, maxRead)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** Returns the words as a name of at most `most` characters that doesn't begin with a digit, cut between words. */
export function joinWords(words: readonly string[], { most, empty }: { readonly most: number; readonly empty: string }): string {
  const joined = words.length === 0 ? empty : words.join("_");
  const name = /^\d/.test(joined) ? `_${joined}` : joined;
  if (name.length <= most) return name;
  const cut = name.slice(0, most + 1).lastIndexOf("_");
  return name.slice(0, cut > most / 2 ? cut : most);
}

/** Returns the first of `NAME`, `NAME_2`, `NAME_3`, … that is free. No name gets longer than `most`. */
export function numberedName(wanted: string, isFree: (name: string) => boolean, most: number): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? "" : `_${n}`;
    const name = `${wanted.slice(0, most - suffix.length)}${suffix}`;
    if (isFree(name)) return name;
  }
}
