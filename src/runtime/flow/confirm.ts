import type { ToolMetadata } from "../consent/tool-metadata.js";
import type { openEditor } from "../edit/open-editor.js";
import {
  type ToolCallConfirmationDetails,
  ToolConfirmationOutcome,
  type ToolConfirmationPayload,
  type ToolEditConfirmationDetails,
} from "../tool/confirmation.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import type { AnyToolInvocation } from "../tool/tool-invocation.js";
import { unlessAborted } from "../unless-aborted.js";

/** A call that somebody is asked about. */
export interface ConfirmationRequest {
  readonly tool: AnyDeclarativeTool;
  readonly invocation: AnyToolInvocation;
  /** What is known of the tool's risk. */
  readonly metadata: ToolMetadata | undefined;
  /** What to show. Its `onConfirm` is called by whoever asks for the confirmation, not by whoever answers. */
  readonly details: ToolCallConfirmationDetails;
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
}

/** The answer. `payload` comes with an outcome that proceeds: content that takes the place of what was proposed, say. */
export type ConfirmationAnswer =
  | ToolConfirmationOutcome
  | { readonly outcome: ToolConfirmationOutcome; readonly payload?: ToolConfirmationPayload };

/** How a user is asked, and how they edit. */
export interface Asking {
  readonly confirm: (request: ConfirmationRequest) => Promise<ConfirmationAnswer>;
  /** Lets the user edit a proposed content and answers what they made of it; by default with the editor that `VISUAL` or `EDITOR` names. */
  readonly modifyWithEditor?: typeof openEditor;
}

/**
 * Asks until there is an answer that proceeds or cancels, and tells the call of it. `ModifyWithEditor` opens the editor on the proposed content, and
 * then asks again about what came back.
 */
export async function askToConfirm(request: ConfirmationRequest, asking: Asking): Promise<ToolConfirmationOutcome> {
  let { details } = request;
  const proposed = details.type === "edit" ? details.newContent : "";
  for (;;) {
    request.signal.throwIfAborted();
    const answer = await unlessAborted(asking.confirm({ ...request, details }), request.signal);
    const { outcome, payload } = typeof answer === "string" ? { outcome: answer, payload: undefined } : answer;
    if (outcome !== ToolConfirmationOutcome.ModifyWithEditor || details.type !== "edit") {
      await details.onConfirm(outcome, payload);
      return outcome;
    }
    details = await modified(details, { proposed, signal: request.signal, edit: asking.modifyWithEditor });
  }
}

interface Editing {
  readonly proposed: string;
  readonly signal: AbortSignal;
  readonly edit: Asking["modifyWithEditor"];
}

/** The question after an editor was open; where that failed, the question as it was, with the reason. */
async function modified(details: ToolEditConfirmationDetails, { proposed, signal, edit }: Editing): Promise<ToolEditConfirmationDetails> {
  const { editedDetails } = await import("../edit/edit-details.js");
  try {
    const open = edit ?? (await import("../edit/open-editor.js")).openEditor;
    return editedDetails(details, { edited: await open({ filePath: details.filePath, content: details.newContent, signal }), proposed });
  } catch (error) {
    signal.throwIfAborted();
    return { ...details, systemMessage: error instanceof Error ? error.message : String(error) };
  }
}
