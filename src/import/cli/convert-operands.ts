import type { JsonValue } from "../../runtime/json/json-value.js";
import { placeholder, writtenName } from "../placeholder.js";
import type { CommandParameter } from "./command-parameter.js";
import { claimParameterName } from "./command-parameter.js";
import { argumentText, exampleOf } from "./convert-option.js";
import { plainType, type ValueType, withPattern, writtenType } from "./option-type.js";
import type { HelpOperand, ProgramHelp, UsageOperand } from "./program-help.js";
import type { ArgumentRoles } from "./sort-options.js";

/** The operands of a command, in order, with the `--` between them. */
export interface ConvertedOperands {
  readonly parameters: readonly (CommandParameter | "--")[];
  /** Languages of operands that are code. */
  readonly code: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

export interface OperandContext {
  readonly help: ProgramHelp;
  readonly words: readonly string[];
  readonly roles: ArgumentRoles;
  readonly taken: Set<string>;
}

/** More operands, or stranger names, mean that the notation of the usage was not understood. */
const maxOperands = 6;

/** Converts the operands of a usage; a text says why there can't be a tool. */
export function convertOperands(operands: readonly UsageOperand[], context: OperandContext): ConvertedOperands | string {
  const { help, words, roles, taken } = context;
  const notes: string[] = [];
  const code: Record<string, string> = {};
  const understood = asUnderstood(operands, notes);
  const parameters: (CommandParameter | "--")[] = [];
  const before = words.slice(1).map((text) => ({ text, open: false }));
  let isRepeatedBefore = false;
  let wroteOptional = false;
  for (const given of understood) {
    // `FILES` are several, `PATTERNS` may be one text with several lines.
    const operand =
      given.kind === "operand" && /^(?:files|paths|dirs|directories)$/i.test(given.name) ? { ...given, isRepeated: true } : given;
    if (operand.kind === "dashes") {
      parameters.push("--");
      before.push({ text: "--", open: false });
      continue;
    }
    const role = roles.roleOf([...before, { text: "", open: true }], before.length);
    const seemsCode = !roles.isKnown && /^(?:cmd|command|program|script|code|executable)$/i.test(operand.name);
    if (role !== undefined || seemsCode) {
      if (role !== "text" && operand.isRequired) return `its operand '${operand.name}' is a program, a file of code or a setting`;
      if (role !== "text") {
        notes.push(
          `Its operand '${operand.name}' and what follows are left out: ${role === undefined ? "it seems to be a program" : "the program runs it"}.`,
        );
        break;
      }
    }
    const name = claimParameterName([operand.name], taken);
    // An operand that may be absent leaves its place to the next.
    const writes: boolean = wroteOptional || roles.writes([...before, { text: "", open: true }], before.length);
    if (role === "text") code[name] = roles.language;
    parameters.push(
      operandParameter(
        operand,
        name,
        writtenType(typeOf(operand, help, role === undefined), writes),
        isRepeatedBefore ? false : operand.isRequired,
      ),
    );
    isRepeatedBefore ||= operand.isRepeated;
    wroteOptional ||= writes && !operand.isRequired;
    before.push({ text: "text", open: false });
  }
  // A `--` without operands says nothing.
  while (parameters.at(-1) === "--") parameters.pop();
  return { parameters, code, notes };
}

function asUnderstood(operands: readonly UsageOperand[], notes: string[]): readonly UsageOperand[] {
  const named = operands.filter((one): one is HelpOperand => one.kind === "operand");
  // The tests and actions of find are its options here.
  const known = operands.filter((one) => one.kind === "dashes" || !(one.name === "expression" && !one.isRequired));
  const isOdd = named.length > maxOperands || named.some(({ name }) => !/^[\w][\w :./@-]*$/.test(name));
  if (!isOdd) return known;
  notes.push("Its usage line isn't fully understood: all operands are one list, 'arguments'.");
  return [{ kind: "operand", name: "arguments", isRequired: false, isRepeated: true, choices: [] }];
}

function typeOf(operand: HelpOperand, { operands, description }: ProgramHelp, isData: boolean): ValueType {
  const key = [operand.name.toLowerCase(), operand.name.toLowerCase().replace(/s$/, "")].find((one) => Object.hasOwn(operands, one));
  const text = key === undefined ? "" : (operands[key] ?? "");
  if (operand.choices.length > 0) return { schema: { type: "string", enum: operand.choices }, access: undefined, guesses: [] };
  const { schema, access, guesses } = plainType(operand.name, `${text} ${description}`);
  // The words about the program only help to guess the access.
  const { description: _whole, ...type } = schema;
  const own = text === "" ? {} : plainType(operand.name, text).schema;
  const plain = {
    schema: { ...type, ...("description" in own ? { description: own.description as JsonValue } : {}) },
    access: isData ? access : undefined,
    guesses: isData ? guesses : [],
  };
  return isData ? withPattern(plain, [operand.name], text) : plain;
}

function operandParameter({ isRepeated }: HelpOperand, name: string, type: ValueType, isRequired: boolean): CommandParameter {
  const common = { name, options: [], isRequired, access: type.access, guesses: type.guesses };
  const item = exampleOf(type);
  if (!isRepeated)
    return { ...common, schema: type.schema, items: [placeholder(name)], example: item, exampleArguments: [argumentText(item)] };
  const { description, ...items } = type.schema;
  return {
    ...common,
    schema: { type: "array", ...(description === undefined ? {} : { description }), items, ...(isRequired ? { minItems: 1 } : {}) },
    items: [`{{#each ${writtenName(name)}}}{{this}}{{/each}}`],
    example: [item],
    exampleArguments: [argumentText(item)],
  };
}
