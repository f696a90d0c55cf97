import type { ToolEditConfirmationDetails } from "../contract/confirmation.js";
import { type FileChange, makeFileDiff } from "./make-file-diff.js";

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
