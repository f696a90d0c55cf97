import Handlebars from "handlebars";
import { InternalError } from "../../diagnostics/invariant.js";
import type { Assets } from "../output-file.js";

/** A private instance, which other code's helpers and partials can't reach. */
const handlebars = Handlebars.create();
const compiled = new Map<string, HandlebarsTemplateDelegate>();

/** The values of a template by name: printed texts, conditions, and lists of these. */
export interface TemplateValues {
  readonly [name: string]: string | boolean | readonly TemplateValues[];
}

/**
 * Renders `templates/NAME` of this package. Nothing is escaped: values arrive already printed. A name that the template
 * uses and `values` lacks throws.
 */
export function renderTemplate(assets: Assets, name: string, values: TemplateValues): string {
  const source = assets[`templates/${name}`];
  if (source === undefined) throw new InternalError(`the template ${name} is missing`);
  let template = compiled.get(source);
  if (template === undefined) {
    template = handlebars.compile(source, { strict: true, noEscape: true, preventIndent: true });
    compiled.set(source, template);
  }
  return template(values);
}
