import { isJsonObject, type JsonValue } from "../../contract/json-value.js";
import { closest } from "../../contract/names.js";
import type { ExecuteOptions, ToolEnvironment } from "./tool-invocation.js";

/** A form of values. */
interface Form {
  readonly is: (value: unknown) => boolean;
  readonly words: string;
}

/** The forms of all options, by their names. */
export type OptionForms<T> = { readonly [Name in keyof T]-?: Form };

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isText = (value: unknown) => typeof value === "string";
const has = (value: unknown, method: string) => isObject(value) && typeof Reflect.get(value, method) === "function";
const isTextList = (value: unknown) => Array.isArray(value) && value.every(isText);

export const callback: Form = { is: (value) => typeof value === "function", words: "a function" };
export const text: Form = { is: isText, words: "a text" };
export const texts: Form = { is: isTextList, words: "a list of texts" };
export const list: Form = { is: Array.isArray, words: "a list" };
export const number: Form = { is: (value) => typeof value === "number" && !Number.isNaN(value), words: "a number" };
export const flag: Form = { is: (value) => typeof value === "boolean", words: "true or false" };
export const map: Form = { is: (value) => isJsonObject(value as JsonValue), words: "an object" };
export const anything: Form = { is: () => true, words: "anything" };
export const abortSignal: Form = {
  is: (value) => has(value, "addEventListener") && "aborted" in (value as object),
  words: "an AbortSignal, such as AbortSignal.timeout(60_000)",
};
export const toolLookUp: Form = { is: (value) => has(value, "lookUpTool"), words: "a ToolRegistry, or an object with its lookUpTool" };

/**
 * Checks options that a program gives, and throws a `TypeError` that says what to correct: an unknown name with the
 * nearest known one, a missing value, and a value of another form. A program's mistake must not wait for a model's
 * call.
 */
export function checkOptions<T extends object>(
  where: string,
  given: unknown,
  { forms, required = [] }: { readonly forms: OptionForms<T>; readonly required?: readonly (keyof T & string)[] },
): asserts given is T {
  if (!map.is(given)) throw new TypeError(`${where} takes an object of options, not ${shown(given)}.`);
  const named = new Map<string, Form>(Object.entries(forms));
  for (const [name, value] of Object.entries(given as object)) {
    const form = named.get(name);
    if (value === undefined) continue;
    if (form === undefined) throw new TypeError(`${where} has no option \`${name}\`.${nearest(name, [...named.keys()])}`);
    checkForm(`\`${name}\` of ${where}`, value, form);
  }
  for (const name of required)
    if (Reflect.get(given as object, name) === undefined)
      throw new TypeError(`${where} needs \`${name}\`: ${named.get(name)?.words ?? "a value"}.`);
}

/** Throws a `TypeError` unless a value is a list whose elements all have a form. */
export function checkElements(what: string, value: unknown, form: Form & { readonly from: string }): void {
  checkForm(what, value, { is: list.is, words: `a list, such as ${form.from}` });
  for (const [index, element] of (value as readonly unknown[]).entries()) checkForm(`Element ${index} of ${what}`, element, form);
}

/** Throws a `TypeError` unless a value has a form. */
export function checkForm(what: string, value: unknown, { is, words }: Form): void {
  if (!is(value)) throw new TypeError(`${what} must be ${words}, not ${shown(value)}.`);
}

const nearest = (name: string, known: readonly string[]) => {
  const near = closest(name, known);
  return near === undefined ? ` There are ${known.join(", ")}.` : ` Did you mean \`${near}\`?`;
};

/** A value in a message: what it is, never what it holds. */
function shown(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === "function") return isClass(value) ? `the class ${value.name}: write new ${value.name}(…)` : "a function";
  if (Array.isArray(value)) return "a list";
  if (!isObject(value)) return `the ${typeof value} ${JSON.stringify(value) ?? String(value)}`;
  const name = value.constructor?.name ?? "Object";
  return name === "Object" ? "an object" : `an object of ${name}`;
}

const isClass = (value: { readonly prototype?: unknown }) => /^class\b/.test(Function.prototype.toString.call(value));

const environmentForms: OptionForms<ToolEnvironment> = { workspace: text, projectDir: text, env: map, settings: map };
const settingsForms: OptionForms<NonNullable<ToolEnvironment["settings"]>> = { confirm: map, unattended: text, overrides: map };
const decisions = new Set<unknown>(["allow", "ask", "deny"]);

/** Checks where calls run, and the form of `settings`, which isn't that of a settings file. Returns the environment. */
export function checkEnvironment(given: unknown, where = "ToolEnvironment"): ToolEnvironment {
  checkOptions<ToolEnvironment>(where, given, { forms: environmentForms });
  const { settings } = given;
  if (settings === undefined) return given;
  const file = isObject(settings) && "risk" in settings;
  const hint = "{ confirm: { moderate: 'ask' }, overrides: { TOOL: [{ when: [], decision: 'deny', from: 'here' }] } }";
  if (file) throw new TypeError(`\`settings\` of ${where} has \`risk\`, as a settings file has; give its form here: ${hint}.`);
  checkOptions(`\`settings\` of ${where}`, settings, { forms: settingsForms, required: ["confirm", "overrides"] });
  for (const [level, decision] of Object.entries(settings.confirm))
    if (!decisions.has(decision))
      throw new TypeError(`\`settings.confirm.${level}\` of ${where} must be allow, ask or deny, not ${shown(decision)}: ${hint}.`);
  for (const [target, overrides] of Object.entries(settings.overrides))
    checkForm(`\`settings.overrides.${target}\` of ${where}`, overrides, list);
  return given;
}

const executeForms: OptionForms<ExecuteOptions> = {
  ...{ abortSignal, updateOutput: callback },
  // Gemini CLI's core passes these to every tool, and they are for its own.
  ...{ shellExecutionConfig: anything, setExecutionIdCallback: anything },
};

/** Checks the options of an invocation's `execute`: a signal alone isn't one of them. */
export function checkExecuteOptions(given: unknown): asserts given is ExecuteOptions {
  if (abortSignal.is(given)) throw new TypeError("execute takes { abortSignal: signal }, not the signal itself.");
  checkOptions<ExecuteOptions>("execute", given, { forms: executeForms, required: ["abortSignal"] });
}
