import { templates } from "toolgen:templates";
import { InternalError } from "../../../contract/diagnostic.js";

/** The values of a template by name: printed texts, conditions, and lists of these. */
export interface TemplateValues {
  readonly [name: string]: string | boolean | readonly TemplateValues[];
}

/**
 * Renders a file of `templates/`, which are compiled when toolgen is built (`scripts/templates.mjs`). Nothing is
 * escaped: values arrive already printed. A name that the template uses and `values` lacks throws.
 */
export function renderTemplate(name: string, values: TemplateValues): string {
  const render = templates[name];
  if (render === undefined) throw new InternalError(`the template ${name} is missing`);
  return render(values);
}
