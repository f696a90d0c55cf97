import type { CallContext } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import type { JsonObject } from "../../contract/json-value.js";
import type { ToolResult } from "../../contract/tool-result.js";
import { readTextFile, type TextFile, writtenFiles } from "../describe-action.js";

/** The old content of the files that a call may write. Files that can't be shown are left out. */
export type Snapshot = ReadonlyMap<string, TextFile>;

export function takeSnapshot(definition: ToolDefinition, params: JsonObject, context: CallContext): Snapshot {
  const texts = writtenFiles(definition, params, context).map((path) => [path, readOrNothing(path)] as const);
  return new Map(texts.filter((entry): entry is readonly [string, TextFile] => entry[1] !== undefined));
}

/**
 * Makes the result that shows how files have changed (`display: diff`): one change as a `FileDiff`, several as a text
 * of diffs, none as the program's output. A failure is shown unchanged.
 */
export async function addDiff(result: ToolResult, before: Snapshot): Promise<ToolResult> {
  if (result.error !== undefined) return result;
  const changes = [...before].flatMap(([filePath, original]) => {
    const now = readOrNothing(filePath);
    return now === undefined || now === original ? [] : [{ filePath, original, proposed: now ?? "" }];
  });
  if (changes.length === 0) return result;
  const { makeFileDiff } = await import("../file-diff.js");
  const diffs = changes.map(makeFileDiff);
  const [first, ...others] = diffs;
  return {
    ...result,
    returnDisplay: first !== undefined && others.length === 0 ? first : diffs.map(({ fileDiff }) => fileDiff).join("\n"),
  };
}

/** Returns `undefined` for an unreadable file, which isn't shown. The tool decides whether it may be read. */
function readOrNothing(path: string): TextFile | undefined {
  try {
    return readTextFile(path);
  } catch {
    return undefined;
  }
}
