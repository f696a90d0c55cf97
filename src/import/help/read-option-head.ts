import type { OptionValue } from "../program-help.js";

/** The names and the value of an option, and the text that follows them. */
export interface OptionHead {
  readonly names: readonly string[];
  readonly value: OptionValue | undefined;
  readonly negation: string | undefined;
  /** The rest of the line, with the spaces before it. */
  readonly rest: string;
  /** The part of the line that is the head. */
  readonly text: string;
}

const namePattern = /^(?:--\[no-?\]([A-Za-z0-9][\w.-]*)|(--[A-Za-z0-9][\w.:-]*|-[A-Za-z][\w-]*:?|-[0-9#?@]))/;
/** `/S` and `/MAXAGE:n` of Windows, and `bs=BYTES` of dd. */
const otherNames = /^(?:\/[A-Za-z?]\w*:?|[a-z]\w*=(?=[A-Z<]))/;

/**
 * Reads the beginning of an entry of a list of options: `-n, --lines=NUM`, `-o <FILE>, --out <FILE>`,
 * `--format string`. Returns `undefined` for any other text.
 */
export function readOptionHead(line: string, { isUsage = false } = {}): OptionHead | undefined {
  const names: string[] = [];
  let value: OptionValue | undefined;
  let negation: string | undefined;
  let rest = line;
  for (;;) {
    const match = namePattern.exec(rest) ?? (isUsage || names.length > 0 ? null : otherNames.exec(rest));
    if (match === null) return names.length === 0 ? undefined : finished();
    // `-splash:<path>` is one argument, and in `--name: text` the colon isn't of the name.
    const [taken = ""] = match;
    const isColoned = match[1] === undefined && /^-[^-].*[^:]:$/.test(taken) && /^[<[{]/.test(rest.slice(taken.length));
    const isOther = !taken.startsWith("-");
    const own = isColoned || isOther ? taken : taken.replace(/[.:-]+$/, "");
    names.push(match[1] === undefined ? own : `--${match[1]}`);
    if (match[1] !== undefined) negation ??= taken.replaceAll(/[[\]]/g, "");
    rest = rest.slice(match[1] === undefined ? own.length : taken.length);
    // A switch that may be repeated: `--verbose...`
    if (!isUsage) rest = rest.replace(/^(?:\.\.\.|…)(?=\s{2,}|,|$)/, "");
    const read = isOther ? attachedValue(rest, taken) : readValue(rest, isUsage ? forms : [...listForms, ...forms]);
    if (read !== undefined) {
      value ??= read.value;
      if (read.value.attachment === "=") value = read.value;
      rest = rest.slice(read.length);
    }
    const separator = /^(?:, *| ?\| ?|\/| or )(?=-)/.exec(rest)?.[0] ?? aliasSeparator(rest, names);
    // In a usage line, what `|` separates are different options.
    if (separator === undefined || isUsage) return finished();
    rest = rest.slice(separator.length);
  }
  function finished(): OptionHead {
    // `--wait, --no-wait`, and `--skip-wait` of Thor
    const undone = names.filter((name) => /^--(?:no|skip)-/.test(name) && names.includes(name.replace(/^--(?:no|skip)-/, "--")));
    return {
      names: [...new Set(names)].filter((name) => !undone.includes(name)),
      value,
      negation: negation ?? undone[0],
      rest,
      text: line.slice(0, line.length - rest.length),
    };
  }
}

/** `-h --help` are two names of one option; `-depth -files` are two options. */
function aliasSeparator(rest: string, names: readonly string[]): string | undefined {
  const isShort = names.every((name) => /^-[^-]$/.test(name));
  return isShort ? /^ +(?=--[a-zA-Z])/.exec(rest)?.[0] : undefined;
}

interface ReadValue {
  readonly value: OptionValue;
  readonly length: number;
}

const forms: readonly (readonly [pattern: RegExp, attachment: OptionValue["attachment"], isOptional: boolean])[] = [
  // `--sync=[MODE]` of Ruby
  [/^=\[([A-Z][A-Z0-9_]*)\](?=\s|$)/, "=", true],
  // `--dry-run string[="client"]` of cobra
  [/^ ([a-zA-Z]\w*)\[=[^\]\n]*\](?= {2,}|$)/, "=", true],
  // `--color[=WHEN]`, `--color[=<when>]`, `--decorate[=...]`
  [/^\[=([^\]\n]*)\]/, "=", true],
  // `--foo [FOO]`, `-U[<n>]`
  [/^ \[(<[^>\n]+>|[A-Z][A-Z0-9_-]*|[a-z][\w-]*)\](?= {2,}|$|,|\])/, " ", true],
  [/^\[(<[^>\n]+>|[A-Za-z#][\w-]*|[\w-]+(?:\|[\w-]+)+)\]/, "", true],
  // `--items [ITEM ...]`, `--letters [letters...]`
  [/^ \[(<?[A-Za-z][\w-]*>?(?: |,)?(?:\.\.\.|…))\]/, " ", true],
  // `--format='':` and `--all=false:` of kubectl
  [/^=((?:'[^'\n]*'|"[^"\n]*"|\[[^\]\n]*\]|[\w.+-]+)):$/, "=", false],
  [/^=([A-Z][A-Z0-9_-]*(?:,[A-Z][A-Z0-9_-]*)+\.{2,3})(?=\s|$)/, "=", false],
  [/^=((?:\[[-+]+\])?(?:<[^>\n]*>|\{[^}\n]*\}|\[[^\]\n]*\]|[^\s,[\]<>{}]+)(?:[|:@/][^\s,\]]+)*(?:,\.\.\.|\.\.\.)?)/, "=", false],
  [/^(<[^>\n]*>(?:[:,=/.@-]*<[^>\n]*>)*(?:\.\.\.)?)/, "", false],
  // `-o <FILE>...`, `--type <a|b>`, `--x {a,b}`, `--ratio [a|b]`
  [/^ ((?:<[^>\n]*>(?:[:,=/.@-]*<[^>\n]*>)*|\{[^}\n]*\})(?: ?\.\.\.|…)?(?: \[<[^>\n]*>(?: ?\.\.\.)?\])?)/, " ", false],
  [/^ (\[[^\]\n|]*[|][^\]\n]*\]|\[[a-zA-Z]{3,}\](?= -|$))/, " ", false],
  // `-T#`
  [/^(#)(?=[\s,]|$)/, "", false],
  // `CODE1,CODE2..` of Haskell's GetOpt
  [/^ ([A-Z][A-Z0-9_-]*(?:,[A-Z][A-Z0-9_-]*)+\.{2,3})(?=\s|$)/, " ", false],
  // `FILE`, `FILE [FILE ...]`, `INTEGER RANGE`
  [/^ ((?:INTEGER|FLOAT) RANGE(?: \[[^\]\n]*\])?)/, " ", false],
  [/^ ([A-Z][A-Z0-9_/:-]*(?: \[[A-Z][A-Z0-9_-]* ?\.\.\.\])?(?:\[[^\]\s]*\])?(?:\.\.\.)?)(?=[\s,:)\]]|$)/, " ", false],
  // `x,y,z` of Ruby
  [/^ ([a-z]\w*(?:,[a-z]\w*)+)(?= {2,}|$)/, " ", false],
  // `a v`: two values.
  [/^ ([a-z]\w* [a-z]\w*|[A-Z]+ [A-Z]+)(?= {2,}\S)/, " ", false],
  // `string`, `int` of cobra and of BSD usage lines, where two spaces or the end of the line follow
  [/^ ([a-z][\w:/.-]*)(?= {2,}|$|,)/, " ", false],
];

