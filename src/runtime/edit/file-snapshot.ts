import { createHash } from "node:crypto";
import type { CallContext } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import type { JsonObject } from "../json/json-value.js";
import { readTextFile } from "./text-file.js";
import { writtenFiles } from "./written-files.js";

/** Files that the user is asked about, by their absolute paths, each with a hash of its text. */
export type FileSnapshot = ReadonlyMap<string, string>;

/**
 * Returns the files that a call changes, as they are now, if its spec allows previewing the change (`output.preview`);
 * otherwise none.
 */
export const filesToShow = (definition: ToolDefinition, params: JsonObject, context: CallContext): FileSnapshot =>
  new Map((definition.output.preview ? writtenFiles(definition, params, context) : []).map((path) => [path, markOf(path)]));

/**
 * Returns the first file that has changed since the snapshot. The user isn't asked again about its call: the model made
 * its change for the old content, often for the whole text, so the new question would be whether to undo another
 * program's change.
 */
export const changedSince = (shown: FileSnapshot): string | undefined => [...shown].find(([path, mark]) => markOf(path) !== mark)?.[0];

/** Files that can't be shown (not text, too large) share one hash, because the user hasn't seen their content. */
function markOf(path: string): string {
  try {
    const text = readTextFile(path);
    if (text === undefined) return "not shown";
    return text === null ? "absent" : createHash("sha256").update(text).digest("base64url");
  } catch {
    return "not shown";
  }
}
