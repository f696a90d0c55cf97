import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { locateText, type NodePath, type ScalarNode } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import { compileText, type DashRule } from "./compile-text.js";
import { parseTemplate } from "./parse-template.js";
import type { OwnNames, TemplateScope } from "./template-scope.js";

/** The data that compiling a tool's templates needs besides their text. */
export interface TemplateContext {
  readonly schema: JsonObject;
  /** Top-level parameters that templates use: compiling adds to it. */
  readonly used: Set<string>;
  readonly dash: DashRule;
  readonly own: OwnNames;
}

/** The scope at the top of a scalar's template. */
export function scopeFor(scalar: ScalarNode, context: TemplateContext, log: Diagnostic[]): TemplateScope {
  return {
    schema: context.schema,
    each: undefined,
    locate: (range) => locateText(scalar, range.start, range.end),
    log,
    used: context.used,
    own: context.own,
  };
}

/** Compiles a template that makes text; `undefined` if the document has none at this path, or an invalid one. */
export function checkText(tool: ToolContext, context: TemplateContext, path: NodePath): Result<TextTemplate | undefined> {
  const scalar = tool.scalar(path);
  if (scalar === undefined) return [undefined, []];
  const [nodes, problems] = parseTemplate(scalar);
  const log: Diagnostic[] = [...problems];
  const text = compileText(nodes, scopeFor(scalar, context, log), context.dash);
  return [log.length > 0 ? undefined : text, log];
}
