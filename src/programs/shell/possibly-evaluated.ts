import { type Evaluator, evaluatorOf, isCluster, isOption, starterOf } from "../table/evaluators.js";
import type { Lists } from "./lists.js";
import type { ShellWord } from "./script.js";

/** An argument, or a list that stands for any number of arguments. */
interface Slot {
  readonly word: ShellWord;
  readonly isList: boolean;
  /** The possible beginnings: for a list, any of its elements. */
  readonly texts: readonly string[];
}

/**
 * Returns the arguments that a program may evaluate if some of them are lists. A list may be empty, and its elements
 * may come in any order, so an argument counts as evaluated unless every call makes another one of it. `undefined`: the
 * script doesn't say what a list holds.
 */
export function possiblyEvaluated(name: string, args: readonly ShellWord[], lists: Lists): readonly ShellWord[] | undefined {
  if (!args.some(({ parts }) => parts.some(isSeveral))) return [];
  const slots: Slot[] = [];
  for (const word of args) {
    const elements = word.parts.some(isSeveral) ? lists(word) : [word];
    if (elements === undefined) return undefined;
    slots.push({ word, isList: elements.length !== 1 || elements[0] !== word, texts: elements.map(beginningOf) });
  }
  const starts = starterOf(name) !== undefined;
  const later = slots.flatMap(({ texts }, i) => texts.map((text) => ({ name: text, from: i + 1, all: starts })));
  const searches = [{ name, from: 0, all: true }, ...later].flatMap((search) => {
    const [evaluator, starter] = [evaluatorOf(search.name), starterOf(search.name)];
    // After a program that may not be started, only options prove anything.
    if (!search.all) return evaluator === undefined ? [] : [{ ...search, evaluator: { options: evaluator.options } }];
    return [evaluator, starter].flatMap((one) => (one === undefined ? [] : [{ ...search, evaluator: one }]));
  });
  const found = new Set(searches.flatMap(({ from, evaluator }) => evaluatedSlots(slots.slice(from), evaluator)));
  return slots.filter((slot) => found.has(slot)).map(({ word }) => word);
}

const isSeveral = ({ loose, list }: ShellWord["parts"][number]) => loose === true || list !== undefined;

/** A word's text, or the part before its first expansion. */
function beginningOf({ parts }: ShellWord): string {
  const end = parts.findIndex(({ expands }) => expands);
  return parts
    .slice(0, end === -1 ? parts.length : end)
    .map(({ text }) => text)
    .join("");
}

function evaluatedSlots(slots: readonly Slot[], evaluator: Evaluator): readonly Slot[] {
  const { options, settings = [], settingOptions = [], valued = [], rest = false, instead = [] } = evaluator;
  const isInstead = ({ isList, texts }: Slot) => !isList && instead.some((name) => isOption(texts[0] ?? "", name));
  const operand = slots.some(isInstead) ? undefined : evaluator.operand;
  const takesProgram = (text: string) => options.some((name) => text === name || isCluster(text, name));
  const found: Slot[] = [];
  // How many operands certainly, and possibly, precede a slot.
  let least = 0;
  let most = 0;
  for (const [i, slot] of slots.entries()) {
    const previous = textsBefore(slots, i);
    const attached = (text: string) =>
      options.some((name) => text !== name && isOption(text, name)) || settings.some((s) => text.startsWith(s));
    const isSetting =
      least === 0 && previous.some((text) => settingOptions.includes(text)) && slot.texts.some((text) => !text.includes("="));
    if (isSetting || previous.some(takesProgram) || slot.texts.some(attached)) found.push(slot);
    const isValue = (text: string) => takesProgram(text) || valued.includes(text);
    const isAssignment = evaluator.assignments === true && !slot.isList && /^[A-Za-z_]\w*=/.test(slot.texts[0] ?? "");
    const isOperand =
      slot.texts.some((text) => !text.startsWith("-")) && !isAssignment && !(previous.length === 1 && previous.every(isValue));
    if (!isOperand) continue;
    most = slot.isList ? Number.POSITIVE_INFINITY : most + 1;
    if (operand !== undefined && most > operand && (rest || least <= operand)) found.push(slot);
    if (!slot.isList && !previous.some(isValue)) least++;
  }
  return found;
}

/** Returns the possible texts before a slot, or before an element of it. */
function textsBefore(slots: readonly Slot[], index: number): readonly string[] {
  const before: string[] = slots[index]?.isList ? [...slots[index].texts] : [];
  for (let i = index - 1; i >= 0; i--) {
    const { isList, texts } = slots[i] ?? { isList: false, texts: [] };
    before.push(...texts);
    if (!isList) break;
  }
  return before;
}
