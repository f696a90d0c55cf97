import type { AuditedDecision } from "../../contract/call-observer.js";
import type { RepairReport, RepairRules } from "../../contract/repair.js";

/** What is known of a call that was built, until it is carried out. */
export interface CallNote {
  /** What the model sent. */
  readonly input?: unknown;
  /** What became of that, by which rules. */
  readonly looked?: { readonly repaired: RepairReport; readonly definition: RepairRules & Audited };
  /** What its tool decides of it, which the user's settings may decide otherwise. */
  readonly expected?: AuditedDecision;
  /** What whoever calls has decided, or was answered. */
  readonly decided?: AuditedDecision;
  /** The project of its tool, and the values that nobody may be shown. */
  readonly place?: () => { readonly project: string; readonly secrets: readonly string[] };
  /** Whether the call writes itself down when it is carried out. */
  readonly recordsItself?: true;
}

/** What of a definition the log goes by. */
export interface Audited {
  readonly audit?: true;
  readonly hidden?: readonly string[];
  readonly secrets?: Readonly<Record<string, string>>;
}

/** A note lives as long as its invocation does. */
const notes = new WeakMap<object, CallNote>();
/** Invocations, refusals and results of calls that are written down. */
const written = new WeakSet<object>();

/** Adds to what is known of an invocation, and answers it. */
export function noteCall<Invocation extends object>(invocation: Invocation, note: CallNote): Invocation {
  const known = notes.get(invocation);
  notes.set(invocation, known === undefined ? note : { ...known, ...note, decided: { ...known.decided, ...note.decided } });
  return invocation;
}

export const callNote = (invocation: object): CallNote => notes.get(invocation) ?? {};

export function markWritten<Value extends object>(value: Value): Value {
  written.add(value);
  return value;
}

export const isWritten = (value: object | undefined): boolean => value !== undefined && written.has(value);
