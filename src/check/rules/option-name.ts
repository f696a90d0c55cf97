import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { typesOf } from "../schema/types.js";
import { bodies, type FlatWord } from "../template/flatten.js";
import type { TemplateNode } from "../template/nodes.js";
import { parameterText } from "../template/parameter-text.js";
import { resolveName } from "../template/resolve-name.js";
import type { TemplateScope } from "../template/template-scope.js";

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
