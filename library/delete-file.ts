import { readdirSync, realpathSync, rmdirSync, unlinkSync } from "node:fs";
import { resolve } from "node:path";
import { type HandlerContext, ToolError } from "toolgen/runtime";
import type { DeleteFileArgs } from "../generated/tools/delete-file.js";
import { isBelow } from "./files/is-below.js";
import { locked } from "./files/locked.js";
import { lstatOrNone } from "./files/lstat-or-none.js";
import { notThere } from "./files/not-there.js";
import { unlessForbidden } from "./files/unless-forbidden.js";

/** The number of a folder's entries that the message names. */
const mostNamed = 5;

/**
 * Deletes a file, a link or an empty folder; the file system itself refuses a folder that has got an entry meanwhile.
 */
export function deleteFile({ path }: DeleteFileArgs, { cwd }: HandlerContext): string {
  const full = resolve(cwd, path);
  const found = lstatOrNone(full) ?? notThere(path, { cwd, kind: "file or folder" });
  if (found.isDirectory()) return unlessForbidden(path, () => deleteFolder(path, { full, cwd }), "deleted");
  locked(full, () => unlessForbidden(path, () => unlinkSync(full), "deleted"));
  return found.isSymbolicLink() ? `Deleted the link ${path}. What it led to is still there.` : `Deleted ${path}.`;
}

function deleteFolder(path: string, { full, cwd }: { readonly full: string; readonly cwd: string }): string {
  if (isBelow(realpathSync(cwd), realpathSync(full))) throw new ToolError(`'${path}' is the workspace, or holds it, and is not deleted.`);
  const names = readdirSync(full).sort();
  if (names.length > 0) throw new ToolError(`'${path}' ${holding(names)}. Delete what is in it first.`);
  rmdirSync(full);
  return `Deleted the empty folder ${path}.`;
}

function holding(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(", ");
  const more = names.length > mostNamed ? " and more" : "";
  return `holds ${names.length} ${names.length === 1 ? "entry" : "entries"}: ${shown}${more}`;
}
