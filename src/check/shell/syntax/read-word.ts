import type { ParameterExpansionPart, ParsedScript, Word, WordPart } from "unbash";
import type { Range } from "../../template/nodes.js";
import type { Kept, Pipeline, Refused, Script, ShellWord, SimpleCommand, Stretch, Use, Where, WordPiece } from "../script.js";

/** What is found out of a script, while it is read. */
export interface Facts extends Script {
  readonly source: string;
  readonly problems: { readonly message: string; readonly at: number }[];
  readonly texts: Stretch[];
  readonly references: Stretch[];
  readonly refusals: Refused[];
  readonly commands: SimpleCommand[];
  readonly kept: Kept[];
  readonly pipelines: Pipeline[];
  readonly functions: string[];
  readonly uses: Use[];
  readonly files: ShellWord[];
  readonly bashOnly: { readonly what: string; readonly range: Range }[];
  /** What the command that is read just now may find in its input. */
  readonly input: Range[];
  /** How many conditions, substitutions and the like are around what is read just now. */
  conditions: number;
  /** Reads a script that stands in a word: `$(…)`. */
  readonly nested: (script: ParsedScript) => void;
}

/** Reads a word: its text, what is expanded in it, and where in it no placeholder may stand. */
export function readWord(word: Word, facts: Facts): ShellWord {
  const range = rangeOf(word);
  if (word.parts !== undefined) return { range, parts: word.parts.flatMap((part) => readPart(part, false, facts)) };
  facts.texts.push({ range, quoted: false });
  return { range, parts: [{ text: word.value, expands: false, range }] };
}

export function readPart(part: WordPart, quoted: boolean, facts: Facts): readonly WordPiece[] {
  const range = rangeOf(part);
  const refuse = (where: Where): void => void facts.refusals.push({ range, where });
  const bashOnly = (syntax: string): void => void facts.bashOnly.push({ range, what: `\`${syntax}\`` });
  const text = (value: string): readonly WordPiece[] => [{ text: value, expands: false, range }];
  const expanded: readonly WordPiece[] = [{ text: "", expands: true, loose: !quoted || part.text.includes("@"), range }];
  switch (part.type) {
    case "Literal":
      facts.texts.push({ range, quoted });
      return text(part.value);
    case "Glob":
      if (part.kind === "bracket") refuse("a pattern");
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
      return expanded;
    case "SimpleExpansion":
      facts.references.push({ range, quoted });
      facts.uses.push({ range, quoted, variable: part.text.slice(1) });
      return part.text === "$@" && quoted ? listed(expanded, "@") : expanded;
    case "ParameterExpansion":
      if (isPlain(part)) facts.references.push({ range, quoted });
      else refuse("an expansion");
      if (isBashOnly(part)) bashOnly(part.text);
      facts.refusals.push(...evaluatedBy(part));
      return listed(expanded, readParameter(part, quoted, facts));
    case "CommandExpansion":
      if (part.text.startsWith("`") || part.script === undefined) refuse("backquotes");
      else facts.nested(part.script);
      return expanded;
    case "ProcessSubstitution":
      bashOnly(`${part.operator}(…)`);
      if (part.script === undefined) refuse("what the shell evaluates");
      else facts.nested(part.script);
      return expanded;
    case "ArithmeticExpansion":
      refuse("arithmetic");
      return expanded;
    case "ExtendedGlob":
      bashOnly(`${part.operator}(…)`);
      refuse("a pattern");
      return text(part.text);
    case "BraceExpansion":
      refuse("a brace expansion");
      return expanded;
  }
}

const listed = (pieces: readonly WordPiece[], list: string | undefined): readonly WordPiece[] =>
  list === undefined ? pieces : pieces.map((piece) => ({ ...piece, list }));

/** Notes whose values an expansion may have in it, and returns the variable whose elements it stands for as they are. */
function readParameter(part: ParameterExpansionPart, quoted: boolean, facts: Facts): string | undefined {
  const { parameter, prefix, index, operation } = part;
  const range = rangeOf(part);
  const isList = parameter === "@" || index?.text === "@";
  // `${#x}` is a length, and `${x+text}` asks only whether there is a value.
  const asks = operation?.type === "Default" && operation.operator.endsWith("+");
  if (prefix !== "#" && !asks) facts.uses.push({ range, quoted, variable: parameter });
  if (operation === undefined || operation.type === "Slice") return isList && quoted && prefix === undefined ? parameter : undefined;
  if (operation.type === "Replace") readWord(operation.pattern, facts);
  else if (operation.type === "Remove") readWord(operation.operand, facts);
  const text = operation.type === "Default" ? operation.operand : operation.type === "Replace" ? operation.replacement : undefined;
  if (text === undefined) return undefined;
  const word = readWord(text, facts);
  for (const inner of word.parts.filter(({ expands }) => expands)) {
    const uses = facts.uses.filter((use) => use.range.start === inner.range.start && use.range.end === inner.range.end);
    facts.uses.push(...uses.map((use) => ({ ...use, range, quoted: quoted || use.quoted })));
  }
  if (operation.type === "Default" && operation.operator.endsWith("=")) facts.kept.push({ variable: parameter, word });
  return asks && word.parts.length === 1 ? word.parts[0]?.list : undefined;
}

const isPlain = (part: ParameterExpansionPart) =>
  part.prefix === undefined && part.index === undefined && part.operation === undefined && /^\$\{\w+\}$/.test(part.text);

/** `${x/a/b}`, `${x:1}`, `${x^}`, `${x@Q}`, `${!x}` and `${x[0]}`. */
const isBashOnly = ({ prefix, index, operation }: ParameterExpansionPart) =>
  prefix === "!" || index !== undefined || !["Default", "Remove", undefined].includes(operation?.type);

/** Bash calculates an index and a slice, looks up what `${!x}` names, and expands what `${x@P}` holds. */
function evaluatedBy({ pos, end, prefix, index, operation }: ParameterExpansionPart): readonly Refused[] {
  const found: Refused[] = [];
  if (prefix === "!") found.push({ where: "a name", range: { start: pos, end } });
  if (index !== undefined) found.push({ where: "arithmetic", range: rangeOf(index) });
  if (operation?.type === "Slice") found.push({ where: "arithmetic", range: rangeOf(operation) });
  if (operation?.type === "Transform") found.push({ where: "what the shell evaluates", range: { start: pos, end } });
  return found;
}

const rangeOf = ({ pos, end }: { readonly pos: number; readonly end: number }): Range => ({ start: pos, end });
