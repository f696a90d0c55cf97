import { createHash } from "node:crypto";
import type { CallContext } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import type { JsonObject } from "../json/json-value.js";
import { readTextFile } from "./text-file.js";
import { writtenFiles } from "./written-files.js";

/** Files that somebody is asked about, by their absolute paths: a mark of each, which is another one once its text is. */
export type FileSnapshot = ReadonlyMap<string, string>;

/** The files that a call changes, as they are, where its spec lets the change be found out before (`output.preview`); else none. */
export const filesToShow = (definition: ToolDefinition, params: JsonObject, context: CallContext): FileSnapshot =>
  new Map((definition.output.preview ? writtenFiles(definition, params, context) : []).map((path) => [path, markOf(path)]));

/** The first of the files that is another one by now. */
export const changedSince = (shown: FileSnapshot): string | undefined => [...shown].find(([path, mark]) => markOf(path) !== mark)?.[0];

/**
 * What the model is told whose call was approved for a file that is another one by now. It isn't asked about anew: what the model wants was made for the file as it
 * was, and often holds all of the text, so the new question would be whether to undo what somebody else has written.
 */
export const fileHasChanged = (tool: string, path: string): string =>
  `${tool} was not run: ${path} has changed since the user was asked about this call, so nothing was written. Read it again, and repeat the call if it is still right.`;

/** What can't be shown (no text, too large) has one mark: nobody has seen its content. */
function markOf(path: string): string {
  try {
    const text = readTextFile(path);
    if (text === undefined) return "not shown";
    return text === null ? "absent" : createHash("sha256").update(text).digest("base64url");
  } catch {
    return "not shown";
  }
}
