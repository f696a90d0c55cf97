import type { PreparedOrRefused } from "../call/call-tool.js";
import type { CallContext } from "../contract/call.js";
import { changedSince, type FileSnapshot, fileHasChanged, filesToShow } from "../edit/file-snapshot.js";
import type { CallRisk } from "../policy/call-risk.js";
import { actionFingerprint } from "./describe-action.js";

/** The approved action, or the refusal if no confirmation was requested. */
export type ApprovedAction =
  | {
      readonly ok: true;
      readonly about: string;
      /** The old content of the files that the call changes, if its spec allows previewing that. */
      readonly files: FileSnapshot;
    }
  | (PreparedOrRefused & { readonly ok: false });

interface Known {
  readonly risk: CallRisk;
  readonly context: CallContext;
}

/** Returns the action that a confirmation is about. */
export function askedAbout(prepared: PreparedOrRefused, known: Known): ApprovedAction {
  if (!prepared.ok) return prepared;
  const { call, tool } = prepared;
  return { ok: true, about: aboutOf(prepared, known), files: filesToShow(tool.definition, call.params, known.context) };
}

const aboutOf = ({ call, tool }: PreparedOrRefused & { readonly ok: true }, known: Known) =>
  actionFingerprint(call, { ...known, definition: tool.definition });

/**
 * Returns the call that may run after its approval: the call as it is `now`, unless it differs from the shown one or
 * the file that it changes does. Then it returns a sentence for the model. A call that was refused without a question
 * stays refused, even if it would be valid now, because no user has decided on it.
 */
export function revalidateApproval(asked: ApprovedAction, now: PreparedOrRefused, known: Known): PreparedOrRefused | string {
  if (!now.ok) return now;
  if (!asked.ok) return asked.refused.stderr.trim();
  const { name } = now.tool.definition;
  if (aboutOf(now, known) !== asked.about)
    return `${name} was not run: it would now do something else than what was asked about (for example, a path leads elsewhere). Make the call again.`;
  const changed = changedSince(asked.files);
  return changed === undefined ? now : fileHasChanged(name, changed);
}
