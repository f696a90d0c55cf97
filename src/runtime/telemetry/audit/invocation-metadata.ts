import type { AuditedDecision } from "../../contract/call-observer.js";
import type { RepairReport, RepairRules } from "../../contract/repair.js";

/** The facts about a built call, until it is executed. */
export interface CallNote {
  /** The model's arguments. */
  readonly input?: unknown;
  /** The result of repairing them, and the rules. */
  readonly looked?: { readonly repaired: RepairReport; readonly definition: RepairRules & Audited };
  /** The decision of its tool, which the user's settings may override. */
  readonly expected?: AuditedDecision;
  /** The caller's decision or answer. */
  readonly decided?: AuditedDecision;
  /** The project of its tool, and the values that must not be shown. */
  readonly place?: () => { readonly project: string; readonly secrets: readonly string[] };
  /** True if the call logs itself when it is executed. */
  readonly recordsItself?: true;
}

/** The part of a definition that the log needs. */
export interface Audited {
  readonly audit?: true;
  readonly hidden?: readonly string[];
  readonly secrets?: Readonly<Record<string, string>>;
}

/** A note lives as long as its invocation does. */
const notes = new WeakMap<object, CallNote>();
/** Invocations, refusals and results of logged calls. */
const written = new WeakSet<object>();

/** Adds facts about an invocation, and returns it. */
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
