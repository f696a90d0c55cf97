import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonTemplate } from "../../runtime/contract/http-request.js";
import type { ScalarNode, SpecNode } from "../../source/spec-node.js";
import { scopeFor, type TemplateContext } from "../template/check-text.js";
import { compileText } from "../template/compile-text.js";
import { parseTemplate } from "../template/parse-template.js";
import { resolveName } from "../template/resolve-name.js";

/** Compiles JSON whose texts are templates. A text that is a single placeholder keeps the type of its value. */
export function compileJson(node: SpecNode, context: TemplateContext, diagnostics: Diagnostic[]): JsonTemplate {
  switch (node.kind) {
    case "scalar":
      return typeof node.value === "string" ? compileScalar(node, context, diagnostics) : { kind: "constant", value: node.value };
    case "list":
      return { kind: "list", items: node.items.map((item) => compileJson(item, context, diagnostics)) };
    case "map":
      return { kind: "object", entries: node.entries.map(({ key, value }) => [key, compileJson(value, context, diagnostics)] as const) };
  }
}

function compileScalar(scalar: ScalarNode, context: TemplateContext, diagnostics: Diagnostic[]): JsonTemplate {
  const [nodes, problems] = parseTemplate(scalar);
  diagnostics.push(...problems);
  if (problems.length > 0) return { kind: "constant", value: null };
  const scope = scopeFor(scalar, context, diagnostics);
  const [only] = nodes;
  if (nodes.length === 1 && only?.kind === "value") {
    const value = resolveName(only.of, scope);
    return value === undefined ? { kind: "constant", value: null } : { kind: "value", ref: value.ref };
  }
  const text = compileText(nodes, scope, context.dash);
  const [piece] = text;
  const isConstant = text.length === 0 || (text.length === 1 && typeof piece === "string");
  return isConstant ? { kind: "constant", value: typeof piece === "string" ? piece : "" } : { kind: "text", text };
}
