import type { JsonObject, JsonValue } from "../../runtime/json/json-value.js";
import { wordsIn } from "../words-in.js";
import type { ValueType } from "./option-type.js";
import type { HelpOption } from "./program-help.js";

/** A parameter of a tool, and the part of the command that it fills. */
export interface CommandParameter {
  readonly name: string;
  /** The names of the option; none for an operand. */
  readonly options: readonly string[];
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  readonly access: ValueType["access"];
  readonly guesses: readonly string[];
  readonly items: readonly JsonValue[];
  /** The value of an example. */
  readonly example: JsonValue;
  /** The arguments that the example's value becomes. */
  readonly exampleArguments: readonly string[];
}

/**
 * Returns a tool's name for an option or operand, in small letters and `_`, and takes it. A capital letter that is also
 * a small one gets a word: names that differ in their case alone are one name for models. `this` is a list's element in
 * templates.
 */
export function claimParameterName(candidates: readonly string[], taken: Set<string>): string {
  const plain = candidates
    .map((one) => wordsIn(one).join("_").slice(0, 56))
    .flatMap((one) => (one === "" ? [] : [one === "this" ? "this_value" : one]));
  const [only = "value"] = candidates;
  const upper = /^[A-Z]$/.test(only) ? [`upper_${only.toLowerCase()}`] : [];
  const valid = [...plain, ...upper].map((one) => (/^\d/.test(one) ? `_${one}` : one));
  const [base = "value"] = valid;
  const all = [...valid, ...Array.from({ length: taken.size + 1 }, (_, n) => `${base}_${n + 2}`)];
  const name = all.find((one) => !taken.has(one)) ?? base;
  taken.add(name);
  return name;
}

/** The words from which an option's parameter is named: its longest name, or the name of its value. */
export function parameterWords({ names, value }: HelpOption): readonly string[] {
  const bare = names.map((name) => name.replace(/^--?/, ""));
  const long = bare.filter((name) => name.length > 1).sort((a, b) => b.length - a.length);
  const valueName =
    value !== undefined && /^[A-Za-z][\w-]{2,}$/.test(value.name) && !/^(?:string|int|integer|num|number|text|value|arg)$/i.test(value.name)
      ? [value.name]
      : [];
  return [...(long.length > 0 ? firstLong(names, long) : valueName), ...bare];
}

/** The first long name in the help is the usual one. */
const firstLong = (names: readonly string[], long: readonly string[]): readonly string[] => {
  const first = names.find((name) => name.startsWith("--") && name.length > 3)?.slice(2);
  return first === undefined ? long : [first, ...long];
};
