import { folderTrust } from "../../call/paths.js";
import { isGitFolder } from "../../contract/names.js";

/**
 * Files that aren't in the table of trusted paths: no tool of toolgen starts Git with its filters, but a script may.
 */
const others = new Set([".gitattributes", "authorized_keys"]);

/**
 * Returns true if programs run or obey a file of this path, as a script writes it. A value that is written there is
 * code.
 */
export function isTrustedFile(path: string): boolean {
  const steps = path.split("/");
  return folderTrust(path) !== undefined || steps.slice(0, -1).some(isGitFolder) || others.has(steps.at(-1) ?? "");
}
