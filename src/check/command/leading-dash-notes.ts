import type { DashNote } from "../../model/tool.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { cannotBeginWithDash } from "../schema/pattern.js";
import { type JsonType, typesOf } from "../schema/types.js";
import { elementOf } from "../template/enter-each.js";
import { bodies, type FlatWord } from "../template/flatten.js";
import { isSelected } from "../template/is-selected.js";
import type { TemplateNode } from "../template/nodes.js";
import { parameterText } from "../template/parameter-text.js";
import { resolveName } from "../template/resolve-name.js";
import type { Resolved, TemplateScope } from "../template/template-scope.js";

/**
 * The exemptions from the leading-dash rule: parameters that are paths, and those that the author named. Selectors are
 * texts.
 */
export interface DashExemptions {
  readonly paths: readonly string[];
  readonly allowed: readonly string[];
}

/**
 * Decides for a value whether it may begin an argument with `-`, and by which rule. A joined array begins with an
 * element. A call refuses such a value where it must not (`argumentProblems` of the runtime).
 */
export function leadingDashNote(value: Resolved, exemptions: DashExemptions): DashNote {
  const param = parameterText(value);
  const decided = (because: string | undefined): DashNote => ({
    param,
    mayDash: because !== undefined,
    because: because ?? "a value that begins with '-' is refused",
  });
  if (value.ref.from === "call" || value.ref.from === "temp") return decided("it is an internal path or internal JSON");
  if (isSelected(exemptions.allowed, value)) return decided("allowLeadingDash");
  if (isSelected(exemptions.paths, value)) return decided("a path is given './' or is absolute");
  const reasons = value.variants.map(reason);
  return decided(reasons.every((r) => r !== undefined) ? [...new Set(reasons)].join("; ") : undefined);
}

/**
 * Returns the rule for each value that may begin an argument of the command, by its position, in the command's order.
 */
export function leadingDashNotes(words: readonly FlatWord[], exemptions: DashExemptions): readonly DashNote[] {
  const notes = words.flatMap((word) => leadingValues(word.nodes, word.scope)).map(({ value }) => leadingDashNote(value, exemptions));
  // `@key` of two objects has one name, but not always one rule.
  return [...new Map(notes.map((note) => [`${note.param} ${note.because}`, note])).values()];
}

/** A value that an argument may begin with, and its scope. */
interface LeadingValue {
  readonly value: Resolved;
  readonly scope: TemplateScope;
}

/**
 * Returns the values that an argument may begin with, because no literal text precedes them. For a joined array that is
 * any element.
 */
export function leadingValues(nodes: readonly TemplateNode[], scope: TemplateScope): readonly LeadingValue[] {
  const text = nodes.findIndex((node) => node.kind === "text" && node.text !== "");
  return (text === -1 ? nodes : nodes.slice(0, text)).flatMap((node): readonly LeadingValue[] => {
    if (node.kind === "text" || node.kind === "json") return [];
    if (node.kind === "if" || node.kind === "each") return bodies(node, scope).flatMap((body) => leadingValues(body.nodes, body.scope));
    const value = resolveName(node.of, scope);
    if (value === undefined) return [];
    return [{ value: node.kind === "join" ? elementOf(value) : value, scope }];
  });
}

function reason(variant: JsonObject): string | undefined {
  if (variant.const !== undefined || Array.isArray(variant.enum)) return "the author wrote every value";
  const types = typesOf(variant).filter((type) => type !== "null");
  const reasons = types.map((type) => typeReason(type, variant));
  return reasons.every((r) => r !== undefined) ? reasons[0] : undefined;
}

function typeReason(type: JsonType, variant: JsonObject): string | undefined {
  if (type === "boolean") return "a boolean";
  if (type === "integer" || type === "number") return least(variant) >= 0 ? "a number that is not negative" : undefined;
  if (type === "string" && typeof variant.pattern === "string")
    return cannotBeginWithDash(variant.pattern) ? `the pattern ${variant.pattern} admits no '-' first` : undefined;
  return undefined;
}

const least = (variant: JsonObject): number =>
  Math.max(...[variant.minimum, variant.exclusiveMinimum].map((n) => (typeof n === "number" ? n : Number.NEGATIVE_INFINITY)));
