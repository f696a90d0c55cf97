/// <reference types="node" preserve="true" />
// Brings Node's types into programs that compile against the package without naming them.

import type { OutputFormat } from "./definition.js";
import type { JsonObject } from "./json-value.js";
import type { Refusal } from "./problem.js";
import type { RiskLevel } from "./risk.js";

/**
 * The result of a call, as fields. `call/shape-result.ts` renders what isn't done as text; `call/bin` makes exit
 * codes and streams of it.
 */
export type CallResult = DoneCall | UnfinishedCall;

/** The result of a call that hasn't done what was asked, with the reason. */
export type UnfinishedCall = RefusedCall | DeniedCall | FailedCall;

/** The tool has done what was asked. */
export interface DoneCall {
  readonly kind: "done";
  /** The text for the model, within the tool's limits. */
  readonly text: string;
  /** Images and the like, for clients that take them. */
  readonly media?: readonly Media[];
  /**
   * The same in MCP's form and order, if it is more than a text and nothing had to be cut. A text can only name or
   * quote a resource.
   */
  readonly blocks?: readonly ContentBlock[];
  /** The result as data, where the spec declares its shape (`output.schema`). */
  readonly structured?: JsonObject;
}

/** The members of all calls that don't end with a result. */
export interface Unfinished {
  /** The name of the tool. */
  readonly tool: string;
  /** Why the audit log has no line of this call: a sentence. */
  readonly unlogged?: string;
}

/** Nothing was started: the arguments are wrong, or the tool lacks something. */
export interface RefusedCall extends Unfinished {
  readonly kind: "refused";
  readonly refusal: Refusal;
}

/** Nothing was started: settings, the user, or what has changed since the user was asked don't allow it. */
export interface DeniedCall extends Unfinished {
  readonly kind: "denied";
  readonly denial: Denial;
}

/** Why a call that is in order isn't run, as a code and its facts. `call/user-settings.late.ts` renders it. */
export type Denial =
  /** `from`: the setting that denies. */
  | { readonly code: "by-settings"; readonly level: RiskLevel; readonly from: string | undefined }
  /** A path or the user's settings require confirmation of the call, and the client runs the tool without asking. */
  | {
      readonly code: "unasked";
      readonly level: RiskLevel;
      readonly impact: string | undefined;
      readonly from: string | undefined;
      readonly because: "path" | "settings";
    }
  | { readonly code: "unreadable-settings"; readonly problems: readonly string[] }
  | { readonly code: "unwritable-log"; readonly problem: string }
  /** The call would do something else than when the user was asked. */
  | { readonly code: "other-action" }
  /** The call's plan prints something else than what the user confirmed. `isAgain`: also after another question. */
  | { readonly code: "other-plan"; readonly isAgain: boolean }
  /** A file that the call changes has changed since the user was asked. */
  | { readonly code: "changed-file"; readonly path: string }
  /** The call was refused when the user would have been asked, so no user has decided on it. */
  | { readonly code: "refused-before"; readonly before: UnfinishedCall }
  | { readonly code: "by-user" }
  /** The client was asked. The text puts `reason` after "and". */
  | { readonly code: "unanswered"; readonly reason: string }
  /** The client's user was asked for parameters. `reason`, of `none`, follows "and". */
  | {
      readonly code: "not-elicited";
      readonly names: readonly string[];
      readonly how: "declined" | "cancelled" | "none";
      readonly reason?: string;
    }
  /** The call requires confirmation, and the client of an MCP server can't ask its user. */
  | {
      readonly code: "no-elicitation";
      readonly level: RiskLevel;
      /** The setting or the spec that asks for confirmation although the level doesn't. */
      readonly askedBy: string | undefined;
      /** True if settings deny what can't be confirmed. */
      readonly isUnattended: boolean;
      readonly settingsFile: string;
    }
  /** A client's own sentence. */
  | { readonly code: "message"; readonly message: string };

/** It was started and failed, or couldn't be started. Each stream is cut to the tool's limits. */
export interface FailedCall extends Unfinished {
  readonly kind: "failed";
  readonly reason: FailureReason;
  readonly stdout: string;
  readonly stderr: string;
  /** Lines about the output, for the model. */
  readonly notes?: readonly string[];
}

/** A block of content as MCP has it. */
export type ContentBlock = BlockNotes &
  (
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string }
    | ResourceLink
    | { readonly type: "resource"; readonly resource: EmbeddedResource }
  );

/** For whom a block is and how much it matters, and data of extensions. */
export interface BlockNotes {
  readonly annotations?: JsonObject;
  readonly _meta?: JsonObject;
}

/** Names a resource, which a client may read. */
export interface ResourceLink {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
}

/** A resource with what it holds. */
export type EmbeddedResource = {
  readonly uri: string;
  readonly mimeType?: string;
  readonly _meta?: JsonObject;
} & ({ readonly text: string } | { /** In Base64. */ readonly blob: string });

/** Content that isn't text. */
export interface Media {
  readonly kind: "image" | "audio";
  readonly mimeType: string;
  readonly bytes: Buffer;
}

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

/** A program that has exited. */
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
