// Brings Node's types into programs that compile against the package without naming them.
/// <reference types="node" preserve="true" />

/** The second argument of a handler. `Secret` names the secrets of the spec. */
export interface HandlerContext<Secret extends string = string> {
  /** Aborted when the call is cancelled or its time limit is reached; five seconds later the process is killed. */
  readonly signal: AbortSignal;
  /** Shows a line to the user while the tool runs. It isn't part of the result. */
  readonly update: (text: string) => void;
  /** The working directory of the call, absolute: the spec's `cwd`, by default the workspace. */
  readonly cwd: string;
  /** The values of the spec's `secrets`, by their names; an optional one that isn't set is the empty text. */
  readonly secrets: Readonly<Record<Secret, string>>;
}

/**
 * A function that runs a tool. Its return value, or the value of its promise, is the result: a string is text, an
 * object whose `content` is a list is MCP's `CallToolResult`, `undefined` is an empty result, and anything else is data
 * that becomes JSON.
 */
export type Handler<Args, Secret extends string = string> = (args: Args, context: HandlerContext<Secret>) => unknown;

/** An expected failure of a handler: the model gets only its message, as advice on what to do, without a stack. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
