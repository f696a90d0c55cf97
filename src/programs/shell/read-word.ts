import type { ArithmeticExpression, ParameterExpansionPart, ParsedScript, Word, WordPart } from "unbash";
import type { Range } from "../../contract/spec-node.js";
import { printsDigits } from "./prints-digits.js";
import type {
  AssignedWord,
  Pipeline,
  RedirectedFile,
  Script,
  ScriptInput,
  ShellFunction,
  ShellWord,
  SimpleCommand,
  Stretch,
  Unfollowed,
  UnsupportedScript,
  Use,
  Where,
  WordPiece,
} from "./script.js";

/** The facts about a script, collected while it is read. */
export interface Facts extends Script {
  readonly source: string;
  readonly problems: { readonly message: string; readonly at: number }[];
  readonly texts: Stretch[];
  readonly references: Stretch[];
  readonly refusals: UnsupportedScript[];
  readonly commands: SimpleCommand[];
  readonly assignments: AssignedWord[];
  readonly pipelines: Pipeline[];
  readonly functions: ShellFunction[];
  readonly loops: Range[];
  readonly subshells: Range[];
  readonly uses: Use[];
  readonly files: RedirectedFile[];
  readonly positional: ShellWord[];
  readonly bound: AssignedWord[];
  readonly fed: Range[];
  readonly unfollowed: { readonly what: Unfollowed; readonly range: Range }[];
  readonly bashOnly: { readonly what: string; readonly range: Range }[];
  /** The lines of heredocs and the words of here-strings, with the part of the script that reads them. */
  readonly heredocs: { readonly text: Range; readonly word?: ShellWord; readonly range: Range; readonly depth: number }[];
  /** The input of the script itself. */
  readonly stdin: ScriptInput | undefined;
  /** The possible input of the command that is being read. */
  readonly input: ScriptInput[];
  /** How many conditions, substitutions and the like surround the current position. */
  conditions: number;
  /** How many scripts surround the current position. */
  readonly depth: number;
  /** The words that are text of nested scripts, and the commands that they belong to. */
  readonly programWords: { readonly word: ShellWord; readonly command: SimpleCommand; readonly hasArguments: boolean }[];
  /** Reads a script inside a word: `$(…)`. */
  readonly nested: (script: ParsedScript) => void;
  /** Reads text that another shell evaluates, or this one later. */
  readonly within: (text: string, input: readonly ScriptInput[]) => void;
}

/** Reads a word: its text, its expansions, and where in it no placeholder is allowed. */
export function readWord(word: Word, facts: Facts): ShellWord {
  const range = rangeOf(word);
  if (word.parts !== undefined) return { range, parts: word.parts.flatMap((part) => readPart(part, false, facts)) };
  facts.texts.push({ range, quoted: false });
  return { range, parts: [{ text: word.value, expands: false, range }] };
}

