import { useEffect, useState } from "preact/hooks";
import type { FormField } from "../../dev/page-messages.js";

export interface ParameterFieldsProps {
  readonly fields: readonly FormField[];
  /** The arguments, which may not be JSON. */
  readonly text: string;
  onChange(text: string): void;
}

/** A field for each parameter. Fields that are empty are left out of the arguments. */
export function ParameterFields({ fields, text, onChange }: ParameterFieldsProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [written, setWritten] = useState("");
  // A value that is being typed isn't JSON yet, so fields follow the text only if it comes from elsewhere.
  useEffect(() => {
    const values = objectIn(text);
    if (text !== written && values !== undefined) setTyped(Object.fromEntries(fields.map((field) => [field.name, textOf(field, values)])));
  }, [fields, text]);
  const write = (name: string, value: string) => {
    const now = { ...typed, [name]: value };
    const given = fields.filter((field) => (now[field.name] ?? "") !== "");
    const values = given.map((field) => [field.name, field.isText ? now[field.name] : argumentOf(now[field.name] ?? "")]);
    const next = JSON.stringify(Object.fromEntries(values), null, 2);
    setTyped(now);
    setWritten(next);
    onChange(next);
  };
  return (
    <div class="fields">
      {fields.map((field) => (
        <Field key={field.name} field={field} value={typed[field.name] ?? ""} onInput={(value) => write(field.name, value)} />
      ))}
    </div>
  );
}

interface FieldProps {
  readonly field: FormField;
  readonly value: string;
  onInput(value: string): void;
}

function Field({ field: { label, choices }, value, onInput }: FieldProps) {
  if (choices === undefined)
    return (
      <label>
        {label}
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </label>
    );
  return (
    <label>
      {label}
      <select value={value} onInput={({ currentTarget }) => onInput(currentTarget.value)}>
        <option value="">–</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

function textOf({ name, choices }: FormField, values: Readonly<Record<string, unknown>>): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) return "";
  return typeof value === "string" && choices === undefined ? value : JSON.stringify(value);
}

/** The arguments in a text; `undefined` if it isn't a JSON object. */
function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parsed(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** Reads a field as JSON. What is not JSON stays text, which repair explains. */
const argumentOf = (text: string): unknown => parsed(text) ?? (text.trim() === "null" ? null : text);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
