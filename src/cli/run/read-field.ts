import type { ElicitationValue } from "../../runtime/registry/mcp/elicitation.js";
import type { ElicitationField, FieldChoice } from "./elicitation-field.js";

/** The typed value of a field, nothing, or a mistake. */
export type FieldReading = { readonly kind: "value"; readonly value: ElicitationValue } | { readonly kind: "empty" } | FieldMistake;

interface FieldMistake {
  readonly kind: "mistake";
  readonly message: string;
}

/** Reads a line for a field. An empty one is `current`, the value so far. */
export function readField(field: ElicitationField, text: string, current: ElicitationValue | undefined): FieldReading {
  const typed = text.trim();
  if (typed !== "") return withinLimits(field, typedValue(field, typed));
  if (current !== undefined) return { kind: "value", value: current };
  return field.isRequired ? mistake("Enter a value, or press Ctrl-C.") : { kind: "empty" };
}

const mistake = (message: string): FieldMistake => ({ kind: "mistake", message });

const value = (read: ElicitationValue): FieldReading => ({ kind: "value", value: read });

function typedValue(field: ElicitationField, typed: string): FieldReading {
  switch (field.type) {
    case "text":
      return value(typed);
    case "number":
    case "integer":
      return readNumber(field.type, typed);
    case "yes or no":
      return readBoolean(typed.toLowerCase());
    case "choice":
      return readChoices(field.choices, [typed], ([one = ""]) => one);
    case "choices":
      return readChoices(field.choices, typed.split(","), (all) => all);
  }
}

function readNumber(type: "number" | "integer", typed: string): FieldReading {
  const number = Number(typed);
  if (!Number.isFinite(number)) return mistake("Enter a number.");
  return type === "integer" && !Number.isInteger(number) ? mistake("Enter a whole number.") : value(number);
}

function readBoolean(typed: string): FieldReading {
  if (["y", "yes", "true"].includes(typed)) return value(true);
  return ["n", "no", "false"].includes(typed) ? value(false) : mistake("Enter yes or no.");
}

/** A choice is typed by its number, its title or its value. */
function readChoices(
  choices: readonly FieldChoice[],
  typed: readonly string[],
  valueOfChosen: (values: readonly string[]) => ElicitationValue,
): FieldReading {
  const values: string[] = [];
  for (const one of typed.map((text) => text.trim())) {
    const chosen = choices.find((each) => each.value === one || each.title.toLowerCase() === one.toLowerCase()) ?? choices[Number(one) - 1];
    if (chosen === undefined) return mistake(`Enter a number from 1 to ${choices.length}.`);
    if (!values.includes(chosen.value)) values.push(chosen.value);
  }
  return value(valueOfChosen(values));
}

function withinLimits({ type, limits: { least, most } }: ElicitationField, reading: FieldReading): FieldReading {
  if (reading.kind !== "value") return reading;
  const { value: read } = reading;
  const size = typeof read === "string" ? [...read].length : typeof read === "object" ? read.length : Number(read);
  const unit = type === "text" ? " characters" : type === "choices" ? " choices" : "";
  if (type === "choice" || type === "yes or no") return reading;
  if (least !== undefined && size < least) return mistake(`Enter at least ${least}${unit}.`);
  return most !== undefined && size > most ? mistake(`Enter at most ${most}${unit}.`) : reading;
}