export function readPart(part: WordPart, quoted: boolean, facts: Facts): readonly WordPiece[] {
  const range = rangeOf(part);
  const refuse = (where: Where): void => void facts.refusals.push({ range, where, depth: facts.depth });
  const bashOnly = (syntax: string): void => void facts.bashOnly.push({ range, what: `\`${syntax}\`` });
  const text = (value: string): readonly WordPiece[] => [{ text: value, expands: false, range }];
  const expanded: readonly WordPiece[] = [{ text: "", expands: true, loose: !quoted, splits: !quoted, range }];
  // `"$@"` and `"${a[@]}"` may be no word, or several.
  const perhapsSeveral = expanded.map((piece) => ({ ...piece, loose: !quoted || part.text.includes("@") }));
  switch (part.type) {
    case "Literal":
      facts.texts.push({ range, quoted });
      return text(part.value);
    case "Glob":
      if (part.kind === "bracket") {
        refuse("a pattern");
        readParts(part.parts, facts);
      }
      return text(part.text);
    case "SingleQuoted":
      refuse("single quotes");
      return text(part.value);
    case "DoubleQuoted":
      return part.parts.length === 0 ? text("") : part.parts.flatMap((inner) => readPart(inner, true, facts));
    case "AnsiCQuoted":
    case "LocaleString":
      bashOnly(part.type === "AnsiCQuoted" ? "$'…'" : '$"…"');
      refuse("$'…' or $\"…\"");
      if (part.type === "LocaleString") readParts(part.parts, facts);
      return expanded;
    case "SimpleExpansion":
      facts.references.push({ range, quoted });
      facts.uses.push({ range, quoted, variable: part.text.slice(1), depth: facts.depth });
      return part.text === "$@" && quoted ? listed(perhapsSeveral, "@") : expanded;
    case "ParameterExpansion":
      if (isPlain(part)) facts.references.push({ range, quoted });
      else refuse("an expansion");
      if (isBashOnly(part)) bashOnly(part.text);
      facts.refusals.push(...evaluatedBy(part).map((one) => ({ ...one, depth: facts.depth })));
      return listed(perhapsSeveral, readParameter(part, quoted, facts));
    case "CommandExpansion":
      if (part.text.startsWith("`") || part.script === undefined) refuse("backquotes");
      // With backslashes in backquotes, offsets aren't the script's.
      if (part.script === undefined || part.script.source !== undefined) facts.unfollowed.push({ what: "backquotes", range });
      else facts.nested(part.script);
      // `${ …; }` runs in the same shell.
      if (part.text.startsWith("$(")) facts.subshells.push(range);
      return expanded.map((piece) => ({ ...piece, output: printsDigits(part.script) ? "digits" : "text" }));
    case "ProcessSubstitution":
      bashOnly(`${part.operator}(…)`);
      if (part.script === undefined) refuse("what the shell evaluates");
      else readSubstitution(part.script, part.operator, facts);
      return expanded.map((piece) => ({ ...piece, loose: false, splits: false, output: "file" }));
    case "ArithmeticExpansion":
      refuse("arithmetic");
      readArithmetic(part.expression, facts);
      return expanded.map((piece) => ({ ...piece, output: "digits" }));
    case "ExtendedGlob":
      bashOnly(`${part.operator}(…)`);
      refuse("a pattern");
      readParts(part.parts, facts);
      return text(part.text);
    case "BraceExpansion":
      refuse("a brace expansion");
      readParts(part.parts, facts);
      return expanded.map((piece) => ({ ...piece, splits: !quoted && /[$`]/.test(part.text) }));
  }
}

const readParts = (parts: readonly WordPart[] | undefined, facts: Facts): void => {
  for (const part of parts ?? []) readPart(part, false, facts);
};

/** Any output of the script may be written to `>(…)`. */
function readSubstitution(script: ParsedScript, operator: "<" | ">", facts: Facts): void {
  if (operator === ">") facts.input.push({ start: 0, end: facts.source.length, depth: facts.depth });
  facts.nested(script);
  if (operator === ">") facts.input.pop();
}

/** Reads what is expanded in an expression before it is evaluated. */
export function readArithmetic(expression: ArithmeticExpression | undefined, facts: Facts): void {
  switch (expression?.type) {
    case "ArithmeticBinary":
      readArithmetic(expression.left, facts);
      readArithmetic(expression.right, facts);
      return;
    case "ArithmeticUnary":
      readArithmetic(expression.operand, facts);
      return;
    case "ArithmeticTernary":
      for (const one of [expression.test, expression.consequent, expression.alternate]) readArithmetic(one, facts);
      return;
    case "ArithmeticGroup":
      readArithmetic(expression.expression, facts);
      return;
    case "ArithmeticWord":
      readParts(expression.parts, facts);
      for (const match of expression.value.matchAll(/\$\{?([0-9]+|[@*])/g))
        facts.uses.push({ variable: match[1] ?? "", quoted: true, range: rangeOf(expression), depth: facts.depth });
      return;
    case "ArithmeticCommandExpansion":
      if (expression.script !== undefined) facts.nested(expression.script);
  }
}

const listed = (pieces: readonly WordPiece[], list: string | undefined): readonly WordPiece[] =>
  list === undefined ? pieces : pieces.map((piece) => ({ ...piece, list, splits: false }));

/** Records whose values an expansion may contain, and returns the variable whose elements it stands for unchanged. */
function readParameter(part: ParameterExpansionPart, quoted: boolean, facts: Facts): string | undefined {
  const { parameter, prefix, index, operation } = part;
  const range = rangeOf(part);
  const isList = parameter === "@" || index?.text === "@";
  // `${#x}` is a length, and `${x+text}` only tests whether there is a value.
  const asks = operation?.type === "Default" && operation.operator.endsWith("+");
  if (prefix !== "#" && !asks) facts.uses.push({ range, quoted, variable: parameter, depth: facts.depth });
  if (index !== undefined) readWord(index, facts);
  const isNames = operation?.type === "Names" || index?.text === "@" || index?.text === "*";
  if (prefix === "!" && !isNames) facts.unfollowed.push({ what: "a reference to a variable by its name", range });
  if (operation?.type === "Slice") for (const word of [operation.offset, operation.length]) if (word !== undefined) readWord(word, facts);
  if (operation === undefined || operation.type === "Slice") return isList && quoted && prefix === undefined ? parameter : undefined;
  if (operation.type === "Replace") readWord(operation.pattern, facts);
  else if (operation.type === "Remove") readWord(operation.operand, facts);
  else if (operation.type === "CaseModification" && operation.operand !== undefined) readWord(operation.operand, facts);
  const text = operation.type === "Default" ? operation.operand : operation.type === "Replace" ? operation.replacement : undefined;
  if (text === undefined) return undefined;
  const word = readWord(text, facts);
  for (const inner of word.parts.filter(({ expands }) => expands)) {
    const uses = facts.uses.filter((use) => use.range.start === inner.range.start && use.range.end === inner.range.end);
    facts.uses.push(...uses.map((use) => ({ ...use, range, quoted: quoted || use.quoted })));
  }
  if (operation.type === "Default" && operation.operator.endsWith("=")) facts.assignments.push({ variable: parameter, word });
  return asks && word.parts.length === 1 ? word.parts[0]?.list : undefined;
}

const isPlain = (part: ParameterExpansionPart) =>
  part.prefix === undefined && part.index === undefined && part.operation === undefined && /^\$\{\w+\}$/.test(part.text);

/** `${x/a/b}`, `${x:1}`, `${x^}`, `${x@Q}`, `${!x}` and `${x[0]}`. */
const isBashOnly = ({ prefix, index, operation }: ParameterExpansionPart) =>
  prefix === "!" || index !== undefined || !["Default", "Remove", undefined].includes(operation?.type);

/**
 * Bash evaluates an index and a slice as arithmetic, looks up the name in `${!x}`, and expands the value in `${x@P}`.
 */
function evaluatedBy({ pos, end, prefix, index, operation }: ParameterExpansionPart): readonly UnsupportedScript[] {
  const found: UnsupportedScript[] = [];
  if (prefix === "!") found.push({ where: "a name", range: { start: pos, end } });
  if (index !== undefined) found.push({ where: "arithmetic", range: rangeOf(index) });
  if (operation?.type === "Slice") found.push({ where: "arithmetic", range: rangeOf(operation) });
  if (operation?.type === "Transform") found.push({ where: "what the shell evaluates", range: { start: pos, end } });
  return found;
}

const rangeOf = ({ pos, end }: { readonly pos: number; readonly end: number }): Range => ({ start: pos, end });
