import type { ToolDefinition } from "../contract/definition.js";
import { levelByKind } from "./level-by-kind.js";

/**
 * Returns the rule that decided on a call or a tool, in one line: the setting (`from`), or the spec's
 * `tools.d/x.yaml: risk.rules.0`, `: risk`, or `: kind` if the spec declares no risk.
 */
export function ruleText(
  { kind, risk, spec = "its spec" }: Pick<ToolDefinition, "kind" | "risk" | "spec">,
  { from, rule }: { readonly from?: string | undefined; readonly rule?: number | undefined },
): string {
  if (from !== undefined && !from.startsWith("risk.rules.")) return from;
  const own = risk.rules?.at(-1) ?? risk;
  const byKind = own.level === levelByKind[kind] && own.requiresConfirmation === (own.level !== "safe");
  return `${spec}: ${from ?? (rule === undefined ? (byKind ? "kind" : "risk") : `risk.rules.${rule}`)}`;
}
