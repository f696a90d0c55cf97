import { diagnostic } from "../../diagnostics/codes.js";
import type { Expression } from "./nodes.js";
import type { TemplateScope } from "./template-scope.js";

/** Reports a name that has no meaning at its position, with what was probably meant. */
export function reportUnknownName(
  expression: Expression,
  scope: TemplateScope,
  extra: { readonly didYouMean?: string | undefined; readonly help?: string | undefined },
): undefined {
  scope.log.push(diagnostic("unknown-name", scope.locate(expression.range), { name: expression.written }, extra));
  return undefined;
}
