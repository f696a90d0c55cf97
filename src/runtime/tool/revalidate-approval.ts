import type { PreparedOrRefused } from "../call/call-tool.js";
import type { CallContext } from "../contract/call.js";
import { changedSince, type FileSnapshot, fileHasChanged, filesToShow } from "../edit/file-snapshot.js";
import type { CallRisk } from "../policy/call-risk.js";
import { actionFingerprint } from "./describe-action.js";

/** What somebody was asked about, or the refusal for which nobody was. */
export type ApprovedAction =
  | {
      readonly ok: true;
      readonly about: string;
      /** The files that the call changes, as they were, where its spec lets that be found out before. */
      readonly files: FileSnapshot;
    }
  | (PreparedOrRefused & { readonly ok: false });

interface Known {
  readonly risk: CallRisk;
  readonly context: CallContext;
}

/** What a question about a call is about. */
export function askedAbout(prepared: PreparedOrRefused, known: Known): ApprovedAction {
  if (!prepared.ok) return prepared;
  const { call, tool } = prepared;
  return { ok: true, about: aboutOf(prepared, known), files: filesToShow(tool.definition, call.params, known.context) };
}

const aboutOf = ({ call, tool }: PreparedOrRefused & { readonly ok: true }, known: Known) =>
  actionFingerprint(call, { ...known, definition: tool.definition });

/**
 * The call as it may be carried out now that it was asked about: as it is `now`, unless that is another one than was shown, or the file that it changes is, of which
 * the sentence for the model is answered. One that nobody was asked about because it was refused stays refused, though it might be in order by now: nobody has
 * decided on it.
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
