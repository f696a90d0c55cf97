import type { ElicitationValue } from "../../runtime/registry/mcp/elicitation.js";

/** The values that a field allows. */
export interface FieldRules {
  readonly type: "text" | "number" | "integer" | "yes or no" | "choice" | "choices";
  /** Empty unless the user chooses. */
  readonly choices: readonly FieldChoice[];
  readonly limits: FieldLimits;
}

export interface FieldChoice {
  readonly value: string;
  readonly title: string;
}

export interface FieldLimits {
  readonly least: number | undefined;
  readonly most: number | undefined;
}

/** The most characters of a field's value. */
export const longestValue = 1000;

/** Returns what is wrong with a value of a field, for the user. The value may be the server's own suggestion. */
export function fieldMistake(field: FieldRules, value: ElicitationValue): string | undefined {
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
