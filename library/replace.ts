import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type HandlerContext, ToolError } from "toolgen/runtime";
import type { ReplaceArgs } from "../generated/tools/replace.js";
import { nearest } from "./edit/nearest.js";
import { lineAt, occurrencesOf, type Stretch } from "./edit/occurrences.js";
import { refusePlaceholders } from "./edit/placeholders.js";
import { refuseUnpaired } from "./edit/unpaired.js";
import { updatedCode } from "./edit/updated-code.js";
import { locked } from "./files/locked.js";
import { notThere } from "./files/not-there.js";
import { encode, lineEndOf, readTextFile, withLineEnds } from "./files/text-file.js";
import { unlessForbidden } from "./files/unless-forbidden.js";
import { writeWhole } from "./files/write-whole.js";

/** The result has the wording of Gemini CLI's tool of this name. Text that isn't replaced keeps its bytes. */
export function replace(args: ReplaceArgs, { cwd }: HandlerContext): string {
  const path = resolve(cwd, args.file_path);
  refuseUnpaired("new_string", args.new_string);
  refusePlaceholders("new_string", { text: args.new_string, before: args.old_string });
  return locked(path, () => unlessForbidden(args.file_path, () => (existsSync(path) ? change(path, args) : create(path, args, cwd))));
}

function create(path: string, { file_path, old_string, new_string }: ReplaceArgs, cwd: string): string {
  if (old_string !== "") return notThere(file_path, { cwd, kind: "file" });
  writeWhole(path, Buffer.from(new_string));
  return `Created new file: ${path} with provided content.`;
}

function change(path: string, args: ReplaceArgs): string {
  const { file_path, old_string, new_string } = args;
  if (old_string === "")
    throw new ToolError(`'${file_path}' exists already, and an empty old_string creates a new file. Give the text to replace.`);
  const file = readTextFile(path);
  if (file === undefined) throw new ToolError(`'${file_path}' is not a text file.`);
  const found = occurrencesOf(old_string, file.text);
  checkCount(args, file.text, found);
  const changed = put(new_string, file.text, found);
  if (changed.text === file.text) throw new ToolError("old_string and new_string are the same: there is nothing to change.");
  const bytes = encode(changed.text, file.encoding);
  if (bytes === undefined)
    throw new ToolError(`'${file_path}' is written in Latin-1, which has no bytes for some characters of new_string.`);
  writeWhole(path, bytes);
  return `Successfully modified file: ${path} (${found.length} replacements). Here is the updated code:\n${updatedCode(changed.text, changed.places)}`;
}

function checkCount(
  { file_path, old_string, allow_multiple, expected_replacements }: ReplaceArgs,
  text: string,
  found: readonly Stretch[],
): void {
  if (found.length === 0) {
    const like = nearest(old_string, text);
    throw new ToolError(
      `old_string isn't in '${file_path}'. ${like ?? "No part of the file is like it."}\nRead that part of the file, and give old_string just as it is there.`,
    );
  }
  if (allow_multiple || found.length === (expected_replacements ?? 1)) return;
  const lines = found.slice(0, 10).map(({ start }) => lineAt(text, start));
  const at = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.slice(0, -1).join(", ")} and ${lines.at(-1)}`;
  const expected = expected_replacements === undefined ? "" : `, not ${expected_replacements}`;
  throw new ToolError(
    `old_string is ${found.length} times in '${file_path}'${expected}, at ${at}${found.length > lines.length ? " and more" : ""}. Give more of the lines around the one that is meant, or set allow_multiple to replace all.`,
  );
}

/** The text with the new text at these positions, in the existing line ends. */
function put(replacement: string, text: string, found: readonly Stretch[]): { readonly text: string; readonly places: readonly Stretch[] } {
  const usual = lineEndOf(text);
  const places: Stretch[] = [];
  let made = "";
  let last = 0;
  for (const { start, end } of found) {
    const replaced = text.slice(start, end);
    made += text.slice(last, start);
    const from = made.length;
    made += withLineEnds(replacement, replaced.includes("\n") ? lineEndOf(replaced) : usual);
    places.push({ start: from, end: made.length });
    last = end;
  }
  return { text: made + text.slice(last), places };
}
