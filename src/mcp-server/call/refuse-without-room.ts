import { ProtocolError } from "@modelcontextprotocol/server";
import { recordRefusal } from "../../runtime/telemetry/audit/record-refusal.js";
import { secretValues } from "../../runtime/telemetry/audit/secret-values.js";
import { NoRoomError } from "../protocol/no-room-error.js";
import { unavailable } from "../protocol/unavailable.js";
import type { ServerOptions } from "../serve-tools.js";
import type { FoundServedTool } from "../tool-source.js";
import type { ResultRoom } from "./result-room.js";

interface UnstartedCall {
  readonly room: ResultRoom;
  readonly args: unknown;
  readonly principal: string;
  readonly env: ServerOptions["env"];
}

/** Refuses and logs a call whose result has no room, before its user is asked or an answer is used up. */
export function refuseWithoutRoom(
  { tool, projectDir }: FoundServedTool & { readonly ok: true },
  { room, args, principal, env }: UnstartedCall,
): void {
  if (room.hasRoom()) return;
  const { name, audit, hidden, secrets } = tool.definition;
  const call = { tool: name, via: "mcp", project: projectDir, input: args, hidden, secrets: secretValues(secrets, env) } as const;
  const caller = principal === "" ? {} : { principal };
  const { message } = new NoRoomError(recordRefusal({ ...call, ...caller, why: "unavailable", env, isLoggedByProject: audit }));
  throw new ProtocolError(unavailable, message);
}
