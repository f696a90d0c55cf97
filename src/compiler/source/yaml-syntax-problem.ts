/** A syntax error of the YAML library, in its terms. */
export interface LibraryError {
  readonly code: string;
  readonly message: string;
  readonly offset: number;
}

/** The same error in plain words: a clause without a full stop, and what to do if that is known. */
export interface YamlSyntaxProblem {
  readonly problem: string;
  readonly help?: string;
  /** `opener`: best reported where the quoted text or bracket that ends at the error's offset begins. */
  readonly at?: "opener";
}

const quoteIt = "Put the text in quotes.";

const problems: Readonly<Record<string, YamlSyntaxProblem>> = {
  ALIAS_PROPS: { problem: "an alias can't have an anchor or a tag of its own" },
  BAD_ALIAS: { problem: "a name must follow '&' and '*' at the beginning of an unquoted text", help: quoteIt },
  BAD_DIRECTIVE: { problem: "a line that begins with % is a directive, and YAML does not know this one" },
  BAD_SCALAR_START: { problem: "an unquoted text can't begin with this character", help: quoteIt },
  BLOCK_IN_FLOW: {
    problem: "a 'key: value' or '- item' on its own line is not allowed inside […] or {…}",
    help: "A comma may be missing before it, or the bracket above may never be closed.",
  },
  KEY_OVER_1024_CHARS: { problem: "a key can't be longer than 1024 characters" },
  MULTILINE_IMPLICIT_KEY: {
    problem: "a key must end on the line on which it begins",
    help: "A quote or colon may be missing on a line above.",
  },
  MULTIPLE_ANCHORS: { problem: "a value can have one anchor only" },
  MULTIPLE_TAGS: { problem: "a value can have one tag only" },
};

const byMessage: readonly (readonly [RegExp, YamlSyntaxProblem])[] = [
  [
    /^Missing closing/,
    {
      problem: "this quoted text is never closed",
      help: "Add the closing quote; a quote inside the text is written \\\" in \"…\" and '' in '…'.",
      at: "opener",
    },
  ],
  [
    /must be sufficiently indented and end with a ([\]}])/,
    {
      problem: "this bracket is never closed, or the lines in it are indented too little",
      help: "Close it, and indent the lines in it more than the key it belongs to.",
      at: "opener",
    },
  ],
  [
    /must start at the same column/,
    {
      problem: "this line's indentation fits none of the lines above",
      help: "Give all keys of a map, and all items of a list, the same indentation.",
    },
  ],
  [
    /^Nested mappings are not allowed in compact/,
    { problem: "a second ': ' on this line makes another key of it", help: `${quoteIt} A text that contains ': ' must be quoted.` },
  ],
  [
    /^A block sequence may not be used|^Unexpected block-seq-ind on same line/,
    { problem: "a list item can't begin on the line of its key", help: "Put each '- item' on a line of its own." },
  ],
  [
    /^Implicit map keys need to be followed/,
    { problem: "a key without a ':' and a value", help: "Add the colon, or indent the line if it continues the text above." },
  ],
  [/^Comments must be separated/, { problem: "a '#' that begins a comment needs a space before it", help: quoteIt }],
  [
    /^Missing , (?:or : )?between/,
    { problem: "a comma is missing between two items", help: "Add it, or quote the text if its brackets are literal." },
  ],
  [/^Unexpected , in/, { problem: "a comma with nothing before it" }],
  [/^Missing space after :/, { problem: "a space is missing after the colon" }],
  [/^Missing directives-end/, { problem: "a '---' must come after lines that begin with %" }],
  [/^Sequence item without/, { problem: "a list item without its '-'" }],
  [/^Unexpected (?:flow-map-end|flow-seq-end)/, { problem: "a closing bracket that was never opened" }],
  [
    /^Unexpected .*at node end$/,
    {
      problem: "this doesn't belong to the value before it",
      help: "Check quotes and brackets before this place, and the indentation of this line.",
    },
  ],
  [
    /^Block scalar (?:values|lines)|^Block scalars/,
    { problem: "the lines of a '|' or '>' text must be indented more than its key, the first of them least" },
  ],
  [
    /^Not a YAML token|^Block scalar header|in block scalar header/,
    { problem: "only an indentation digit, '+' or '-' may follow '|' or '>' on their line" },
  ],
];

/** Rephrases a library error in plain words, on one line. */
export function yamlSyntaxProblem(error: LibraryError, text: string): YamlSyntaxProblem {
  if (error.code === "TAB_AS_INDENT" || (error.code === "BAD_INDENT" && tabIndents(text, error.offset))) {
    return { problem: "a tab can't be used as indentation", help: "Indent with spaces." };
  }
  if (error.message.startsWith("Nested mappings") && !/^[^\n]*: /.test(text.slice(error.offset))) {
    return { problem: "the next line is indented as if it belonged to this text", help: "Give all keys of a map the same indentation." };
  }
  const badEscape = /^Invalid escape sequence (.*)$/.exec(error.message);
  if (badEscape !== null) {
    return {
      problem: `"…" has no escape ${badEscape[1] ?? ""}`,
      help: "Write \\\\ for a backslash, or use '…', where a backslash is itself.",
    };
  }
  return (
    problems[error.code] ??
    byMessage.find(([pattern]) => pattern.test(error.message))?.[1] ?? {
      problem: (error.message.split("\n", 1)[0] ?? "").replace(/[.:]$/, ""),
    }
  );
}

function tabIndents(text: string, offset: number): boolean {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^ *\t/.test(text.slice(lineStart, offset + 1));
}
