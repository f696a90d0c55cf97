import type { JsonObject } from "../json/json-value.js";
import type { Via } from "./audit-line.js";
import type { CallObserver } from "./call-observer.js";
import type { BackgroundRules } from "./definition.js";
import type { GuardRules } from "./guard-rules.js";
import type { PreparedRequest } from "./http-request.js";
import type { RiskSettings } from "./risk-settings.js";
import type { Confinement } from "./sandbox.js";

/** A folder that is a call's own: absolute paths, and what is in its files. Nothing of it exists yet. */
export interface TemporaryFolder {
  readonly path: string;
  readonly files: readonly { readonly name: string; readonly path: string; readonly text: string }[];
}

/** What surrounds a call. `workspace` is the absolute launch directory, `projectDir` the absolute root of the specs' project. */
export interface CallContext {
  readonly workspace: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the command line says of the tool's risk, beside settings. */
  readonly commandLine?: RiskSettings;
  /** How the call came, which makes it one for the audit log (docs/audit.md); without it, it is a look. */
  readonly via?: Via;
  /** Repairs and checks arguments within the time limit of the tool. Without it, that isn't limited. */
  readonly limit?: <T>(timeoutMs: number, work: () => T) => T;
  /** Is told what becomes of the call, where it is written down. */
  readonly record?: CallObserver;
}

/** A call that is checked and ready to run: nothing of it depends on the definition any more. */
export interface PreparedCall {
  /** A name to be found on PATH, or an absolute path; empty where a request carries the call out. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** `undefined`: standard input is empty and closed. */
  readonly stdin: string | undefined;
  /** The whole environment. */
  readonly env: Record<string, string>;
  /** The call's own folder and files, to be made before it is run and removed after it. */
  readonly temporary?: TemporaryFolder;
  /** The file that the result is read from; absolute. */
  readonly outputFile?: string;
  /** The folder that this file must not have left by the time it is read. */
  readonly outputWithin?: string;
  /** Whether a handler is run: what it says while it is at work is on standard error, for standard output is its result. */
  readonly handler?: true;
  /** Values that nobody may be shown. */
  readonly secrets?: readonly string[];
  /** What the program is held to, where the definition says so. */
  readonly sandbox?: Confinement;
  /** What carries the call out in the place of a program. */
  readonly request?: PreparedRequest;
  /** What is done with a background program, of which tool, and where. */
  readonly background?: BackgroundCall;
  /** The command whose trailing filters are guarded. */
  readonly guard?: { readonly rules: GuardRules; readonly command: string };
  /** The canonical arguments, with paths as the model gave them. */
  readonly params: JsonObject;
  /** `undefined`: the definition has none, or its text is absent. */
  readonly summary: string | undefined;
}

export interface BackgroundCall {
  readonly rules: BackgroundRules;
  readonly tool: string;
  readonly workspace: string;
  readonly projectDir: string;
  readonly timeoutMs: number;
}
