import type { ElicitationValue } from "../../runtime/registry/mcp/elicitation.js";
import type { ElicitationField } from "./elicitation-field.js";
import { type FieldChoice, fieldMistake } from "./field-mistake.js";

/** The typed value of a field, nothing, or a mistake. */
export type FieldReading = { readonly kind: "value"; readonly value: ElicitationValue } | { readonly kind: "empty" } | FieldMistake;

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
