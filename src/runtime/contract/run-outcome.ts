// Loads Node's types, so that programs that compile against the package needn't name them.
/// <reference types="node" preserve="true" />

/** The output of a program, as far as it was read. */
export interface Streams {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Lines of toolgen's about the output, for the model (`guard`). */
  readonly notes?: readonly string[];
  /** The same for people. */
  readonly notices?: readonly string[];
  /** One of the notes names a file with all of `stdout`. */
  readonly isKept?: true | undefined;
}

/**
 * How a program's run ended. A program that never started has a `message` for the model; one that ran has its output.
 */
export type RunOutcome = Ended | NotStarted;

/**
 * `flooded`: it printed more than `maxStreamBytes` on a stream and was killed. `timedOut`: it still ran at the time
 * limit.
 */
export type Ended =
  | Exited
  | ({ readonly kind: "signalled"; readonly signal: NodeJS.Signals } & Streams)
  | ({ readonly kind: "timedOut"; readonly timeoutMs: number } & Streams)
  | ({ readonly kind: "flooded" } & Streams);

export type Exited = {
  readonly kind: "exited";
  readonly code: number;
  /** `stdout` is the text that a handler returned, and not a `CallToolResult` with this text. */
  readonly isText?: true | undefined;
  /** The headers of a server's answer, by their lower-case names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
} & Streams;

/**
 * The reason why no program was started. `tooLong`: the system refused arguments and environment of this size.
 * `unavailable`: the system lacks what running any program of this tool needs, such as a sandbox. `unstartable`: any
 * other reason.
 */
export interface NotStarted {
  readonly kind: "notFound" | "notExecutable" | "tooLong" | "unavailable" | "unstartable";
  readonly message: string;
}

/** The most that is read of a stream of a program before it is killed: 64 MiB. */
export const maxStreamBytes = 64 * 1024 * 1024;
