import { makeElement } from "./make-element.js";

/** The server's description of a parameter. `label` is printable; `name` is as the spec has it. */
export interface DescribedField {
  readonly name: string;
  readonly label: string;
  readonly isText: boolean;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

type Field = HTMLInputElement | HTMLSelectElement;

/** Makes a field for each parameter. Fields that are empty are left out of the arguments. */
export function formOfFields(
  described: readonly DescribedField[],
  values: Readonly<Record<string, unknown>>,
  onChange: (values: Readonly<Record<string, unknown>>) => void,
): HTMLElement {
  const fields = described.map((parameter) => ({ ...parameter, field: fieldOf(parameter, values[parameter.name]) }));
  const form = makeElement(
    "div",
    { className: "fields" },
    ...fields.map(({ label, field }) => makeElement("label", {}, `${label} `, field)),
  );
  form.addEventListener("input", () => {
    const given = fields.filter(({ field }) => field.value !== "");
    onChange(Object.fromEntries(given.map(({ name, isText, field }) => [name, isText ? field.value : argumentOf(field.value)])));
  });
  return form;
}

function fieldOf({ choices }: DescribedField, value: unknown): Field {
  const text = value === undefined ? "" : typeof value === "string" && choices === undefined ? value : JSON.stringify(value);
  if (choices === undefined) return makeElement("input", { type: "text", value: text, autocomplete: "off", spellcheck: false });
  const options = [{ value: "", label: "–" }, ...choices];
  const select = makeElement(
    "select",
    {},
    ...options.map((option) => makeElement("option", { value: option.value, textContent: option.label })),
  );
  select.value = text;
  return select;
}

/** Reads a field as JSON. What is not JSON stays text, which repair explains. */
function argumentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
