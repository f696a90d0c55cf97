import type { ToolDefinition } from "../contract/definition.js";

const levelRules = {
  kind: "kind",
  risk: "risk",
  value: "raised, because of what a value can be in its place",
} as const;

/**
 * Returns the rule that decided on a call or a tool, in one line: the setting (`from`), or the spec's
 * `tools.d/x.yaml: risk.rules.0` or `: risk`. If the spec declares no risk, it is what decided instead, such as
 * `: kind`.
 */
export function ruleText(
  { risk, spec = "its spec" }: Pick<ToolDefinition, "risk" | "spec">,
  { from, rule }: { readonly from?: string | undefined; readonly rule?: number | undefined },
): string {
  if (from !== undefined && !from.startsWith("risk.rules.")) return from;
  if (from !== undefined) return `${spec}: ${from}`;
  if (rule !== undefined) return `${spec}: risk.rules.${rule}`;
  return `${spec}: ${levelRules[risk.levelFrom ?? "kind"]}`;
}
