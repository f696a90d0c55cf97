import type { Installation, ToolDecision } from "./client.js";
import type { ItemsPiece } from "./settings/piece.js";

/**
 * `permissions: {allow, ask, deny}` of Claude Code and Qwen Code, with full names: wildcards were broken in several
 * versions.
 */
export function permissionLists({ server, tools }: Installation): readonly ItemsPiece[] {
  return (["allow", "ask", "deny"] as const).flatMap((decision) => {
    const items = namesOf(tools, decision).map((tool) => `mcp__${server}__${tool}`);
    return items.length === 0 ? [] : [{ kind: "items", path: ["permissions", decision], items } as const];
  });
}

/** The tools with a decision. */
export const namesOf = (tools: readonly ToolDecision[], decision: ToolDecision["decision"]): readonly string[] =>
  tools.filter((one) => one.decision === decision).map(({ tool }) => tool);
