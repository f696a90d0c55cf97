import type { AgenticLoopEvent } from "../../runtime/agent/agentic-loop-event.js";
import type { AgenticLoopResult } from "../../runtime/agent/loop-result.js";
import type { ConfirmationRequest } from "../../runtime/flow/ask-to-confirm.js";
import type { ElicitationRequest } from "../../runtime/registry/mcp/elicitation.js";

/** An event as a line of JSON. Names and values are as the model sent them: JSON escapes control characters. */
export function eventLine(event: AgenticLoopEvent): string {
  switch (event.type) {
    case "text":
    case "reasoning":
    case "warning":
      return line(event);
    case "turn": {
      const { turn, usage, total } = event;
      return line({ type: "turn", turn, usage, total });
    }
    case "call":
      return line({ type: "call", ...event.call });
    case "started": {
      const { call, tool, invocation } = event;
      return line({ type: "started", id: call.id, tool: tool.name, args: invocation.params, description: invocation.getDescription() });
    }
    case "output":
      return line({ type: "output", id: event.call.id, output: event.output });
    case "result": {
      const { call, outcome } = event;
      const { status, functionResponse, confirmation, tool } = outcome;
      return line({
        type: "result",
        id: call.id,
        tool: tool?.name ?? call.name,
        status,
        ...functionResponse.response,
        ...(confirmation === undefined ? {} : { confirmation }),
      });
    }
  }
}

/** Describes a call that the user is asked about. */
export function askedLine({ id }: { readonly id: string }, { tool, invocation, metadata, risk, details }: ConfirmationRequest): string {
  const { onConfirm: _, ...shown } = details;
  const level = risk?.level ?? metadata?.riskLevel;
  return line({ type: "asked", id, tool: tool.name, args: invocation.params, level, metadata, details: shown });
}

/** Describes what an MCP server asks the user during a call. */
export const elicitationLine = ({ serverName, message, requestedSchema }: ElicitationRequest): string =>
  line({ type: "elicitation", server: serverName, message, requestedSchema });

/** How the run ended, always the last line. */
export function endLine({ status, reason, text, turns, usage }: AgenticLoopResult): string {
  return line({ type: "end", status, ...(reason === undefined ? {} : { reason }), text, turns, usage });
}

/** C1 controls and line separators are valid in JSON, and some terminals act on them. */
const line = (value: unknown) => JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, escaped);

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
