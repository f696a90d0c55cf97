import { diagnostic } from "../../diagnostics/codes.js";
import type { ValueRef } from "../../runtime/contract/text-template.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { closest } from "../../runtime/text/closest.js";
import { typesOf, variantsAt } from "../schema/types.js";
import type { Expression } from "./nodes.js";
import { reportUnknownName } from "./report-unknown-name.js";
import type { Resolved, TemplateScope } from "./template-scope.js";
import { typeNames } from "./type-names.js";

/** The steps from a value to one of its properties, by its path. */
export interface Descent {
  readonly expression: Expression;
  /** The schema of `start`. */
  readonly root: JsonObject;
  readonly ref: ValueRef;
  readonly base: readonly string[];
  readonly start: readonly JsonObject[];
  /** The steps to take, if they aren't all that is written. */
  readonly path?: readonly string[];
}

/** Follows a path through the schema, or reports the step that it does not declare. */
export function followPath(descent: Descent, scope: TemplateScope): Resolved | undefined {
  const { expression, root, start, path = expression.parts } = descent;
  let at = start;
  for (const [depth, part] of path.entries()) {
    const objects = at.filter((variant) => typesOf(variant).includes("object"));
    if (objects.length === 0) {
      const what = depth === 0 ? wholeOf(descent.ref) : path.slice(0, depth).join(".");
      scope.log.push(
        diagnostic("path-into-scalar", scope.locate(expression.range), { path: expression.written, part: what, type: typeNames(at) }),
      );
      return undefined;
    }
    const next = objects.flatMap((variant) => property(root, variant, part));
    if (next.length === 0) {
      const suggestion = closest(
        part,
        objects.flatMap((v) => (isJsonObject(v.properties) ? Object.keys(v.properties) : [])),
      );
      const above = expression.written.slice(0, expression.written.lastIndexOf(path.slice(depth).join(".")));
      return reportUnknownName(expression, scope, {
        didYouMean: suggestion && `${above}${suggestion}`,
        help: "Name a property that the schema declares there.",
      });
    }
    at = next;
  }
  return {
    ref: descent.ref,
    selector: [...descent.base, ...path],
    variants: at,
    root,
    range: expression.range,
    written: expression.written,
  };
}

const wholeOf = (ref: ValueRef) => (ref.from === "output" ? "the output" : "the element");

function property(root: JsonObject, variant: JsonObject, key: string): readonly JsonObject[] {
  const holder: JsonObject = root.$defs === undefined ? variant : { ...variant, $defs: root.$defs };
  return variantsAt(holder, [key]);
}
