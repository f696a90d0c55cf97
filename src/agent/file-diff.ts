import { basename } from "node:path";
import { formatPatch, type StructuredPatch, structuredPatch } from "diff";
import type { DiffStat, FileDiff, ToolEditConfirmationDetails } from "../contract/confirmation.js";

/** One file's change: its old text, the tool's proposal, and the final text after the user's edit. */
export interface FileChange {
  /** Absolute. */
  readonly filePath: string;
  /** `null` if there was no file. */
  readonly original: string | null;
  readonly proposed: string;
  /** The user's edit of the proposal; absent if the user changed nothing. */
  readonly edited?: string | undefined;
}

/**
 * With more changed lines than this, a diff shows both texts whole: finding the smallest change takes time that grows
 * with their square.
 */
const mostChanges = 2000;

/** The change as clients show it, with a unified diff (three lines of context) and the shares of model and user. */
export function makeFileDiff(change: FileChange): FileDiff {
  const { filePath, original, proposed, edited } = change;
  const fileName = basename(filePath);
  const model = patchOf({ fileName, from: original ?? "", to: proposed });
  const shown = edited === undefined ? model : patchOf({ fileName, from: original ?? "", to: edited });
  const user = edited === undefined ? undefined : patchOf({ fileName, from: proposed, to: edited });
  return {
    fileDiff: formatPatch(shown),
    fileName,
    filePath,
    originalContent: original,
    newContent: edited ?? proposed,
    diffStat: diffStat(model, user),
    ...(original === null ? { isNewFile: true } : {}),
  };
}

function diffStat(modelPatch: StructuredPatch, userPatch: StructuredPatch | undefined): DiffStat {
  const model = counted(modelPatch);
  const user = counted(userPatch);
  return {
    model_added_lines: model.added.lines,
    model_removed_lines: model.removed.lines,
    model_added_chars: model.added.chars,
    model_removed_chars: model.removed.chars,
    user_added_lines: user.added.lines,
    user_removed_lines: user.removed.lines,
    user_added_chars: user.added.chars,
    user_removed_chars: user.removed.chars,
  };
}

interface Texts {
  readonly fileName: string;
  readonly from: string;
  readonly to: string;
}

function patchOf({ fileName, from, to }: Texts): StructuredPatch {
  const least = structuredPatch(fileName, fileName, from, to, "Current", "Proposed", { context: 3, maxEditLength: mostChanges });
  return least ?? replacement({ fileName, from, to });
}

/** Removes all of one text and adds all of the other. */
function replacement({ fileName, from, to }: Texts): StructuredPatch {
  const whole = (from: string, to: string) => structuredPatch(fileName, fileName, from, to, "Current", "Proposed", { context: 0 });
  const removed = whole(from, "").hunks[0];
  const added = whole("", to).hunks[0];
  const patch = whole("", "");
  if (removed === undefined || added === undefined) return patch;
  const { oldStart, oldLines } = removed;
  const { newStart, newLines } = added;
  return { ...patch, hunks: [{ oldStart, oldLines, newStart, newLines, lines: [...removed.lines, ...added.lines] }] };
}

function counted(patch: StructuredPatch | undefined) {
  const lines = (patch?.hunks ?? []).flatMap((hunk) => hunk.lines);
  const of = (sign: string) => {
    const found = lines.filter((line) => line.startsWith(sign));
    return { lines: found.length, chars: found.reduce((sum, line) => sum + line.length - 1, 0) };
  };
  return { added: of("+"), removed: of("-") };
}

/** Describes a change for its confirmation. */
export function editDetails(
  change: FileChange,
  { title, systemMessage, onConfirm }: Pick<ToolEditConfirmationDetails, "title" | "systemMessage" | "onConfirm">,
): ToolEditConfirmationDetails {
  const { fileName, filePath, fileDiff, originalContent, newContent, diffStat } = makeFileDiff(change);
  const more = { ...(systemMessage !== undefined && { systemMessage }), ...(diffStat && { diffStat }) };
  return { type: "edit", title, fileName, filePath, fileDiff, originalContent, newContent, ...more, onConfirm };
}

/** The same confirmation after the user has edited the content: the user now confirms their own version. */
export function editedDetails(
  details: ToolEditConfirmationDetails,
  { edited, proposed }: { readonly edited: string; readonly proposed: string },
): ToolEditConfirmationDetails {
  const { filePath, originalContent: original, title, systemMessage } = details;
  return editDetails(
    { filePath, original, proposed, edited },
    {
      title,
      ...(systemMessage !== undefined && { systemMessage }),
      onConfirm: (outcome, payload) => details.onConfirm(outcome, payload ?? { newContent: edited }),
    },
  );
}
