/**
 * The options with which a program only filters its standard input. With any other option or operand it is more than a
 * filter: it reads or writes files, ends its producer early, or only its exit status counts.
 */
export interface FilterOptions {
  /** Letters of short options without a value. */
  readonly flags: string;
  /** Letters of short options with one. */
  readonly valued: string;
  readonly long?: readonly string[];
  readonly longValued?: readonly string[];
  /** Long options that take two values (`jq --arg NAME VALUE`). */
  readonly longPairs?: readonly string[];
  /** The operands before those that name files. An option in `instead` replaces them. */
  readonly operands: number;
  readonly instead?: readonly string[];
  /** True if `-5`, or `+5`, is a number of lines. */
  readonly numbers?: boolean;
  /** The operand and the options that hold a program in the filter's own language. */
  readonly language?: "awk" | "jq" | "sed" | "tr" | "yq";
}

const grep: FilterOptions = {
  flags: "EFGPivwxcnoHhbsaUTy",
  valued: "eABC",
  long: [
    ...["--extended-regexp", "--fixed-strings", "--basic-regexp", "--perl-regexp", "--ignore-case", "--no-ignore-case", "--invert-match"],
    ...["--word-regexp", "--line-regexp", "--count", "--line-number", "--only-matching", "--with-filename", "--no-filename"],
    ...["--byte-offset", "--no-messages", "--text", "--color", "--colour", "--line-buffered", "--initial-tab"],
  ],
  longValued: ["--regexp", "--after-context", "--before-context", "--context"],
  operands: 1,
  instead: ["-e", "--regexp"],
  numbers: true,
};

const sed: FilterOptions = {
  flags: "nErsu",
  valued: "el",
  long: ["--quiet", "--silent", "--regexp-extended", "--posix", "--unbuffered", "--separate", "--sandbox"],
  longValued: ["--expression", "--line-length"],
  operands: 1,
  instead: ["-e", "--expression"],
  language: "sed",
};

const nothing: FilterOptions = { flags: "", valued: "", operands: 0 };

const filters: Readonly<Record<string, FilterOptions>> = {
  ...Object.fromEntries(["grep", "egrep", "fgrep", "zgrep", "zegrep", "zfgrep"].map((name) => [name, grep])),
  head: {
    flags: "qv",
    valued: "nc",
    long: ["--quiet", "--silent", "--verbose"],
    longValued: ["--lines", "--bytes"],
    operands: 0,
    numbers: true,
  },
  tail: {
    flags: "qvr",
    valued: "nc",
    long: ["--quiet", "--silent", "--verbose"],
    longValued: ["--lines", "--bytes"],
    operands: 0,
    numbers: true,
  },
  rg: {
    flags: "iSsvwxcnNoHIaUFPp",
    valued: "eABCrMj",
    long: [
      ...["--ignore-case", "--smart-case", "--case-sensitive", "--invert-match", "--word-regexp", "--line-regexp", "--count"],
      ...["--count-matches", "--line-number", "--no-line-number", "--only-matching", "--no-heading", "--heading", "--no-filename"],
      ...["--with-filename", "--fixed-strings", "--pcre2", "--multiline", "--passthru", "--trim", "--text", "--column", "--pretty"],
    ],
    longValued: ["--regexp", "--after-context", "--before-context", "--context", "--replace", "--max-columns", "--color", "--colors"],
    operands: 1,
    instead: ["-e", "--regexp"],
  },
  sed,
  awk: {
    flags: "",
    valued: "Fv",
    long: ["--posix", "--re-interval", "--sandbox"],
    longValued: ["--field-separator", "--assign"],
    operands: 1,
    language: "awk",
  },
  cut: {
    flags: "sn",
    valued: "dfcb",
    long: ["--complement", "--only-delimited"],
    longValued: ["--delimiter", "--fields", "--characters", "--bytes", "--output-delimiter"],
    operands: 0,
  },
  sort: {
    flags: "bdfghiMnRrVsu",
    valued: "ktS",
    long: [
      ...["--ignore-leading-blanks", "--dictionary-order", "--ignore-case", "--general-numeric-sort", "--human-numeric-sort"],
      ...["--month-sort", "--numeric-sort", "--random-sort", "--reverse", "--version-sort", "--stable", "--unique", "--debug"],
    ],
    longValued: ["--key", "--field-separator", "--sort", "--buffer-size", "--parallel"],
    operands: 0,
  },
  uniq: {
    flags: "cdDui",
    valued: "fsw",
    long: ["--count", "--repeated", "--all-repeated", "--group", "--unique", "--ignore-case"],
    longValued: ["--skip-fields", "--skip-chars", "--check-chars"],
    operands: 0,
  },
  wc: { flags: "lwcmL", valued: "", long: ["--lines", "--words", "--bytes", "--chars", "--max-line-length"], operands: 0 },
  less: nothing,
  more: nothing,
  column: {
    flags: "txeLJ",
    valued: "scoNRHWTEn",
    long: ["--table", "--fillrows", "--json", "--table-noheadings"],
    longValued: ["--separator", "--columns", "--output-width", "--output-separator", "--table-columns", "--table-right", "--table-hide"],
    operands: 0,
  },
  jq: {
    flags: "rRcsnSMCaj",
    valued: "",
    long: [
      ...["--raw-output", "--raw-input", "--compact-output", "--slurp", "--null-input", "--sort-keys", "--monochrome-output"],
      ...["--color-output", "--ascii-output", "--join-output", "--tab", "--unbuffered"],
    ],
    longValued: ["--indent"],
    longPairs: ["--arg", "--argjson"],
    operands: 1,
    language: "jq",
  },
  yq: {
    flags: "rPyCMcN",
    valued: "opI",
    long: ["--prettyPrint", "--colors", "--no-colors", "--raw-output", "--no-doc"],
    longValued: ["--output-format", "--input-format", "--indent"],
    operands: 1,
    language: "yq",
  },
  tr: {
    flags: "cCdst",
    valued: "",
    long: ["--complement", "--delete", "--squeeze-repeats", "--truncate-set1"],
    operands: 2,
    language: "tr",
  },
};

/** The extractors that docs/guard.md lists, and the forms of `grep` that read compressed text. */
export const extractors: readonly string[] = Object.keys(filters);

export const filterOptionsOf = (program: string): FilterOptions | undefined =>
  Object.hasOwn(filters, program) ? filters[program] : undefined;

/** The arguments of a filter: its operands, and the programs in its own language. */
interface FilterArguments {
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
