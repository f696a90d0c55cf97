import type { Evaluation, Role } from "../table/program.js";
import type { Setting, ValuePlace } from "../table/row.js";
import type { Argument, PossibleText } from "./argument.js";

/** An option, or several in one argument, as a row reads it. */
export interface ReadOption {
  readonly names: readonly string[];
  readonly attached?: { readonly role: Role; readonly text: string };
  /** The role of the argument after it. `maybe`: the row doesn't know the option, so that argument may be its value. */
  readonly next?: Role | "maybe";
}

const roles = ["text", "file", "program", "setting", "output", "value"] as const;

/**
 * Reads an argument that begins like an option; returns `undefined` for any other. `open`: a call decides the text that
 * follows.
 */
export function readOption(text: string, open: boolean, evaluation: Evaluation): ReadOption | undefined {
  const written = evaluation.anyCase === true ? text.toLowerCase() : text;
  const role = evaluation.late === true ? undefined : roleOf(written, evaluation);
  if (role !== undefined) {
    return open && (/^[-+].$/.test(text) || evaluation.attached?.includes(written) === true)
      ? { names: [written], attached: { role, text: "" } }
      : { names: [written], next: role };
  }
  for (const role of ["text", "file"] as const) {
    const attached = prefixesOf(evaluation, role).find((name) => written.startsWith(name) && (open || written !== name));
    if (attached !== undefined) return { names: [attached], attached: { role, text: text.slice(attached.length) } };
  }
  if (!/^[-+]./.test(text) && !(text === "-" && open)) return undefined;
  return text.startsWith("--") || evaluation.words === true ? readWord(written, evaluation) : readLetters(text, open, evaluation);
}

const prefixesOf = ({ attached = [], attachedFile = [] }: Evaluation, role: "text" | "file") => (role === "text" ? attached : attachedFile);

/**
 * Returns the prefixes that a call can complete if it decides what follows a text. The rules about options handle those
 * that begin with `-`.
 */
export function openPrefixes(text: string, evaluation: Evaluation): readonly string[] {
  const all = [...prefixesOf(evaluation, "text"), ...prefixesOf(evaluation, "file")];
  return all.filter((prefix) => prefix.length > text.length && prefix.startsWith(text) && (text !== "" || !prefix.startsWith("-")));
}

/** `--name=value`, GNU's abbreviations of `--name`, and words of one dash. */
function readWord(written: string, evaluation: Evaluation): ReadOption {
  const equals = written.indexOf("=");
  const name = equals === -1 ? written : written.slice(0, equals);
  const names = [name];
  const role = roleOf(name, evaluation) ?? abbreviated(name, evaluation);
  if (role !== undefined) return equals === -1 ? { names, next: role } : { names, attached: { role, text: written.slice(equals + 1) } };
  const letter = name.slice(0, 2);
  const short = name.startsWith("--") ? undefined : roleOf(letter, evaluation);
  if (short !== undefined) return { names: [letter], attached: { role: short, text: written.slice(2) } };
  return equals === -1 && isUnknown(name, evaluation) ? { names, next: "maybe" } : { names };
}

/** `-n`, `-nvalue`, and several in one: `-lc`, `-0777ne`. */
function readLetters(text: string, open: boolean, evaluation: Evaluation): ReadOption {
  const names: string[] = [];
  for (let i = 1; i < text.length; i++) {
    const name = `${text[0]}${text[i]}`;
    names.push(name);
    const role = roleOf(name, evaluation);
    const rest = text.slice(i + 1);
    const isSwitch = evaluation.late === true && role === "text";
    if (role !== undefined && !isSwitch) return rest === "" && !open ? { names, next: role } : { names, attached: { role, text: rest } };
    if (isSwitch && rest === "" && open) return { names, attached: { role: "text", text: "" } };
    if (evaluation.suffixed?.includes(name)) return { names };
    if (isUnknown(name, evaluation) && !/[0-9]/.test(name)) return { names, next: "maybe" };
  }
  return { names };
}

/** Returns the roles of the values that follow a first argument of letters, which are options without a dash. */
export function letterValues(first: Argument | undefined, evaluation: Evaluation): readonly Role[] {
  const letters = first?.texts.find(({ text, open }) => !open && /^[A-Za-z]+$/.test(text))?.text ?? "";
  return evaluation.letters === true ? [...letters].flatMap((letter) => roleOf(`-${letter}`, evaluation) ?? []) : [];
}

const roleOf = (name: string, evaluation: Evaluation): Role | undefined =>
  evaluation.pairs?.includes(name) || evaluation.settingPairs?.includes(name)
    ? "value"
    : roles.find((role) => evaluation[role]?.includes(name));

function abbreviated(name: string, evaluation: Evaluation): Role | undefined {
  const mayBe = /^--[a-z]/.test(name) || (evaluation.anyCase === true && /^-[a-z]{2}/.test(name));
  if (!mayBe || evaluation.flags?.includes(name)) return undefined;
  return roles.find((role) => evaluation[role]?.some((long) => long.startsWith(name)));
}

const isUnknown = (name: string, { flags, suffixed }: Evaluation) =>
  flags !== undefined && !flags.includes(name) && !suffixed?.includes(name);

/** `-e`, `-ie`, `-eX`, `--regexp=X`. */
export const isGiven = (option: string, { text }: PossibleText): boolean =>
  /^-[^-]$/.test(option) ? /^-[^-]/.test(text) && text.includes(option.slice(1)) : text === option || text.startsWith(`${option}=`);

/** The part of an argument behind its option. */
export const behind = ({ open }: PossibleText, text: string): PossibleText => ({ text, open });

/**
 * `-ni` and `-i.bak` have `-i`, and `-ei` hasn't if `-e` takes the rest as its value. Without `takesValue`, options are
 * words.
 */
export function hasOption(written: string, option: string, takesValue: ((letter: string) => boolean) | undefined): boolean {
  if (option.startsWith("--") || takesValue === undefined) return written === option || written.startsWith(`${option}=`);
  const letters = [...written.slice(1)].map((letter) => `-${letter}`);
  const at = letters.indexOf(option);
  return at !== -1 && !letters.slice(0, at).some(takesValue);
}

/** Returns true if an option has the value of a setting: `-o A=b`, `-oA=b`. */
export const isSetting = (written: string, { option }: Setting): boolean =>
  option.length > 2 ? written === option || written.startsWith(`${option}=`) : option !== "=" && written.startsWith(option);

/** Names of options that have no value. */
export const isSwitch = /^--(?:no|all|include|with|show|only|dry-run|recursive|force|quiet|wait|follow|watch|json|yes)(?=-|$)/;

export const unknown: ValuePlace = { class: "unknown" };
