import { mkdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type HandlerContext, ToolError } from "toolgen/runtime";
import type { MoveFileArgs } from "../generated/tools/move-file.js";
import { locked } from "./files/locked.js";
import { lstatOrNone } from "./files/lstat-or-none.js";
import { notThere } from "./files/not-there.js";
import { putAt } from "./files/put-at.js";
import { unlessForbidden } from "./files/unless-forbidden.js";

/** Moves a file or a link; a link stays a link. */
export function moveFile({ source, destination, overwrite }: MoveFileArgs, { cwd }: HandlerContext): string {
  const [from, to] = [resolve(cwd, source), resolve(cwd, destination)];
  const found = lstatOrNone(from) ?? notThere(source, { cwd, kind: "file" });
  if (found.isDirectory()) throw new ToolError(`'${source}' is a folder, and only files are moved. Move its files, one a call.`);
  if (from === to) throw new ToolError(`'${source}' and '${destination}' are the same path.`);
  return locked(from, () => locked(to, () => unlessForbidden(destination, () => move(), "moved to")));

  function move(): string {
    const there = lstatOrNone(to);
    if (there?.isDirectory() || destination.endsWith("/"))
      throw new ToolError(`'${destination}' is a folder. Give the whole path: ${join(destination, basename(source))}`);
    // If names differ only in case, a file system may find the file itself.
    const isSame = there !== undefined && there.ino === found.ino && there.dev === found.dev && there.nlink === 1;
    mkdirSync(dirname(to), { recursive: true });
    if (!putAt({ from, to, overwrite: overwrite || isSame }))
      throw new ToolError(
        `There is a file '${destination}' already. Choose another name, or call again with overwrite: true to replace what it holds.`,
      );
    return `Moved ${source} to ${destination}.${found.isSymbolicLink() ? " It is a link, and leads where it says, counted from its new folder." : ""}`;
  }
}
