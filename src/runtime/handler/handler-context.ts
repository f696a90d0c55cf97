// Whoever compiles against the package need not have named Node's types: this brings them.
/// <reference types="node" preserve="true" />

/** What a handler gets besides its arguments. `Secret` names the secrets of the spec. */
export interface HandlerContext<Secret extends string = string> {
  /** Aborted when the call is cancelled or its time is up; five seconds later the process is killed. */
  readonly signal: AbortSignal;
  /** Shows a line to whoever watches the call. It is no part of the result. */
  readonly update: (text: string) => void;
  /** The working directory of the call, absolute: the spec's `cwd`, by default the workspace. */
  readonly cwd: string;
  /** The values of the spec's `secrets`, by their names; of one that is optional and isn't set, the empty text. */
  readonly secrets: Readonly<Record<Secret, string>>;
}

/**
 * A function that carries a tool out. What it returns, or what its promise resolves to, is the result: a string is text, an object whose `content` is a list
 * is MCP's `CallToolResult`, nothing is an empty result, anything else is data that becomes JSON.
 */
export type Handler<Args, Secret extends string = string> = (args: Args, context: HandlerContext<Secret>) => unknown;
