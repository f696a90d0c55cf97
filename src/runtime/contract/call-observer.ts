import type { JsonObject } from "../json/json-value.js";
import type { AuditLine, RefusalReason } from "./audit-line.js";
import type { Denial } from "./call-result.js";
import type { CallDecision, CallFolders } from "./decision.js";
import type { ToolDefinition } from "./definition.js";
import type { RepairReport, RepairRules } from "./repair.js";
import type { RunOutcome } from "./run-outcome.js";

/** The decision about a call with valid arguments, and the folders of the call. */
export interface Checked extends CallFolders {
  readonly answer?: CallDecision | undefined;
  readonly denial?: Denial | undefined;
}

/** The decision about a call, and the answer to its confirmation. */
export type AuditedDecision = Pick<AuditLine, "decision" | "level" | "rule" | "answer">;

/** Observes each step of a call. The audit log's record of a call is one. */
export interface CallObserver {
  /** The arguments were repaired or refused. */
  repaired(repaired: RepairReport, definition: RepairRules): void;
  /** The call is refused before anything is started. */
  refused(why: RefusalReason): void;
  /** Someone other than the tool's spec and settings has decided on the call. */
  decided(decided: AuditedDecision): void;
  /** The arguments are in order, and settings have decided. Returns why the call can't run. */
  admit(definition: ToolDefinition, params: JsonObject, checked: Checked): Denial | undefined;
  /** The program or the request has ended. */
  ended(outcome: RunOutcome): void;
}
