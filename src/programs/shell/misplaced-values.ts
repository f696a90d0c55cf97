import type { Diagnostic, Span } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import { typesOf } from "../../contract/schema-variants.js";
import { isFixed, leadingDashNote } from "../dash-rules.js";
import { silent } from "../template/flatten.js";
import { resolveName } from "../template/resolve-name.js";
import { isSelected, type TemplateScope } from "../template/template-scope.js";
import { ofOpenProgram, openProgramIn } from "./argument-position.js";
import { asRun, checkFlows, inputsOf, type Reached, writtenPrograms } from "./check-flows.js";
import { codePositions, hasOddVariables } from "./code-positions.js";
import { exportedVariableProblems, ofPrograms } from "./exported-variables.js";
import type { Flows } from "./flows.js";
import { listsOf } from "./lists.js";
import type { OutsideValues } from "./outside-values.js";
import { contains, type Script, type Unfollowed, type UnsupportedScript, type Where } from "./script.js";
import type { Filled, Hole, ScriptTemplate } from "./script-template.js";
import { type Carried, type CarriedUse, checkTracedValues, evaluates } from "./trace-values.js";

/**
 * Returns the values that would be code at their positions (`placed`) or at their destinations, and the constructs
 * through which they can't be followed.
 */
export function misplacedValues(context: PositionsContext, placed: boolean): readonly Diagnostic[] {
  const { read } = context;
  const lists = listsOf(read);
  const certain = [
    ...read.refusals,
    ...read.commands.flatMap((command) => [
      ...codePositions(command, read, lists).map((one) => ({ ...one, depth: command.depth })),
      ...inputsOf(command),
    ]),
    ...calculated(read),
    ...exportedVariableProblems(read),
  ];
  const openPrograms = read.commands.flatMap((command) => openProgramIn(command, read));
  const certainly = valueProblems(context, { refusals: certain, isAsked: () => true, placed });
  if (certainly.length > 0) return certainly;
  const possibly = valueProblems(context, { refusals: openPrograms, isAsked: (where) => where === ofOpenProgram, placed });
  return possibly.length > 0 ? possibly : unfollowedIn(context);
}

interface Asked {
  readonly refusals: readonly UnsupportedScript[];
  readonly isAsked: (where: Where) => boolean;
  /** True if the positions of placeholders in the script count. */
  readonly placed: boolean;
}

/** Reports values that are, or come, where they must not be. */
function valueProblems(context: PositionsContext, { refusals, isAsked, placed }: Asked): readonly Diagnostic[] {
  const { marked, read, scope, carried, flows } = context;
  const mayStand = (hole: Hole, where: Where) =>
    !isAsked(where) ||
    (takesCode.includes(where) && isListedAsCode(hole, context)) ||
    ((where === ofOpenProgram || where === ofPrograms || where === asRun) && isAuthored(hole, scope));
  const refused = (placed ? marked.holes : [])
    .flatMap((hole) => whereOf(hole, read, refusals) ?? [])
    .filter(({ hole, where }) => !mayStand(hole, where));
  const inVariables = checkTracedValues({ marked, read, refusals, carried, isNumber: (hole) => isNumber(hole, scope) }).filter(
    ({ hole, where }) => !mayStand(hole, where),
  );
  const mayReach = (hole: Hole, where: Where) => isAuthored(hole, scope) || mayStand(hole, where) || isListedAsCode(hole, context);
  const mayBeDash = (hole: Hole) => hole.outside !== "variable" || !isDashless(hole, context);
  const isDashChecked = (hole: Hole) => placed && hole.outside === undefined && isDashRefused(hole, context);
  const applicable = refusals.filter(({ where }) => evaluates.includes(where));
  const reached = checkFlows({ marked, read, refusals: applicable, flows, mayReach, mayBeDash, isDashChecked })
    .filter(({ range }) => !inVariables.some((use) => contains(range, use.range) || contains(use.range, range)))
    .map((one) => ({ ...one, variable: shown(marked.text.slice(one.range.start, one.range.end)) }));
  const diagnostics = [...inVariables, ...reached].map(({ hole, range, variable, where, program }: CarriedUse & Partial<Reached>) => {
    const span = scope.locate({
      start: marked.origin(range.start),
      end: Math.max(marked.origin(range.end), marked.origin(range.start) + 1),
    });
    const name = hole.node.of.written;
    const carrier = asWritten(variable, marked.holes);
    if (program !== undefined) return diagnostic("possible-option", span, { name, what: `'${carrier}'`, program });
    return diagnostic("shell-variable", span, { name, variable: carrier, where }, { help: positionHelp[where] });
  });
  return [...diagnostics, ...refused.map(({ hole, where }) => diagnosticFor(hole, where, scope))];
}

