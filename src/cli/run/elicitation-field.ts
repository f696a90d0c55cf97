import type { ElicitationForm, ElicitationValue } from "../../contract/confirmation.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";

/** A field of the form that an MCP server sends. Its texts are the server's, and not safe for a terminal. */
export interface ElicitationField extends FieldRules {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** True if it can't be left out. */
  readonly isRequired: boolean;
  /** The server's suggestion, if the field allows it. */
  readonly suggested: ElicitationValue | undefined;
}

/** Returns the fields of a form in their order. */
export function elicitationFields({ properties, required = [] }: ElicitationForm): readonly ElicitationField[] {
  return Object.entries(properties).map(([name, schema]) => {
    const items = isJsonObject(schema.items) ? schema.items : {};
    const isList = schema.type === "array";
    const choices = choicesOf(isList ? items : schema);
    const type = isList ? "choices" : choices.length > 0 ? "choice" : typeOf(schema.type);
    const { title, description, default: suggested } = schema;
    const field = {
      name,
      title: typeof title === "string" ? title : name,
      description: typeof description === "string" ? description : "",
      isRequired: required.includes(name),
      type,
      choices,
      limits: limitsOf(type, schema),
    };
    if (suggested === undefined) return { ...field, suggested };
    if (isValue(suggested) && fieldMistake(field, suggested) === undefined) return { ...field, suggested };
    // An answer without the field would get the default that the user hasn't seen.
    return { ...field, suggested: undefined, isRequired: true };
  });
}

function typeOf(type: JsonValue | undefined): ElicitationField["type"] {
  if (type === "boolean") return "yes or no";
  return type === "number" || type === "integer" ? type : "text";
}

function choicesOf({ enum: values, enumNames, oneOf, anyOf }: JsonObject): readonly FieldChoice[] {
  const titled = oneOf ?? anyOf;
  if (Array.isArray(titled)) return titled.filter(isJsonObject).map(({ const: value, title }) => choice(value, title));
  const names = Array.isArray(enumNames) ? enumNames : [];
  return Array.isArray(values) ? values.map((value, i) => choice(value, names[i])) : [];
}

const choice = (value: JsonValue | undefined, title: JsonValue | undefined): FieldChoice => ({
  value: String(value),
  title: typeof title === "string" ? title : String(value),
});

function limitsOf(type: ElicitationField["type"], schema: JsonObject): FieldLimits {
  const [least, most] =
    type === "text"
      ? [schema.minLength, schema.maxLength]
      : type === "choices"
        ? [schema.minItems, schema.maxItems]
        : [schema.minimum, schema.maximum];
  return { least: typeof least === "number" ? least : undefined, most: typeof most === "number" ? most : undefined };
}

const isValue = (value: JsonValue | undefined): value is ElicitationValue =>
  ["string", "number", "boolean"].includes(typeof value) || (Array.isArray(value) && value.every((one) => typeof one === "string"));

/** The typed value of a field, nothing, or a mistake. */
type FieldReading = { readonly kind: "value"; readonly value: ElicitationValue } | { readonly kind: "empty" } | FieldMistake;

interface FieldMistake {
  readonly kind: "mistake";
  readonly message: string;
}

/** Reads a line for a field. An empty one is `current`, the value so far. */
export function readField(field: ElicitationField, text: string, current: ElicitationValue | undefined): FieldReading {
  const typed = text.trim();
  if (typed !== "") return checked(field, typedValue(field, typed));
  if (current !== undefined) return { kind: "value", value: current };
  return field.isRequired ? mistake("Enter a value, or press Ctrl-C.") : { kind: "empty" };
}

/** True if choices are shown with numbers. Beside a choice that is a number itself, they would mislead. */
export const areNumbered = (choices: readonly FieldChoice[]): boolean =>
  !choices.some((choice) => [choice.value, choice.title].some((text) => digits.test(text.trim())));

const digits = /^\d+$/;

const mistake = (message: string): FieldMistake => ({ kind: "mistake", message });

