import type { ToolDefinition } from "../contract/definition.js";
import { levelByKind } from "./tool-metadata.js";

/**
 * What decided on a call or a tool, in a line: what of settings did (`from`), else what of the spec: `tools.d/x.yaml: risk.rules.0`, `: risk`, or `: kind`, where
 * the spec says nothing of its risk.
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
