import { prepareOrRefuse } from "../call/execute-call.js";
import { recordOrDeny } from "../call/record-or-deny.late.js";
import type { CallContext } from "../contract/call.js";
import type { CompiledTool } from "../contract/definition.js";
import { isAudited } from "../telemetry/audit/is-audited.js";
import { recordCall } from "../telemetry/audit/record-call.late.js";

/**
 * Logs and counts a call that a hook has denied, where that is wanted: it never reaches the server, which would do so.
 */
export function recordHookDenial(tool: CompiledTool, args: unknown, context: CallContext): void {
  const audited = { ...context, via: "hook" } as const;
  if (!context.env.TOOLGEN_REPAIRS && !isAudited(tool.definition, audited)) return;
  recordCall(tool.definition, args, {
    context: audited,
    work: (recorded) => {
      const again = prepareOrRefuse(tool, args, recorded);
      recordOrDeny(again, recorded);
      if (!again.ok) return again.refused;
      // The client would have run it without the question that it needs.
      recorded.record?.refused("denied");
      return { kind: "denied", tool: tool.definition.name, denial: { code: "by-user" } };
    },
  });
}
