import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { closest } from "../../runtime/text/closest.js";
import type { ToolContext } from "../context.js";
import { type CoerceSpec, isForms } from "../language/repair-shape.js";
import { parseSelector, typesOf, variantsAt } from "../schema/types.js";
import { selectorsOf } from "./selectors.js";
import { standsForParameter } from "./stands-for-parameter.js";

/** Each form of `coerce` is for one type, and each alias stands for one parameter. */
export function checkCoerce(tool: ToolContext, schema: JsonObject): readonly Diagnostic[] {
  return Object.entries(tool.spec.coerce ?? {}).flatMap(([name, how]) => {
    const at = tool.at(["coerce", name], "key");
    const variants = variantsAt(schema, parseSelector(name));
    if (variants.length === 0) return [diagnostic("unknown-parameter", at, { name }, { didYouMean: closest(name, selectorsOf(schema)) })];
    const problem = mismatch(tool, schema, { name, how, types: variants.flatMap(typesOf) });
    if (problem !== undefined) return [diagnostic("coerce-mismatch", at, { name, problem })];
    if (typeof how === "string" || isForms(how)) return [];
    return (["end", "searchReplace"] as const).flatMap((key) =>
      (how[key] ?? []).flatMap((other, i) =>
        standsForParameter(tool, schema, other)
          ? [diagnostic("repair-name-taken", tool.at(["coerce", name, key, i]), { name: other, target: name })]
          : [],
      ),
    );
  });
}

interface Coerced {
  readonly name: string;
  readonly how: CoerceSpec;
  readonly types: readonly string[];
}

function mismatch(tool: ToolContext, schema: JsonObject, { name, how, types }: Coerced): string | undefined {
  if (how === "none") return undefined;
  if (typeof how === "string" || isForms(how)) return types.includes("string") ? undefined : "it is not a text";
  if (how.searchReplace !== undefined) {
    if (how.count !== undefined) return "it can't be both the first line of a range and an array";
    return tool.spec.wrap?.[name]?.length === 2 ? undefined : "it has no `wrap` of two keys, what is searched and what replaces it";
  }
  if (how.count === undefined) return "it says neither `count` nor `searchReplace`";
  const counts = variantsAt(schema, [how.count]).flatMap(typesOf);
  if (parseSelector(name).length > 1 || !types.includes("integer")) return "the first line is a whole number at the top of the schema";
  const files = how.file === undefined ? ["string"] : variantsAt(schema, [how.file]).flatMap(typesOf);
  if (!files.includes("string")) return `its file '${how.file}' is not a text parameter`;
  return counts.includes("integer") ? undefined : `its count '${how.count}' is not a parameter of whole numbers`;
}
