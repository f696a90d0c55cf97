import type { ApprovalScope } from "./call-risk.js";

/**
 * Describes the calls that an "always" covers, for the user who answers: "this very call", "calls of deploy with the
 * same to".
 */
export function describeApprovalScope(tool: string, { when, exactly }: ApprovalScope): string {
  if (exactly) return "this very call";
  const params = when.map(({ param }) => param);
  return params.length === 0 ? `calls of ${tool}` : `calls of ${tool} with the same ${params.join(", ")}`;
}
