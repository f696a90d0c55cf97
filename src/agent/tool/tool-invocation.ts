import { resolve } from "node:path";
import type { CallRisk } from "../../call/approvals.js";
import { riskSettingsFor, type Settings, type Subject } from "../../call/risk-settings.js";
import type { CallContext } from "../../contract/call.js";
import type {
  ForcedToolDecision,
  PolicyUpdateOptions,
  ToolCallConfirmationDetails,
  ToolConfirmationOutcome,
} from "../../contract/confirmation.js";
import type { Unattended } from "../../contract/risk.js";
import type { ToolResult } from "../../contract/tool-result.js";
import type { HasCallFacts } from "./call-facts.js";

/** A call with checked arguments, ready to be executed (Gemini CLI's `ToolInvocation`). */
export interface ToolInvocation<TParams extends object, TResult extends ToolResult> extends HasCallFacts {
  /** The canonical arguments, defaults included. */
  readonly params: TParams;
  /** Describes the call in a line of Markdown. Never throws. */
  getDescription(): string;
  /** A title for a display, without further data; by default the description. */
  getDisplayTitle?(): string;
  /** Why the call is made, if the model has given a reason. */
  getExplanation?(): string;
  /** The files and folders that the call affects. */
  toolLocations(): ToolLocation[];
  /**
   * Returns the confirmation that the user must give before the call, or `false` if none is required. `forcedDecision`
   * overrides the tool's own rules. Rejects with a `ToolDeniedError` if the call is denied, and with the signal's
   * reason when it is aborted.
   */
  shouldConfirmExecute(abortSignal: AbortSignal, forcedDecision?: ForcedToolDecision): Promise<ToolCallConfirmationDetails | false>;
  /** Returns the call's risk, if the tool decides by the arguments. Not a member in Gemini CLI. */
  getRisk?(): CallRisk;
  /**
   * Returns the settings' decision about the call if it requires confirmation and no user can be asked. Not a member in
   * Gemini CLI.
   */
  getUnattended?(): Unattended | undefined;
  /** True if the call doesn't decide about confirmation, so that the tool's metadata does. */
  readonly leavesConfirmationToTool?: boolean;
  /** Executes the call. A failure is a result with `error`; an exception is a bug. An aborted signal ends the call. */
  execute(options: ExecuteOptions): Promise<TResult>;
  /** How a saved approval can be narrowed; `undefined`: to the tool. */
  getPolicyUpdateOptions?(outcome: ToolConfirmationOutcome): PolicyUpdateOptions | undefined;
}

/** A call of any tool. */
export type AnyToolInvocation = ToolInvocation<object, ToolResult>;

/** The options of executing a call (Gemini CLI's `ExecuteOptions`). */
export interface ExecuteOptions {
  /** Aborting ends the call and all its processes. */
  readonly abortSignal: AbortSignal;
  /**
   * Called with output while the tool runs, if the tool supports it (`canUpdateOutput`): each time the whole output so
   * far, of which only the end is kept once it is longer than a result may be.
   */
  readonly updateOutput?: (output: string) => void;
}

/** The reason for which a registry's signals are aborted when it is closed. */
export class RegistryClosedError extends Error {
  override readonly name = "RegistryClosedError";

  constructor() {
    super("The tool registry was closed.");
  }
}

/** Returns why a call has ended early. If the program closed its registry, the call wasn't cancelled. */
export const endedEarly = (name: string, isClosed: boolean): string =>
  isClosed ? `${name} was ended, because the tool registry was closed.` : `${name} was cancelled.`;

/** Where calls run. A missing part is determined at the time of the call. */
export interface ToolEnvironment {
  /** The folder that a call works in and may not leave: by default the process's own. */
  readonly workspace?: string;
  /** The root of the project that the specs belong to; by default the workspace. */
  readonly projectDir?: string;
  /** The environment from which a tool's own is selected: by default the process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The user's settings for the tool's risk in this run, which override the settings files. */
  readonly settings?: Settings;
}

/** Where commands, servers and calls are started, absolute. */
export function contextOf(environment: ToolEnvironment): CallContext {
  const workspace = resolve(environment.workspace ?? process.cwd());
  return { workspace, projectDir: resolve(workspace, environment.projectDir ?? "."), env: environment.env ?? process.env };
}

/** The context of one call of a tool, with the settings of this run. */
export function contextOfCall(environment: ToolEnvironment, subject: Subject): CallContext {
  const context = contextOf(environment);
  const { settings } = environment;
  return settings === undefined ? context : { ...context, commandLine: riskSettingsFor(settings, subject) };
}

/** A place in the file system that a call affects (Gemini CLI's `ToolLocation`). */
export interface ToolLocation {
  /** Absolute. */
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
}
