import { createHash } from "node:crypto";
import { readTextFile, type TextFile } from "./text-file.js";

/** Files that somebody was asked about, by their absolute paths: a mark of each, which is another one once the text is. */
export type FilesAsShown = ReadonlyMap<string, string>;

/** The mark of a file whose text was shown; `null`: there was none. */
export const markOfText = (text: TextFile): string => (text === null ? "absent" : createHash("sha256").update(text).digest("base64url"));

/** Files as they are. One that can't be shown (no text, too large) is only known not to be shown. */
export const asShown = (paths: readonly string[]): FilesAsShown => new Map(paths.map((path) => [path, markOf(path)]));

/** The first of the files that is another one by now. */
export const changedSince = (shown: FilesAsShown): string | undefined => [...shown].find(([path, mark]) => markOf(path) !== mark)?.[0];

/**
 * What the model is told whose call was approved for a file that is another one by now. It isn't asked about anew: what the model wants was made for the file as it
 * was, and often holds all of the text, so the new question would be whether to undo what somebody else has written.
 */
export const fileHasChanged = (tool: string, path: string): string =>
  `${tool} was not run: ${path} has changed since the user was asked about this call, so nothing was written. Read it again, and make the call anew if it is still right.`;

function markOf(path: string): string {
  try {
    const text = readTextFile(path);
    return text === undefined ? "not shown" : markOfText(text);
  } catch {
    return "not shown";
  }
}
