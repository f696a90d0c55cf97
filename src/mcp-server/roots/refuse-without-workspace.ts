import { onlyTheUser } from "../../runtime/refusal/refusal.late.js";
import { recordRefusal } from "../../runtime/telemetry/audit/record-refusal.js";
import { secretValues } from "../../runtime/telemetry/audit/secret-values.js";
import { type ProtocolResult, protocolFailure } from "../protocol/protocol-result.js";
import type { ServerOptions } from "../serve-tools.js";
import type { FoundServedTool } from "../tool-source.js";

/** Refuses a call that has no folder to work in, and logs it, if the log is on. */
export function refuseWithoutWorkspace(
  { tool, projectDir }: FoundServedTool & { readonly ok: true },
  problem: string,
  { args, env }: { readonly args: unknown; readonly env: ServerOptions["env"] },
): ProtocolResult {
  const { name, audit, hidden, secrets } = tool.definition;
  const call = { tool: name, via: "mcp", project: projectDir, input: args, hidden, secrets: secretValues(secrets, env) } as const;
  const unwritten = recordRefusal({ ...call, why: "unavailable", env, isLoggedByProject: audit });
  const text = `${name} was not run: there is no folder to work in. ${problem} ${onlyTheUser()}`;
  return protocolFailure(unwritten === undefined ? text : `${text}\n${unwritten}`);
}
