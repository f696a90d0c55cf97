import type { Installation, ToolDecision } from "./client.js";
import type { ItemsPiece } from "./settings/piece.js";

/**
 * `permissions: {allow, ask, deny}` of Claude Code and Qwen Code, with full names: wildcards were broken in several
 * versions. `unlisted` are the tools about which a hook decides: the client asks about them if the hook says nothing,
 * and a rule would precede what it says.
 */
export function permissionLists(
  { server, tools: all }: Installation,
  unlisted: (tool: ToolDecision) => boolean = () => false,
): readonly ItemsPiece[] {
  const tools = all.filter((tool) => !unlisted(tool));
  return (["allow", "ask", "deny"] as const).flatMap((decision) => {
    const items = namesOf(tools, decision).map((tool) => `mcp__${server}__${tool}`);
    return items.length === 0 ? [] : [{ kind: "items", path: ["permissions", decision], items } as const];
  });
}

/** The tools with a decision. */
export const namesOf = (tools: readonly ToolDecision[], decision: ToolDecision["decision"]): readonly string[] =>
  tools.filter((one) => one.decision === decision).map(({ tool }) => tool);