/** Forms that mean something else in a usage line, where operands follow. */
const listForms: typeof forms = [
  // `-var 'foo=bar'`, `-c <path>|<file>`
  [/^ ('[^'\n]+'|"[^"\n]+"|<[^<>\s]+>(?:\|<[^<>\s]+>)+)(?=\s|$)/, " ", false],
  // `<key> <value>`, click's `<TEXT INTEGER>...`
  [/^ (<[^<>\s]+>(?: <[^<>\s]+>)+)(?= {2,}\S|$)/, " ", false],
  [/^ (<(?:TEXT|INTEGER|FLOAT|BOOLEAN|PATH|FILE|FILENAME|DIRECTORY|UUID|CHOICE)(?: [A-Z]+)+>)(?:\.\.\.)?(?= {2,}|$)/, " ", false],
  // `W H`: several values.
  [/^ ([A-Z][A-Z0-9_-]*(?: (?!RANGE\b)[A-Z][A-Z0-9_-]*)+)(?= {2,}\S|$| -[A-Za-z])/, " ", false],
  // `auto|always|never`, `NAME=VALUE`
  [/^ ([a-z][\w-]*(?:\|[a-z][\w-]*)+)(?= {2,}|$|,)/, " ", false],
  [/^ ([A-Z][A-Z0-9_-]*=[A-Z][A-Z0-9_-]*|[a-z][\w-]*=[a-z][\w-]*)(?= {2,}|$|,)/, " ", false],
];

/** Returns the value behind `/MAXAGE:` and `bs=`; `/S` has none. */
function attachedValue(rest: string, name: string): ReadValue | undefined {
  const [text = ""] = /[:=]$/.test(name) ? (/^\S+(?=\s|$)/.exec(rest) ?? []) : [];
  if (text === "") return undefined;
  return { value: { name: plainName(text), isOptional: false, attachment: "", isRepeated: false, isRun: false }, length: text.length };
}

/** `--mode (dbg, opt or fastbuild; default: "fastbuild")` and others of which a value may be in the bracket. */
export const hidesArity = ({ value, rest }: OptionHead): boolean =>
  value === undefined &&
  /^ (?:\((?!default|deprecated|required|bool|flag|switch)[^\n]*\)$|[[<{](?!default|deprecated|required|env)[^\]>}\n]*[\]>}](?:\.\.\.)?(?= {2,}|$))/i.test(
    rest,
  );

