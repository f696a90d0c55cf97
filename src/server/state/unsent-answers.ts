import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { secretValues } from "../../call/audit-log.js";
import { recordRefusal } from "../../call/call-record.js";
import type { ServerOptions } from "../server-options.js";
import type { FoundServedTool } from "../tool-source.js";
import { currentCaller, onAnswered } from "./current-exchange.js";
import { unavailable } from "./errors.js";
import { FairShares } from "./fair-shares.js";
import { NoRoomError, type ResultRoom } from "./result-room.js";

/** The most bytes that the resources and results in unsent answers may take together. */
export const maxUnsentBytes = 32 * 1024 * 1024;

/**
 * Limits the memory of resources that were read and of results of calls, until their answers are sent. A client that
 * doesn't receive its answers, or sends many requests in a batch, would otherwise fill it with a few bytes each.
 */
export class UnsentAnswers extends FairShares {
  constructor(maxBytes = maxUnsentBytes) {
    super({ ofAll: maxBytes, ofOne: maxBytes / 2 });
  }
}

/** Returns false if there is no room for the bytes until the request that is being answered has its answer. */
export function holdUnsent({ unsent }: { readonly unsent: UnsentAnswers }, principal: string, bytes: number): boolean {
  const release = unsent.hold(currentCaller(principal), bytes);
  if (release !== undefined) onAnswered(release);
  return release !== undefined;
}

/** The error of a read whose answer has no room beside those that aren't sent yet. */
export const busyError = (): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InternalError, "The server holds too many answers that aren't sent yet. Read this again later.");

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
  const call = { tool: name, via: "mcp", project: projectDir, input: args, hidden, secrets: () => secretValues(secrets, env) } as const;
  const caller = principal === "" ? {} : { principal };
  const { message } = new NoRoomError(recordRefusal({ ...call, ...caller, why: "unavailable", env, isLoggedByProject: audit }));
  throw new ProtocolError(unavailable, message);
}
