import type { JsonValue } from "../json/json-value.js";
import type { RiskLevel } from "./risk.js";
import type { Decision } from "./risk-settings.js";

/**
 * How a call was made: by `generated/bin/call` or `toolgen call`, by an MCP server, by a class or a registry of an
 * embedding program, or, refused before it came to a server, by the hook of a client.
 */
export type Via = "call" | "mcp" | "class" | "pi" | "hook";

/**
 * The outcome of a call. `invalid`: its arguments are wrong. `unavailable`: the tool lacks its platform, a secret or a
 * folder. `denied`: by settings or by the user. `killed`: its program was killed. `interrupted`: the process that
 * executed it ended during the call. `broken`: by an internal error.
 */
export type AuditOutcome =
  | "done"
  | "failed"
  | "timedOut"
  | "killed"
  | "cancelled"
  | "interrupted"
  | "notStarted"
  | "broken"
  | RefusalReason;

/** Outcomes of calls that started nothing. */
export type RefusalReason = "invalid" | "denied" | "unknownTool" | "unavailable";

/** A line of the audit log: a call. */
export interface AuditLine {
  /** Its start time: ISO 8601, UTC. */
  readonly time: string;
  /** Sixteen hexadecimal digits, unique to the call. */
  readonly id: string;
  /** The tool's own name; for an unknown one, the name in the call. */
  readonly tool: string;
  readonly via: Via;
  /** The caller as authenticated over HTTP. */
  readonly principal?: string;
  /** The process that executed or refused it. */
  readonly pid: number;
  /** The root of the project that the tool's spec belongs to, if it is known. */
  readonly project?: string;
  readonly outcome: AuditOutcome;
  /** The decision of specs and settings, if the arguments were valid. */
  readonly decision?: Decision;
  readonly level?: RiskLevel;
  /** The setting, rule or kind that decided. */
  readonly rule?: string;
  /**
   * The answer, if the user was asked here: `proceed_once`, `cancel`; `remembered` if such calls were allowed before;
   * `nobody` if no user could be asked; `none` if no answer came. `elicited`, `declined` or
   * `cancelled` if the user was asked for parameters alone.
   */
  readonly answer?: string;
  /** The repair rules that were applied or, for refused arguments, the problems. */
  readonly repairs?: readonly string[];
  /** The program's exit code, the status of the response to a request, or the signal that ended the program. */
  readonly exit?: number;
  readonly status?: number;
  readonly signal?: string;
  /** The duration of the execution, in milliseconds. */
  readonly durationMs?: number;
  /** SHA-256 of the arguments as the model sent them, with what the user entered, as canonical JSON. */
  readonly argumentsHash?: string;
  readonly arguments?: JsonValue;
}
