import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type HandlerContext, ToolError } from "toolgen/runtime";
import type { ReadFileArgs } from "../generated/tools/read-file.js";
import { ignoreRules } from "./files/ignore-rules.js";
import { kindOfFile, mediaOf } from "./files/kind-of-file.js";
import { notThere } from "./files/not-there.js";
import { readLines } from "./files/read-lines.js";
import { asPart } from "./files/show-part.js";
import { unlessForbidden } from "./files/unless-forbidden.js";

/** Text with a note after it if it isn't the whole file, or the file as an image or audio. */
export async function readFile(args: ReadFileArgs, { cwd, signal }: HandlerContext) {
  const { file_path, start_line, limit } = args;
  const path = resolve(cwd, file_path);
  const kind = unlessForbidden(file_path, () => kindOfFile(path)) ?? notThere(file_path, { cwd, kind: "file" });
  const isExcluded = ignoreRules(cwd, { git: args.respect_git_ignore, gemini: true });
  // A link to an excluded file must not give access to it.
  if (isExcluded(path, false) || isExcluded(realpathSync.native(path), false))
    throw new ToolError(
      args.respect_git_ignore
        ? `'${file_path}' is left out by the project's ignore files. To read a file that .gitignore leaves out, set respect_git_ignore to false.`
        : `'${file_path}' is left out by .geminiignore, or belongs to Git: it isn't read.`,
    );
  if (kind.is === "media") return mediaOf(path, kind);
  if (kind.is === "binary") return `[${file_path} is a binary file of ${kind.size} bytes${kind.type}: it can't be shown as text.]`;

  const from = Math.max(1, start_line ?? 1);
  const to = limit === undefined ? args.end_line : from + limit - 1;
  if (to !== undefined && to < from) throw new ToolError(`end_line ${to} comes before start_line ${from}.`);
  const read = await readLines(path, { encoding: kind.encoding, whole: kind.whole, from, to, signal });
  if (read.total === 0) return "[The file is empty.]";
  if (from > read.total)
    throw new ToolError(`The file has ${read.total} ${read.total === 1 ? "line" : "lines"}, so there is no line ${from}.`);
  return asPart(read, { from, encoding: kind.encoding });
}
