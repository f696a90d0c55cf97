import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import type { ParametersQuestion } from "./parameters-question.js";

/** The first revision whose forms have several of a list, titles of choices (SEP-1330), and suggestions (SEP-1034). */
const firstWithAll = "2025-11-25";

/**
 * Returns a form as a client's revision has it. Before 2025-11-25, choices with titles are `enumNames`, and only a
 * boolean has a suggestion. Returns `undefined` for a form that asks for several of a list, which such clients can't
 * show.
 */
export function formForRevision(form: ParametersQuestion["form"], revision: string): ParametersQuestion["form"] | undefined {
  if (revision >= firstWithAll) return form;
  const fields = Object.entries(form.properties);
  if (fields.some(([, { type }]) => type === "array")) return undefined;
  return { ...form, properties: Object.fromEntries(fields.map(([name, field]) => [name, olderField(field)])) };
}

function olderField({ oneOf, default: suggested, ...field }: JsonObject): JsonObject {
  if (field.type === "boolean" && suggested !== undefined) return { ...field, default: suggested };
  if (!Array.isArray(oneOf)) return field;
  const choices = oneOf.filter(isJsonObject);
  return { ...field, enum: choices.map((one) => one.const ?? ""), enumNames: choices.map(({ title }) => title ?? "") };
}