/** Returns true if what follows an option's name or its value looks like a value, but has a form that isn't known. */
export const hasUnknownValue = ({ value, rest }: OptionHead): boolean =>
  /^[=|<{]\S|^ <[^>\n]+>(?= {2,}|$)|^\/\S+\/(?= |$)/.test(rest) ||
  // `--disable-@files`, `-ea[:<package>...]`
  (value === undefined && /^(?:[^\s,;:.|/=\w)\]]|:[[<{])/.test(rest)) ||
  (value === undefined && /^ (?:[<{[]\S*|[^\s=|]*[=|]\S*)(?= {2,}|$)/.test(rest));

function readValue(rest: string, known: typeof forms): ReadValue | undefined {
  for (const [pattern, attachment, isOptional] of known) {
    const match = pattern.exec(rest);
    if (match === null) continue;
    const name = match[1] ?? "";
    // `<host1[,host2],...>` is one list with commas.
    const isRepeated = /\.\.\.|…/.test(name) && name !== "..." && !name.includes("[,");
    // `TAG [TAG ...]`, `[TAG ...]`
    const isRun = attachment === " " && / \.\.\.\]?$/.test(name);
    return { value: { name: plainName(name), isOptional, attachment, isRepeated, isRun }, length: match[0].length };
  }
  return undefined;
}

/** `<file>...` → `file`; `FILE [FILE ...]` → `FILE`. */
const plainName = (name: string) => {
  const first = name.replace(/ \[[^\]]*\]$/, "").replace(/[ ,]?(?:\.\.\.|…)$/, "");
  if (/^(['"]).*\1$/.test(first)) return first.slice(1, -1);
  if (/^<[^<>]+>(?:\|<[^<>]+>)+$/.test(first)) return first.replaceAll(/[<>]/g, "");
  // `<port ranges>` is one value, and `W H` are two.
  if (/^<[^<>]+>(?: <[^<>]+>)+$|^<[A-Z]+(?: [A-Z]+)+>$/.test(first)) return first.replaceAll(/[<>]/g, "");
  return /^<[^<>]*>$/.test(first) ? first.slice(1, -1).trim().replaceAll(" ", "_") : first;
};
