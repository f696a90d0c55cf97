import type { OutputFormat } from "./definition.js";
import type { NotStarted } from "./run-outcome.js";

/**
 * Why a call failed, as a code and its facts. `program` is the name of the program's file; without it a request was
 * sent.
 */
export type FailureReason =
  /** `advice`: what the spec says of the exit code. */
  | { readonly code: "exited"; readonly program: string | undefined; readonly exit: number; readonly advice?: string | undefined }
  /** A handler says on standard error how it failed. */
  | { readonly code: "handler-failed"; readonly exit: number; readonly advice?: string | undefined }
  /** `retryAfter`: when the server wants the next request. `secrets`: the names of those that it doesn't accept. */
  | {
      readonly code: "answered";
      readonly status: number;
      readonly advice?: string | undefined;
      readonly retryAfter?: string | undefined;
      readonly secrets?: readonly string[] | undefined;
    }
  | { readonly code: "signalled"; readonly program: string | undefined; readonly signal: NodeJS.Signals }
  | { readonly code: "timed-out"; readonly program: string | undefined; readonly timeoutMs: number }
  /** It printed, or answered with, more than is read. */
  | { readonly code: "flooded"; readonly program: string | undefined }
  /** It succeeded and printed what its tool doesn't promise. The text puts `problem` after "but". */
  | { readonly code: "unreadable-result"; readonly program: string | undefined; readonly format: OutputFormat; readonly problem: string }
  /** The tool itself reports a failure in its result, as MCP's `isError` does. */
  | { readonly code: "reported" }
  /** `install`: what the spec says of how to get the program. */
  | { readonly code: "not-started"; readonly kind: NotStarted["kind"]; readonly message: string; readonly install?: string | undefined }
  /** Checking the arguments took longer than the tool may take. */
  | { readonly code: "slow-arguments"; readonly timeoutMs: number }
  /** It was executed, and the audit log has no line of it. `problem` is a sentence. */
  | { readonly code: "unlogged"; readonly problem: string };
