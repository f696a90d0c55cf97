import { typesOf } from "../../contract/schema-variants.js";
import { isFixed } from "../dash-rules.js";
import { silent } from "../template/flatten.js";
import { resolveName } from "../template/resolve-name.js";
import { isSelected, type TemplateScope } from "../template/template-scope.js";
import type { PositionsContext } from "./positions-context.js";
import type { Hole } from "./script-template.js";

/**
 * Returns true if the author wrote every possible value, or it is a number. Then the model doesn't choose what programs
 * print of it.
 */
export function isAuthored(hole: Hole, scope: TemplateScope): boolean {
  const value = hole.node.kind === "value" ? resolveName(hole.node.of, silent(scope)) : undefined;
  return isNumber(hole, scope) || (value?.ref.from === "call" && value.ref.name !== "params") || value?.variants.every(isFixed) === true;
}

/** Returns true if `code` names a value's parameter, so that it may be evaluated. */
export function isListedAsCode({ node }: Hole, { code, scope }: PositionsContext): boolean {
  const value = resolveName(node.of, silent(scope));
  return value !== undefined && isSelected(code, value);
}

/** Returns true if every possible value is a number. */
export function isNumber({ node }: Hole, scope: TemplateScope): boolean {
  const value = node.kind === "value" ? resolveName(node.of, silent(scope)) : undefined;
  return value?.variants.every((variant) => typesOf(variant).every((type) => type === "integer" || type === "number")) === true;
}
