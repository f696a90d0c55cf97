import type { FilterOptions } from "./filter-options.js";

/** The arguments of a filter: its operands, and the programs in its own language. */
export interface FilterArguments {
  readonly programs: readonly string[];
  readonly operands: readonly string[];
}

/**
 * Reads the arguments of a filter as getopt does. If an argument makes the program more than a filter, returns that
 * argument.
 */
export function readFilterArguments(words: readonly string[], options: FilterOptions): FilterArguments | { readonly odd: string } {
  const operands: string[] = [];
  const programs: string[] = [];
  let isProgramGiven = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    if (word === "--") {
      operands.push(...words.slice(i + 1));
      break;
    }
    const read = isOption(word) ? readOption(words.slice(i), options) : undefined;
    if (read === undefined && isOption(word)) return { odd: word };
    if (read === undefined) {
      operands.push(word);
      continue;
    }
    i += read.taken;
    if (read.name === undefined || !options.instead?.includes(read.name)) continue;
    isProgramGiven = true;
    programs.push(read.value);
  }
  const own = isProgramGiven ? 0 : options.operands;
  // After its own operands a filter takes files, of which `-` is its standard input.
  const file = operands.slice(own).find((operand, i) => i > 0 || operand !== "-");
  return file === undefined ? { programs: [...programs, ...operands.slice(0, own)], operands } : { odd: file };
}

const isOption = (word: string) => /^[-+]./.test(word);

interface ReadOption {
  /** The option whose value is `value`, as in the tables. */
  readonly name?: string;
  readonly value: string;
  /** How many more words it consumed. */
  readonly taken: number;
}

function readOption([word = "", next, afterNext]: readonly string[], options: FilterOptions): ReadOption | undefined {
  const { flags, valued, long = [], longValued = [], longPairs = [], numbers = false } = options;
  if (/^[-+]\d+$/.test(word)) return numbers ? { value: word, taken: 0 } : undefined;
  if (word.startsWith("+")) return undefined;
  if (word.startsWith("--")) {
    const [name = "", ...rest] = word.split("=");
    if (long.includes(name)) return { value: "", taken: 0 };
    if (longPairs.includes(word)) return afterNext === undefined ? undefined : { value: "", taken: 2 };
    if (!longValued.includes(name)) return undefined;
    if (name !== word) return { name, value: rest.join("="), taken: 0 };
    return next === undefined ? undefined : { name, value: next, taken: 1 };
  }
  for (let i = 1; i < word.length; i++) {
    const letter = word.charAt(i);
    if (flags.includes(letter)) continue;
    if (!valued.includes(letter)) return undefined;
    const attached = word.slice(i + 1);
    if (attached !== "") return { name: `-${letter}`, value: attached, taken: 0 };
    return next === undefined ? undefined : { name: `-${letter}`, value: next, taken: 1 };
  }
  return { value: "", taken: 0 };
}
