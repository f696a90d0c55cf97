import type { ToolEditConfirmationDetails } from "../tool/confirmation.js";
import { type Change, makeFileDiff } from "./make-diff.js";

/** A change as somebody is asked about it. */
export function editDetails(
  change: Change,
  { title, onConfirm }: Pick<ToolEditConfirmationDetails, "title" | "onConfirm">,
): ToolEditConfirmationDetails {
  const { fileName, filePath, fileDiff, originalContent, newContent, diffStat } = makeFileDiff(change);
  return { type: "edit", title, fileName, filePath, fileDiff, originalContent, newContent, ...(diffStat && { diffStat }), onConfirm };
}

/** The same question once the user has edited the content: what is confirmed now is what they made of it. */
export function editedDetails(
  details: ToolEditConfirmationDetails,
  { edited, proposed }: { readonly edited: string; readonly proposed: string },
): ToolEditConfirmationDetails {
  const { filePath, originalContent: original, title } = details;
  return editDetails(
    { filePath, original, proposed, edited },
    { title, onConfirm: (outcome, payload) => details.onConfirm(outcome, payload ?? { newContent: edited }) },
  );
}
