import type { JsonValue } from "../runtime/json/json-value.js";

/** `skipped`: it can't be run here, and `notice` says why. */
export type ExampleStatus = "passed" | "failed" | "skipped";

/** The outcome of an example. `line` is the example's own in the spec, from 1. */
export interface ExampleResult {
  readonly tool: string;
  readonly example: string;
  readonly status: ExampleStatus;
  readonly problems: readonly LocatedProblem[];
  /** Why it was skipped; empty otherwise. */
  readonly notices: readonly string[];
  readonly file: string;
  readonly line: number;
  readonly durationMs: number;
}

/** An expectation that does not hold. `key` is its key in `expect`, or `params` if the call itself was refused. */
export type ExampleProblem =
  /** Two values that should have been equal. Folders of this run are shown as their placeholders. */
  | { readonly kind: "differs"; readonly key: string; readonly expected: JsonValue; readonly got: JsonValue }
  /** Anything else, with the text that was searched, if there is one. */
  | { readonly kind: "fails"; readonly key: string; readonly message: string; readonly got: string | undefined };

export type LocatedProblem = ExampleProblem & { readonly line: number };
