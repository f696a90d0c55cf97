// The licence texts of bundled packages.

import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "./bundle.mjs";

/** The licence texts of the packages whose code is in a bundle, by the names of the packages. */
export async function licences(bundle, { outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0));
  const folders = [...new Set(files.filter((file) => file.includes("node_modules/")).map(packageFolder))].sort();
  const texts = await Promise.all(folders.map(licence));
  return `The file ${bundle} holds code of these packages.\n\n${texts.join("\n")}`;
}

/** `node_modules/@scope/name` of `node_modules/@scope/name/dist/file.js`. */
const packageFolder = (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? dirname(file);

async function licence(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
  const file = (await readdir(join(root, folder))).sort().find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} comes without the text of its licence`);
  const text = (await readFile(join(root, folder, file), "utf8")).replaceAll("\r\n", "\n").trim();
  return `${"=".repeat(80)}\n${name} ${version} (${license})\n\n${text}\n`;
}
