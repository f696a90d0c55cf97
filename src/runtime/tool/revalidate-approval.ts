import type { NotPrepared, PreparedOrRefused, PreparedToRun } from "../call/prepared-or-refused.js";
import type { CallContext } from "../contract/call.js";
import type { Denial, DeniedCall } from "../contract/call-result.js";
import { changedSince, type FileSnapshot, filesToShow } from "../edit/file-snapshot.js";
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
  | NotPrepared;

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

const aboutOf = ({ call, tool }: PreparedToRun, known: Known) => actionFingerprint(call, { ...known, definition: tool.definition });

/**
 * Returns the call that may run after its approval: the call as it is `now`, unless it differs from the shown one or
 * the file that it changes does. A call that was refused without a question
 * stays refused, even if it would be valid now, because no user has decided on it.
 */
export function revalidateApproval(asked: ApprovedAction, now: PreparedOrRefused, known: Known): PreparedOrRefused | DeniedCall {
  if (!now.ok) return now;
  const { name } = now.tool.definition;
  const denied = (denial: Denial): DeniedCall => ({ kind: "denied", tool: name, denial });
  if (!asked.ok) return denied({ code: "refused-before", before: asked.refused });
  if (aboutOf(now, known) !== asked.about) return denied({ code: "other-action" });
  const changed = changedSince(asked.files);
  return changed === undefined ? now : denied({ code: "changed-file", path: changed });
}
