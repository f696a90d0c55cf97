// The packages in toolgen's bundles, from which a build lists those that are in its outputs.

import { packageFolders, readPackage } from "./bundle.mjs";

/**
 * The packages in bundles, by the files' names, with each text of a licence once: packages of one licence have the same
 * words, but for the holder of the copyright and line breaks. `src/compiler/emit/print/package-lists.ts` reads it.
 */
export async function packageTable(metafiles) {
  const files = Object.entries(metafiles)
    .map(([file, metafile]) => [file, packageFolders(metafile)])
    .filter(([, folders]) => folders.length > 0);
  const read = new Map();
  for (const folder of new Set(files.flatMap(([, folders]) => folders))) read.set(folder, await readPackage(folder));
  const texts = new Map();
  const packages = [...read].map(([folder, { name, version, license, text }]) => {
    const { notice, words } = splitLicence(text);
    const key = words.replaceAll(/\s+/g, " ");
    if (!texts.has(key)) texts.set(key, { at: texts.size, words });
    return [folder, { name, version, license, notice, text: texts.get(key).at }];
  });
  const order = [...read.keys()];
  return {
    files: Object.fromEntries(files.map(([file, folders]) => [file, folders.map((folder) => order.indexOf(folder))])),
    packages: packages.map(([, entry]) => entry),
    texts: [...texts.values()].map(({ words }) => words),
  };
}

/** The lines that name the holders of the copyright, and the rest of a text. */
function splitLicence(text) {
  const lines = text.split("\n");
  const isNotice = (line) => /^\s*(?:copyright (?:\(c\)|©|\d|\[)|©|\(c\) \d)/i.test(line);
  const rest = lines.filter((line) => !isNotice(line));
  return { notice: lines.filter(isNotice).join("\n"), words: rest.join("\n").trim() };
}
