import type { PreparedToRun } from "../../runtime/call/prepared-or-refused.js";
import type { CallContext } from "../../runtime/contract/call.js";
import { makeFileDiff } from "../../runtime/edit/make-file-diff.js";
import { previewChange } from "../../runtime/edit/preview-change.js";
import { escapeControl } from "../../runtime/text/escape-control.js";
import { shortened } from "../../runtime/text/single-line.js";

/** More lines don't help the user. The middle is left out, so that the user sees the end. */
const firstLines = 150;
const lastLines = 50;
const longestLine = 400;

/**
 * Returns the change that a call would make, in lines of an elicitation, with a prefix that no line of the server
 * begins with. Returns no lines if the change is unknown.
 */
export async function changeLines(
  prepared: PreparedToRun,
  { context, signal }: { readonly context: CallContext; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  if (!prepared.tool.definition.output.preview) return [];
  const change = await previewChange(prepared, { context, signal }).catch(() => undefined);
  signal.throwIfAborted();
  if (change === undefined || change === "unchanged") return [];
  const lines = makeFileDiff(change).fileDiff.replace(/\n$/, "").split("\n");
  const first = lines.findIndex((line) => line.startsWith("@@"));
  const shown = first === -1 ? ["A new file without content."] : lines.slice(first);
  const omitted = shown.length - firstLines - lastLines;
  const asShown = (line: string) => `│ ${shortened(escapeControl(line), longestLine)}`;
  if (omitted <= 0) return shown.map(asShown);
  const between = `│ … ${omitted} ${omitted === 1 ? "line" : "lines"} of the change left out here …`;
  return [...shown.slice(0, firstLines).map(asShown), between, ...shown.slice(-lastLines).map(asShown)];
}
