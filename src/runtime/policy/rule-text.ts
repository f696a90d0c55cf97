import type { ToolDefinition } from "../contract/definition.js";
import { levelByKind } from "./level-by-kind.js";

/**
 * Returns the rule that decided on a call or a tool, in one line: the setting (`from`), or the spec's
 * `tools.d/x.yaml: risk.rules.0`, `: risk`, or, if the spec declares no risk, `: kind` or an unknown program.
 */
export function ruleText(
  { kind, risk, spec = "its spec" }: Pick<ToolDefinition, "kind" | "risk" | "spec">,
  { from, rule }: { readonly from?: string | undefined; readonly rule?: number | undefined },
): string {
  if (from !== undefined && !from.startsWith("risk.rules.")) return from;
  const own = risk.rules?.at(-1) ?? risk;
  const byKind = own.level === levelByKind[kind] && own.requiresConfirmation === (own.level !== "safe");
  const level = risk.byUnknownProgram ? "by default, for an unknown program" : byKind ? "kind" : "risk";
  return `${spec}: ${from ?? (rule === undefined ? level : `risk.rules.${rule}`)}`;
}
