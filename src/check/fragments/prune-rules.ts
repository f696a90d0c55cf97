import { principalName } from "../../runtime/contract/risk.js";
import type { MapNode, SpecNode } from "../../source/spec-node.js";
import { isNull } from "./expand.js";

/**
 * Adapts `risk` of a fragment to a tool without some of its parameters. A condition on such a parameter's absence
 * always holds, so it is removed from its rule; a rule that requires a value never applies, so it is dropped.
 */
export function pruneRules(risk: SpecNode, params: readonly string[]): SpecNode {
  if (risk.kind !== "map") return risk;
  const entries = risk.entries.map((entry) => {
    const { key, value } = entry;
    if (key !== "rules" || value.kind !== "list") return entry;
    return { ...entry, value: { ...value, items: value.items.flatMap((rule) => prunedRule(rule, params)) } };
  });
  return { ...risk, entries };
}

function prunedRule(rule: SpecNode, params: readonly string[]): readonly SpecNode[] {
  const when = rule.kind === "map" ? rule.entries.find(({ key }) => key === "when")?.value : undefined;
  if (rule.kind !== "map" || when?.kind !== "map") return [rule];
  const lacking = when.entries.filter(({ key }) => key !== principalName && !params.includes(key));
  if (lacking.length === 0) return [rule];
  if (!lacking.every(({ value }) => takesAbsence(value))) return [];
  const remaining: MapNode = { ...when, entries: when.entries.filter((entry) => !lacking.includes(entry)) };
  return [{ ...rule, entries: rule.entries.map((entry) => (entry.key === "when" ? { ...entry, value: remaining } : entry)) }];
}

const takesAbsence = (wanted: SpecNode) => (wanted.kind === "list" ? wanted.items.some(isNull) : isNull(wanted));
