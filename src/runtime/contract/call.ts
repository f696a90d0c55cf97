import type { JsonObject } from "../json/json-value.js";
import type { Via } from "./audit-line.js";
import type { CallObserver } from "./call-observer.js";
import type { Confinement } from "./confinement.js";
import type { BackgroundRules } from "./definition.js";
import type { GuardRules } from "./guard-rules.js";
import type { PreparedRequest } from "./http-request.js";
import type { PreparedMcpCall } from "./prepared-mcp-call.js";
import type { RiskSettings } from "./risk-settings.js";

/** The call's own folder: absolute paths, and the content of its files. Nothing in it exists yet. */
export interface TemporaryFolder {
  readonly path: string;
  readonly files: readonly { readonly name: string; readonly path: string; readonly text: string }[];
}

/**
 * The environment of a call. `workspace` is the absolute launch directory, `projectDir` the absolute root of the specs'
 * project.
 */
export interface CallContext {
  readonly workspace: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command line's setting for the tool's risk, besides the settings files. */
  readonly commandLine?: RiskSettings;
  /** The caller as authenticated over HTTP; absent for a user of this machine. */
  readonly principal?: string;
  /** How the call was made, if it is logged (docs/audit.md); absent for a dry run. */
  readonly via?: Via;
  /** Repairs and checks arguments within the time limit of the tool. Without it, that isn't limited. */
  readonly limit?: <T>(timeoutMs: number, work: () => T) => T;
  /** Records the outcome of the call, if it is logged. */
  readonly record?: CallObserver;
}

/** A call that is checked and ready to run: nothing in it depends on the definition any more. */
export interface PreparedCall {
  /** A name on PATH, or an absolute path; empty if a request executes the call. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** `undefined`: standard input is empty and closed. */
  readonly stdin: string | undefined;
  /** The whole environment. */
  readonly env: Record<string, string>;
  /** The call's own folder and files, which are created before it is run and removed after it. */
  readonly temporary?: TemporaryFolder;
  /** The file that the result is read from; absolute. */
  readonly outputFile?: string;
  /** The folder that this file must still be in when it is read. */
  readonly outputWithin?: string;
  /** True for a handler: its progress is on standard error, because standard output is its result. */
  readonly handler?: true;
  /** Values that must not be shown. */
  readonly secrets?: readonly string[];
  /** The limits of the program's sandbox, if the definition has one. */
  readonly sandbox?: Confinement;
  /** The call of an MCP server's tool that the handler on standard input gets. */
  readonly mcp?: PreparedMcpCall;
  /** The request that replaces a program. */
  readonly request?: PreparedRequest;
  /** The background program's tool, folder and action. */
  readonly background?: BackgroundCall;
  /** The command whose trailing filters are guarded. */
  readonly guard?: { readonly rules: GuardRules; readonly command: string };
  /** The canonical arguments, with paths as the model gave them. */
  readonly params: JsonObject;
  /** `undefined` if the definition has none, or its text is absent. */
  readonly summary: string | undefined;
}

export interface BackgroundCall {
  readonly rules: BackgroundRules;
  readonly tool: string;
  readonly workspace: string;
  readonly projectDir: string;
  readonly timeoutMs: number;
}
