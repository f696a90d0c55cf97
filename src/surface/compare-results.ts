import type { JsonObject } from "../runtime/json/json-value.js";
import type { NamelessChange } from "./change.js";
import { compareSchemas } from "./schema/compare-schemas.js";
import type { SchemaDifference } from "./schema/schema-difference.js";

/** Compares structured results for those who read them: more possible values are breaking. */
export function compareResults(before: JsonObject | null, after: JsonObject | null): readonly NamelessChange[] {
  if (before === null) return after === null ? [] : [{ code: "result-added" }];
  if (after === null) return [{ code: "result-removed" }];
  return compareSchemas(before, after).flatMap(resultChange);
}

function resultChange({ path, ...difference }: SchemaDifference): readonly NamelessChange[] {
  const at = path;
  switch (difference.code) {
    case "property-added":
      return [{ code: "result-property-added", at }];
    case "property-removed":
      return [{ code: "result-property-removed", at }];
    case "no-longer-required":
      return [{ code: "result-property-optional", at }];
    case "changed":
    case "widened": {
      const { keyword, before, after } = difference;
      return [{ code: "result-widened", at, keyword, before, after }];
    }
    case "narrowed":
    case "now-required":
      return [{ code: "result-changed", at }];
    case "default-changed":
    case "text-changed":
      return [];
    default:
      return difference satisfies never;
  }
}
