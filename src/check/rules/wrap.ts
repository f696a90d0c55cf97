import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { closest } from "../../runtime/text/closest.js";
import type { ToolContext } from "../context.js";
import { elementVariants, parameterNames, propertiesAt, typesOf, variantsAt } from "../schema/types.js";
import { standsForParameter } from "./stands-for-parameter.js";

/** `wrap` must name arrays of objects and keys of their elements, none of which has another meaning at the top. */
export function checkWrap(tool: ToolContext, schema: JsonObject): readonly Diagnostic[] {
  return Object.entries(tool.spec.wrap ?? {}).flatMap(([target, keys]) => {
    const elements = variantsAt(schema, [target]).flatMap((variant) =>
      typesOf(variant).includes("array") ? elementVariants(schema, variant) : [],
    );
    if (!elements.some((element) => typesOf(element).includes("object") && typesOf(element).length === 1)) {
      return [
        diagnostic(
          "wrap-of-nothing",
          tool.at(["wrap", target], "key"),
          { target },
          { didYouMean: closest(target, parameterNames(schema)) },
        ),
      ];
    }
    const elementNames = propertiesAt(schema, [target, "[]"]);
    return keys.flatMap((key, i) => {
      const at = tool.at(["wrap", target, i]);
      if (!elementNames.includes(key))
        return [diagnostic("unknown-element-key", at, { key, target }, { didYouMean: closest(key, elementNames) })];
      return standsForParameter(tool, schema, key)
        ? [diagnostic("repair-name-taken", at, { name: key, target: `${target}[].${key}` })]
        : [];
    });
  });
}
