import { resolve } from "node:path";
import type { CallContext } from "../contract/call.js";
import { riskSettingsFor, type Settings, type Subject } from "../policy/read-settings.js";

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
