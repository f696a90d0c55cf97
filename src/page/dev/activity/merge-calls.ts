import type { CallLog } from "../../../cli/dev/page-messages.js";

/** A page keeps as many calls as the server sends at first. */
const mostCalls = 500;

/** Adds calls to those that are shown, the newest first. A call that is known already has another end now. */
export function mergeCalls(known: CallLog | undefined, next: CallLog): CallLog {
  if (known === undefined || known.file !== next.file) return next;
  const replaced = new Set(next.calls.map(({ id }) => id));
  const calls = [...next.calls, ...known.calls.filter(({ id }) => !replaced.has(id))];
  calls.sort((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0));
  return { ...next, calls: calls.slice(0, mostCalls) };
}