/** Reports constructs through which values can't be followed, in a script that has a value. */
function unfollowedIn(context: PositionsContext): readonly Diagnostic[] {
  const { marked, read, scope, flows, outside } = context;
  const value = [...marked.holes, ...outside.holes].find((hole) => !isAuthored(hole, scope) && !isListedAsCode(hole, context));
  if (value === undefined) return [];
  const unread = writtenPrograms(read, flows).map((range) => ({ what: "a script that isn't written here" as const, range }));
  return [...read.unfollowed, ...unread].map(({ what, range }) =>
    notFollowed(value, what, scope.locate({ start: marked.origin(range.start), end: marked.origin(range.end) })),
  );
}

/** Shows a part of a script in a message: without the quotes around it, and truncated if it is long. */
function shown(text: string): string {
  const [line = "", ...others] = text
    .trim()
    .replace(/^"(.*)"$/s, "$1")
    .split("\n");
  return others.length > 0 || line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

/** Returns a part of a script with its placeholders, in the place of the variables that stand for them. */
const asWritten = (text: string, holes: readonly Hole[]): string =>
  holes.reduce((shown, { variable, node }) => shown.replaceAll(variable, `{{${node.of.written}}}`), text);

/** Positions at which a value that `code` names is allowed. */
const takesCode: readonly Where[] = [
  "what the shell evaluates",
  "what a shell reads as its script",
  "an argument that the program may evaluate",
  "a command whose program text runs what it gets",
  "a file that is run because of its name",
  "an argument of a program that isn't written here",
  "a variable that programs get",
  "arithmetic",
  "a comparison that calculates",
];

function notFollowed({ node }: Hole, what: Unfollowed, span: Span): Diagnostic {
  return diagnostic("shell-unfollowed", span, { name: node.of.written, what }, { help: unfollowedHelp[what] });
}

/** With integers and references among the variables, an assignment is arithmetic. */
const calculated = ({ assignments, commands }: Script): readonly UnsupportedScript[] =>
  hasOddVariables(commands) ? assignments.map(({ word }) => ({ range: word.range, where: "arithmetic" })) : [];

function whereOf(
  hole: Hole,
  read: Script,
  refusals: readonly UnsupportedScript[],
): { readonly hole: Hole; readonly where: Where } | undefined {
  // A placeholder in a nested script is an argument of this one, which is refused as a whole.
  const around = refusals.filter(({ range, depth = 0 }) => depth === 0 && contains(range, hole.range));
  if (around.length > 0) {
    const smallest = around.reduce((a, b) => (b.range.end - b.range.start < a.range.end - a.range.start ? b : a));
    return { hole, where: smallest.where };
  }
  if (read.texts.some(({ range }) => contains(range, hole.range))) return undefined;
  // Text outside of words is skipped by the shell.
  return { hole, where: read.references.some(({ range }) => contains(range, hole.range)) ? "an expansion" : "a comment" };
}

function diagnosticFor({ node }: Hole, where: Where, scope: TemplateScope): Diagnostic {
  return diagnostic("shell-place", scope.locate(node.range), { name: node.of.written, where }, { help: positionHelp[where] });
}

/** A script whose placeholders are checked, and the facts that decide where a value may be. */
export interface PositionsContext {
  readonly dialect: "sh" | "bash";
  /** The script with variable names instead of placeholders, and the result of parsing it. */
  readonly marked: Filled;
  readonly read: Script;
  readonly template: ScriptTemplate;
  readonly scope: TemplateScope;
  readonly carried: Carried;
  readonly flows: Flows;
  /** The values that come into it from outside. */
  readonly outside: OutsideValues;
  /** The parameters that `code` names. */
  readonly code: readonly string[];
  /** The parameters that are paths. */
  readonly paths: readonly string[];
  /** The parameters that may begin an argument with a dash. A call checks the others in the tool's own script. */
  readonly dashAllowed?: readonly string[];
}

const resolvedValue = ({ node }: Hole, scope: TemplateScope) => (node.kind === "value" ? resolveName(node.of, silent(scope)) : undefined);

/**
 * Returns true if the author wrote every possible value, or it is a number. Then the model doesn't choose what programs
 * print of it.
 */
export function isAuthored(hole: Hole, scope: TemplateScope): boolean {
  const value = resolvedValue(hole, scope);
  return isNumber(hole, scope) || (value?.ref.from === "call" && value.ref.name !== "params") || value?.variants.every(isFixed) === true;
}

/** Returns true if `code` names a value's parameter, so that it may be evaluated. */
export function isListedAsCode({ node }: Hole, { code, scope }: PositionsContext): boolean {
  const value = resolveName(node.of, silent(scope));
  return value !== undefined && isSelected(code, value);
}

/** Returns true if every possible value is a number. */
export function isNumber(hole: Hole, scope: TemplateScope): boolean {
  return (
    resolvedValue(hole, scope)?.variants.every((variant) => typesOf(variant).every((type) => type === "integer" || type === "number")) ===
    true
  );
}

/** Returns true if a value can't begin with a dash: by its schema, or as a path. */
export function isDashless(hole: Hole, { scope, paths }: PositionsContext): boolean {
  const value = resolvedValue(hole, scope);
  return value !== undefined && leadingDashNote(value, { paths, allowed: [] }).mayDash;
}

/** Returns true if the call of a tool checks that a value of its script doesn't begin with a dash. */
export function isDashRefused(hole: Hole, { scope, dashAllowed = [] }: PositionsContext): boolean {
  const value = resolvedValue(hole, scope);
  return value !== undefined && !isSelected(dashAllowed, value);
}

/** The advice for certain positions. */
export const positionHelp: Partial<Record<Where, string>> = {
  "single quotes": "End the quotes before it, or use double quotes: '…'{{x}}'…', \"…{{x}}…\".",
  "a heredoc": "Use `printf '%s\\n' {{x}}`, or give the text as `stdin`.",
  arithmetic: "Let the caller give the number that is wanted, or calculate in a program that takes numbers as arguments.",
  backquotes: "Write $(…).",
  "the place of a program": "Write the program's name, and choose between programs with `case`.",
  "a pattern": "Compare with `=`: [ {{x}} = text ].",
  "an argument that the program may evaluate":
    "Write the program's options and its own program text as words before the list, so that it is certain which argument a value is.",
  "an argument of a program that isn't written here": "Write the program's name, and choose between programs with `case`.",
  "a variable that programs get":
    "Name it INPUT_…, which no program takes for code or settings, or give the value to the program as an argument.",
  "a command whose program text runs what it gets":
    "Write the program text without the call that runs a text (`system`, `eval`, `exec`), or list the value in `code`.",
  "a comment": "Take the braces away, or write \\{{.",
};

/** The advice for constructs through which values can't be followed. */
export const unfollowedHelp: Record<Unfollowed, string> = {
  backquotes: "Write $(…) for backquotes.",
  "a coprocess": "Use a pipe, or a file from mktemp.",
  "an alias": "Write a function: `name() { …; }`.",
  "a variable whose name isn't written here": "Write the variable's name, or use an associative array.",
  "a reference to a variable by its name": "Use `case`, or an associative array: `declare -A`.",
  "a script that isn't written here": "Write the script's text there in single quotes, or put it into a file beside the spec.",
};
