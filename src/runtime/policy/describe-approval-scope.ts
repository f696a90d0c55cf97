import type { ApprovalScope } from "./call-risk.js";

/** Which calls an "always" is about, for whoever is to say it: "this very call", "calls of deploy with the same to". */
export function describeApprovalScope(tool: string, { when, exactly }: ApprovalScope): string {
  if (exactly) return "this very call";
  const params = when.map(({ param }) => param);
  return params.length === 0 ? `calls of ${tool}` : `calls of ${tool} with the same ${params.join(", ")}`;
}
