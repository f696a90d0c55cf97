import { join } from "node:path";
import { belowFolder } from "../files/below-folder.js";
import { globList } from "../files/glob-list.js";
import { globMatcher, isFolder } from "../files/glob-matcher.js";

/**
 * Returns a filter for a glob, or for a list of globs with commas. A glob without a slash matches names, and any other
 * glob matches paths below the searched folder. A glob that names a folder matches everything below it.
 */
export function fileFilter(glob: string, folder: string): (file: string) => boolean {
  return globMatcher(glob, folder, { nocase: false, byName: true, inFolders: "**" }).matches;
}

/**
 * Globs of names, without braces, that match all files of a glob, and that any program can use to select files. None if
 * there are no such globs.
 */
export function plainNames(glob: string, folder: string): readonly string[] {
  const names = globList(glob).wanted.map((one) => (isFolder(join(folder, belowFolder(one, folder))) ? [] : namesOf(one)));
  return names.some(({ length }) => length === 0) ? [] : [...new Set(names.flat())];
}

function namesOf(glob: string): readonly string[] {
  const name = glob.slice(glob.lastIndexOf("/") + 1);
  const [, start = "", words, end = ""] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(name) ?? [];
  const names = words === undefined ? [name] : words.split(",").map((word) => start + word + end);
  // A comma or a space becomes `?` for a program that accepts neither.
  const plain = names.map((one) => one.replaceAll(/[, ]/g, "?"));
  return plain.every((one) => /^[\w.*?-]+$/.test(one) && !one.includes("**") && !one.includes("..")) ? plain : [];
}