const value = (read: ElicitationValue): FieldReading => ({ kind: "value", value: read });

function checked(field: ElicitationField, reading: FieldReading): FieldReading {
  const wrong = reading.kind === "value" ? fieldMistake(field, reading.value) : undefined;
  return wrong === undefined ? reading : mistake(wrong);
}

function typedValue(field: ElicitationField, typed: string): FieldReading {
  switch (field.type) {
    case "text":
      return value(typed);
    case "number":
    case "integer":
      return value(Number(typed));
    case "yes or no":
      return readBoolean(typed.toLowerCase());
    case "choice":
      return readChoices(field.choices, [typed], ([one = ""]) => one);
    case "choices":
      return readChoices(field.choices, typed.split(","), (all) => all);
  }
}

function readBoolean(typed: string): FieldReading {
  if (["y", "yes", "true"].includes(typed)) return value(true);
  return ["n", "no", "false"].includes(typed) ? value(false) : mistake("Enter yes or no.");
}

function readChoices(
  choices: readonly FieldChoice[],
  typed: readonly string[],
  valueOfChosen: (values: readonly string[]) => ElicitationValue,
): FieldReading {
  const values: string[] = [];
  for (const one of typed.map((text) => text.trim())) {
    const chosen = chosenBy(one, choices);
    if (chosen === undefined)
      return mistake(areNumbered(choices) ? `Enter a number from 1 to ${choices.length}.` : "Enter one of the choices.");
    if (!values.includes(chosen.value)) values.push(chosen.value);
  }
  return value(valueOfChosen(values));
}

/** A choice is typed by its number, its title, which is what the user sees, or its value. */
function chosenBy(typed: string, choices: readonly FieldChoice[]): FieldChoice | undefined {
  if (areNumbered(choices) && digits.test(typed)) return choices[Number(typed) - 1];
  return (
    choices.find(({ title }) => title.trim() === typed) ??
    choices.find(({ title }) => title.trim().toLowerCase() === typed.toLowerCase()) ??
    choices.find((choice) => choice.value === typed)
  );
}

/** The values that a field allows. */
interface FieldRules {
  readonly type: "text" | "number" | "integer" | "yes or no" | "choice" | "choices";
  /** Empty unless the user chooses. */
  readonly choices: readonly FieldChoice[];
  readonly limits: FieldLimits;
}

interface FieldChoice {
  readonly value: string;
  readonly title: string;
}

interface FieldLimits {
  readonly least: number | undefined;
  readonly most: number | undefined;
}

/** The most characters of a field's value. */
export const longestValue = 1000;

/** Returns what is wrong with a value of a field, for the user. The value may be the server's own suggestion. */
function fieldMistake(field: FieldRules, value: ElicitationValue): string | undefined {
  const { type } = field;
  const isChoice = (one: unknown) => field.choices.some((choice) => choice.value === one);
  switch (type) {
    case "yes or no":
      return typeof value === "boolean" ? undefined : "Enter yes or no.";
    case "choice":
      return isChoice(value) ? undefined : "Enter one of the choices.";
    case "choices":
      return typeof value === "object" && value.every(isChoice)
        ? limitMistake(field, value.length, " choices")
        : "Enter some of the choices.";
    case "text": {
      if (typeof value !== "string") return "Enter a text.";
      const size = [...value].length;
      return size > longestValue ? `Enter at most ${longestValue} characters.` : limitMistake(field, size, " characters");
    }
    default:
      if (typeof value !== "number" || !Number.isFinite(value)) return "Enter a number.";
      return type === "integer" && !Number.isInteger(value) ? "Enter a whole number." : limitMistake(field, value, "");
  }
}

function limitMistake({ limits: { least, most } }: Pick<FieldRules, "limits">, size: number, unit: string): string | undefined {
  if (least !== undefined && size < least) return `Enter at least ${least}${unit}.`;
  return most !== undefined && size > most ? `Enter at most ${most}${unit}.` : undefined;
}
