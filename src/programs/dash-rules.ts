import type { Diagnostic } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import type { JsonObject } from "../contract/json-value.js";
import { type JsonType, typesOf } from "../contract/schema-variants.js";
import { bodies, type FlatWord } from "./template/flatten.js";
import { cannotBeginWithDash } from "./template/pattern.js";
import { resolveName } from "./template/resolve-name.js";
import { elementOf, isSelected, parameterText, type Resolved, type TemplateScope } from "./template/template-scope.js";
import type { TemplateNode } from "./template-syntax.js";

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

/** The decision whether a value that may begin an argument may also begin with `-`, and the rule that made it. */
export interface DashNote {
  readonly param: string;
  readonly mayDash: boolean;
  readonly because: string;
}

/**
 * Reports values that can pass any option, because `allowLeadingDash` lets them begin an argument, unless `--` or
 * `--end-of-options` precedes them or, in the same nested list, an option whose value they are.
 */
export function checkUnguardedDash(words: readonly FlatWord[], exemptions: DashExemptions): readonly Diagnostic[] {
  return words.flatMap((word, index) => {
    const values = leadingValues(word.nodes, word.scope).filter(
      ({ value }) => leadingDashNote(value, exemptions).because === "allowLeadingDash",
    );
    if (values.length === 0 || words.slice(0, index).some((other) => guards(other, word))) return [];
    return values.map(({ value, scope }) => diagnostic("unguarded-dash", scope.locate(value.range), { name: parameterText(value) }));
  });
}

function guards(other: FlatWord, word: FlatWord): boolean {
  const [first, ...rest] = other.nodes;
  const text = first?.kind === "text" ? first.text : "";
  if (rest.length === 0 && (text === "--" || text === "--end-of-options")) return other.certain || isAround(other.group, word.group);
  // An option with its value after `=` takes no other.
  return other.group === word.group && text.startsWith("-") && !text.includes("=");
}

/** Returns true if arguments of a group are present whenever those of another are. */
const isAround = (outer: string, inner: string) => inner === outer || inner.startsWith(`${outer}/`);

/**
 * A placeholder inside an option's name (`--{{x}}`, `--no{{x}}`, `-{{x}}`) must be an enum, integer or const: otherwise
 * it chooses the option.
 */
export function checkOptionName(words: readonly FlatWord[]): readonly Diagnostic[] {
  return words.flatMap((word) => inNames(word.nodes, word.scope, "").diagnostics);
}

function inNames(
  nodes: readonly TemplateNode[],
  scope: TemplateScope,
  before: string,
): { readonly diagnostics: readonly Diagnostic[]; readonly prefix: string } {
  const diagnostics: Diagnostic[] = [];
  let prefix = before;
  for (const node of nodes) {
    if (node.kind === "text") {
      prefix += node.text;
    } else if (node.kind === "if" || node.kind === "each") {
      for (const body of bodies(node, scope)) diagnostics.push(...inNames(body.nodes, body.scope, prefix).diagnostics);
      prefix += unknownText;
    } else {
      const value = resolveName(node.of, scope);
      if (isOptionName(prefix) && value !== undefined && !(node.kind === "value" && value.variants.every(isFixed))) {
        diagnostics.push(diagnostic("option-name", scope.locate(node.range), { name: parameterText(value), option: prefix }));
      }
      prefix += unknownText;
    }
  }
  return { diagnostics, prefix };
}

/** Stands for text that is unknown at build time and contains no `=`. */
const unknownText = "\uFFFC";

const isOptionName = (prefix: string) => prefix === "-" || /^--[^=:\s]*$/.test(prefix);

/** Returns true if the author, and not the model, chose the possible texts. */
export function isFixed(variant: JsonObject): boolean {
  if (variant.const !== undefined || Array.isArray(variant.enum)) return true;
  return typesOf(variant).every((type) => type === "integer" || type === "boolean" || type === "null");
}
