import { makeElement } from "./make-element.js";

interface ParamSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/** The part of a tool's schema that a form is made of. */
export interface ToolSchema {
  readonly properties?: Readonly<Record<string, ParamSchema>>;
  readonly required?: readonly string[];
}

type Field = HTMLInputElement | HTMLSelectElement;

/** Makes a field for each parameter. Fields that are empty are left out of the arguments. */
export function formOfSchema(
  { properties = {}, required = [] }: ToolSchema,
  values: Readonly<Record<string, unknown>>,
  onChange: (values: Readonly<Record<string, unknown>>) => void,
): HTMLElement {
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, schema, field: fieldOf(schema, values[name]) }));
  const form = makeElement(
    "div",
    { className: "fields" },
    ...fields.map(({ name, field }) => makeElement("label", {}, `${name}${required.includes(name) ? " (required)" : ""} `, field)),
  );
  form.addEventListener("input", () => {
    const given = fields.filter(({ field }) => field.value !== "");
    onChange(Object.fromEntries(given.map(({ name, schema, field }) => [name, argumentOf(schema, field.value)])));
  });
  return form;
}

function fieldOf(schema: ParamSchema, value: unknown): Field {
  const choices = schema.enum ?? (schema.type === "boolean" ? [true, false] : undefined);
  const text = value === undefined ? "" : typeof value === "string" && schema.enum === undefined ? value : JSON.stringify(value);
  if (choices === undefined) return makeElement("input", { type: "text", value: text, autocomplete: "off", spellcheck: false });
  const options = ["", ...choices.map((choice) => JSON.stringify(choice))];
  const select = makeElement(
    "select",
    {},
    ...options.map((option) => makeElement("option", { value: option, textContent: option === "" ? "–" : option })),
  );
  select.value = text;
  return select;
}

/** Reads a field as JSON, unless its parameter is a text. What is not JSON stays text, which repair explains. */
function argumentOf(schema: ParamSchema, text: string): unknown {
  if (schema.enum === undefined && schema.type === "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
