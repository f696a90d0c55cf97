import type { CallContext } from "../../runtime/contract/call.js";
import type { ToolDefinition } from "../../runtime/contract/definition.js";
import { riskSettingsFor } from "../../runtime/policy/read-settings.js";
import type { ServerOptions } from "../serve-tools.js";

interface Served {
  readonly definition: ToolDefinition;
  readonly projectDir: string;
  /** The caller as authenticated over HTTP; empty if callers aren't known. */
  readonly principal: string;
}

/** Returns the context in which the server executes a tool, or the command behind a resource or a completion. */
export const servedContext = ({ workspace, env, risk }: ServerOptions, { definition, projectDir, principal }: Served): CallContext => ({
  workspace,
  projectDir,
  env,
  ...(principal !== "" && { principal }),
  ...(risk && { commandLine: riskSettingsFor(risk, definition) }),
});
