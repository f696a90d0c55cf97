import type { ForcedToolDecision } from "../contract/confirmation.js";
import type { ToolMetadata } from "../contract/tool-metadata.js";
import { addCallFacts } from "../telemetry/audit/call-facts.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import type { AnyToolInvocation } from "../tool/tool-invocation.js";

/** A call in an agent loop. */
interface LoopCall {
  readonly tool: AnyDeclarativeTool;
  readonly invocation: AnyToolInvocation;
  readonly metadata: ToolMetadata | undefined;
}

/** The outcome of a confirmation. `confirmation` is the answer, if the user was asked. */
export interface ConfirmationNote {
  readonly given: boolean;
  readonly confirmation?: string;
  /** True if such calls were allowed before. */
  readonly isRemembered?: true;
  /** True if it was decided without a user. */
  readonly unattended?: true;
  /** True if confirmation was required and no user could be asked. */
  readonly unasked?: true;
}

/**
 * Records the decision of an agent loop about a call. `forced` is the decision of the registration, if it differs from
 * the tool's.
 */
export function noteConfirmation(
  { tool, invocation, metadata }: LoopCall,
  { given, confirmation, isRemembered, unattended, unasked }: ConfirmationNote,
  forced: ForcedToolDecision | undefined,
) {
  const answer = unasked || unattended ? "nobody" : isRemembered ? "remembered" : confirmation;
  if (invocation.callFacts?.recordsItself && forced === undefined) {
    addCallFacts(invocation, answer === undefined ? {} : { decided: { answer, decision: "ask" } });
    return;
  }
  const decision = answer !== undefined ? "ask" : given ? "allow" : "deny";
  // The user's settings for the tools of MCP servers and commands.
  const risk = forced === undefined ? invocation.getRisk?.() : undefined;
  const level = risk?.level ?? (metadata ?? (tool.metadata as ToolMetadata | undefined))?.riskLevel;
  const rule = forced === undefined ? (risk?.from ?? "the tool itself") : "its registration";
  addCallFacts(invocation, { decided: { decision, rule, ...(level && { level }), ...(answer !== undefined && { answer }) } });
}
