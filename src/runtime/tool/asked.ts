import type { PreparedOrRefused } from "../call/call-tool.js";
import type { CallContext } from "../call/prepare.js";
import type { CallRisk } from "../consent/call-risk.js";
import { changedSince, fileHasChanged, markOfText } from "../edit/as-shown.js";
import type { Change } from "../edit/make-diff.js";
import { whatIsAsked } from "./what-is-done.js";

/** What somebody was asked about, or the refusal for which nobody was. */
export type Asked = { readonly ok: true; readonly about: string } | (PreparedOrRefused & { readonly ok: false });

interface Known {
  readonly risk: CallRisk;
  readonly context: CallContext;
}

interface Shown {
  /** What was shown of the file that the call changes. */
  readonly change: Change | undefined;
}

/** What a question about a call is about. */
export function askedAbout(prepared: PreparedOrRefused, known: Known): Asked {
  return prepared.ok ? { ok: true, about: whatIsAsked(prepared.call, { ...known, definition: prepared.tool.definition }) } : prepared;
}

/**
 * The call as it may be carried out now that it was asked about: as it is `now`, unless that is another one than was shown, or would change another file than was
 * shown (`change`), of which the sentence for the model is answered. One that nobody was asked about because it was refused stays refused, though it might be in order by now: nobody has decided on it.
 */
export function stillAsked(asked: Asked, now: PreparedOrRefused, { change, ...known }: Known & Shown): PreparedOrRefused | string {
  if (!now.ok) return now;
  if (!asked.ok) return asked.refused.stderr.trim();
  const again = askedAbout(now, known);
  const { name } = now.tool.definition;
  if (again.ok && again.about === asked.about) {
    const changed = change && changedSince(new Map([[change.filePath, markOfText(change.original)]]));
    return changed === undefined ? now : fileHasChanged(name, changed);
  }
  return `${name} was not run: it would do something else by now than was asked about (a path leads elsewhere, say). Make the call again.`;
}
