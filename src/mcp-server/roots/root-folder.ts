import { realpathSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isWithin } from "../../runtime/paths/root-of.js";
import { singleLine } from "../../runtime/text/single-line.js";

/** The folder that calls of a client work in, or a sentence that says why there is none. */
export type RootFolder = { readonly ok: true; readonly dir: string } | { readonly ok: false; readonly message: string };

const maxShown = 3;

/** Returns the folder of a client's only root, if it is within `allowed`, a resolved path. */
export function rootFolder(roots: readonly { readonly uri: string }[], allowed: string): RootFolder {
  const [root, ...others] = roots;
  if (root === undefined) return failed("The client has no root to work in. Open a folder in it.");
  if (others.length > 0) {
    const names = roots.slice(0, maxShown).map(({ uri }) => shown(uri));
    const all = roots.length > maxShown ? `${names.join(", ")}, …` : names.join(", ");
    return failed(`The client has ${roots.length} roots (${all}), and this server works in one. Open one folder alone.`);
  }
  const { uri } = root;
  try {
    return within(fileURLToPath(uri), allowed, "The client's root");
  } catch (error) {
    return failed(`The client's root ${shown(uri)} is not a folder of this machine: ${singleLine(String(error), 200)}.`);
  }
}

/** Returns a folder by its real path, which must be within `allowed`. Throws the file system's error. */
export function within(folder: string, allowed: string, what: string): RootFolder {
  const dir = realpathSync(folder);
  if (!statSync(dir).isDirectory()) return failed(`${what} ${shown(dir)} is not a folder.`);
  return isWithin(dir, allowed)
    ? { ok: true, dir }
    : failed(`${what} ${shown(dir)} is outside of ${shown(allowed)}, which --roots allows.`);
}

const shown = (text: string) => `'${singleLine(text, 200)}'`;
const failed = (message: string): RootFolder => ({ ok: false, message });
