import type { JsonObject } from "../../runtime/json/json-value.js";
import type { TemplateContext } from "../template/check-text.js";

/** The context of a template that is only text: a value may begin with a dash, and there are no files or secrets. */
export const plainTextContext = (schema: JsonObject): TemplateContext & { readonly used: Set<string> } => ({
  schema,
  used: new Set(),
  dash: () => true,
  own: { tempFiles: [], secrets: [], takesSecrets: false, used: new Set() },
});
