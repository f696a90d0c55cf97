import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { HandlerContext } from "toolgen/runtime";
import type { WriteFileArgs } from "../generated/tools/write-file.js";
import { refusePlaceholders } from "./edit/placeholders.js";
import { refuseUnpaired } from "./edit/unpaired.js";
import { locked } from "./files/locked.js";
import { encode, keptLineEnd, plainEncoding, readTextFile, withLineEnds } from "./files/text-file.js";
import { unlessForbidden } from "./files/unless-forbidden.js";
import { writeWhole } from "./files/write-whole.js";

/**
 * A text file that is there keeps its encoding, and what most of its lines end in: models are shown LF whatever a file
 * has, and some send CRLF whatever it has. What isn't text is overwritten by UTF-8.
 */
export function writeFile({ file_path, content }: WriteFileArgs, { cwd }: HandlerContext): string {
  const path = resolve(cwd, file_path);
  refuseUnpaired("content", content);
  return locked(path, () => unlessForbidden(file_path, () => write(path, content)));
}

function write(path: string, content: string): string {
  const isNew = !existsSync(path);
  const old = isNew ? undefined : readTextFile(path);
  refusePlaceholders("content", { text: content, before: old?.text ?? "" });
  const end = old === undefined ? undefined : keptLineEnd(old.text);
  const text = end === undefined ? content : withLineEnds(content, end);
  const bytes = encode(old?.encoding.bom ? text.replace(/^\uFEFF/, "") : text, old?.encoding ?? plainEncoding);
  writeWhole(path, bytes ?? Buffer.from(text));
  const count = text.split("\n").length - (text.endsWith("\n") || text === "" ? 1 : 0);
  return [
    isNew ? `Successfully created and wrote to new file: ${path}.` : `Successfully overwrote file: ${path}.`,
    `It has ${count} ${count === 1 ? "line" : "lines"}.`,
    ...(end === "\r\n" ? ["Its lines end in CRLF."] : []),
    ...(end === "\n" && text !== content ? ["Its lines end in LF, as before."] : []),
    ...(bytes === undefined ? ["It is UTF-8 now: the text has characters that its old encoding lacks."] : []),
  ].join(" ");
}
