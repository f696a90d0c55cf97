import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { isPrivateFolder } from "./is-private-folder.js";

type Variables = Readonly<Record<string, string | undefined>>;

const dayMs = 24 * 60 * 60 * 1000;
/**
 * Names of toolgen's files there: full outputs, and folders of calls that were killed before they could remove them.
 */
const ourNames = /^(?:[\w-]+-[0-9a-f]{16}(?:\.stderr)?\.[a-z0-9]+|call-[0-9a-f]{32})$/;

/** The user's own folder for leftovers of calls: `toolgen-UID` in the temporary folder that `env` names. */
export function userTempFolderPath(env: Variables): string | undefined {
  const user = process.getuid?.();
  return user === undefined ? undefined : join(resolve(env.TMPDIR || "/tmp"), `toolgen-${user}`);
}

/** Returns why `userTempFolder` has no folder, as a clause. */
export const unusableTempFolder = (env: Variables): string =>
  `the folder for temporary files, ${userTempFolderPath(env)}, can't be created, or is not this user's own`;

/**
 * Creates that folder if it is missing. Returns `undefined` if it can't be created, or isn't the user's own: in a
 * shared `/tmp` any user can create one of this name, or a link. Content that is older than a day is deleted.
 */
export function userTempFolder(env: Variables): string | undefined {
  const folder = userTempFolderPath(env);
  if (folder === undefined) return undefined;
  if (!isPrivateFolder(folder)) return undefined;
  removeOld(folder);
  return folder;
}

/**
 * A call looks at this many files that can stay. In a folder with hundreds, looking at all takes longer than all other
 * work of a call.
 */
const mostLooks = 16;

/** In a folder with more files than that, one call of so many looks at some. */
const callsASweep = 4;

/** Removes old files, from any one on, until it has seen enough young ones. So later calls find those that are left. */
function removeOld(folder: string): void {
  const names = readdirSync(folder);
  if (names.length > mostLooks && Math.random() * callsASweep > 1) return;
  const start = names.length > mostLooks ? Math.floor(Math.random() * names.length) : 0;
  for (let i = 0, young = 0; i < names.length && young < mostLooks; i++) {
    const name = names[(start + i) % names.length] ?? "";
    if (!ourNames.test(name)) continue;
    const path = join(folder, name);
    try {
      if (Date.now() - lstatSync(path).mtimeMs > dayMs) rmSync(path, { recursive: true });
      else young++;
    } catch {
      // Another call removed it first.
    }
  }
}
