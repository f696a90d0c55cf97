import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { typesOf } from "../schema/types.js";
import { silent } from "../template/flatten.js";
import { resolve, type Scope } from "../template/scope.js";
import { type Carried, judgeCarried } from "./carried.js";
import { evaluatedIn, hasOddVariables } from "./evaluating.js";
import { listsOf } from "./lists.js";
import { pipefailInSh } from "./pipelines.js";
import { type Filled, fill, type Hole, type ScriptTemplate } from "./placeholders.js";
import { contains, type Refused, type Script, type Where } from "./script.js";
import { readScript } from "./syntax/read-script.js";

export interface PlacesContext {
  readonly dialect: "sh" | "bash";
  /** The script with the names of variables in the place of placeholders, and what was read of it. */
  readonly marked: Filled;
  readonly read: Script;
  readonly template: ScriptTemplate;
  readonly scope: Scope;
  readonly carried: Carried;
}

/** What is to be done instead, where it isn't the same everywhere. */
const help: Partial<Record<Where, string>> = {
  "single quotes": "End the quotes before it, or use double quotes: '…'{{x}}'…', \"…{{x}}…\".",
  "a heredoc": "Use `printf '%s\\n' {{x}}`, or give the text as `stdin`.",
  arithmetic: "Let the caller give the number that is wanted, or calculate in a program that takes numbers as arguments.",
  backquotes: "Write $(…).",
  "the place of a program": "Write the program's name, and choose between programs with `case`.",
  "a pattern": "Compare with `=`: [ {{x}} = text ].",
  "an argument that the program may evaluate":
    "Write the program's options and its own program text as words before the list, so that it is certain which argument a value is.",
  "a comment": "Take the braces away, or write \\{{.",
};

/** Judges where the placeholders of a script stand, and writes it with references in their places. */
export function judgePlaces(context: PlacesContext): { readonly problems: readonly Diagnostic[]; readonly script: string } {
  const { dialect, marked, read, template, scope, carried } = context;
  const at = (start: number, end = start + 1) =>
    scope.place({ start: marked.origin(start), end: Math.max(marked.origin(end), marked.origin(start) + 1) });
  if (read.problems.length > 0) {
    // One mistake makes others behind it.
    const first = read.problems.reduce((a, b) => (b.at < a.at ? b : a));
    return { problems: [diagnostic("shell-script", at(first.at), { detail: first.message })], script: "" };
  }
  const foreign =
    dialect === "bash"
      ? []
      : [...read.bashOnly, ...pipefailInSh(read)].map(({ what, range }) => diagnostic("bash-in-sh", at(range.start), { what }));
  const lists = listsOf(read);
  const refusals = [...read.refusals, ...read.commands.flatMap((command) => evaluatedIn(command, lists)), ...calculated(read)];
  const refused = marked.holes.flatMap((hole) => whereOf(hole, read, refusals) ?? []);
  const kept = judgeCarried({ marked, read, refusals, carried, isNumber: (hole) => isNumber(hole, scope) }).map((use) =>
    diagnostic("shell-variable", at(use.range.start, use.range.end), {
      name: use.hole.node.of.written,
      variable: use.variable,
      where: use.where,
    }),
  );
  const problems = [...foreign, ...kept, ...refused.map(({ hole, where }) => said(hole, where, scope))];
  if (problems.length > 0) return { problems, script: "" };

  const quoted = marked.holes.map(({ range }) => read.texts.some((text) => text.quoted && contains(text.range, range)));
  const final = fill(template, (variable, index) => (quoted[index] ? `\${${variable}}` : `"\${${variable}}"`));
  const { problems: unexpected, references } = readScript(final.text);
  const lost = final.holes.filter(({ range }, index) => {
    const inner = quoted[index] ? range : { start: range.start + 1, end: range.end - 1 };
    return !references.some((reference) => reference.quoted && reference.range.start === inner.start && reference.range.end === inner.end);
  });
  const misread = unexpected.length > 0 && lost.length === 0 ? final.holes.slice(0, 1) : lost;
  return { problems: misread.map(({ node }) => diagnostic("shell-reference", scope.place(node.range), {})), script: final.text };
}

function isNumber({ node }: Hole, scope: Scope): boolean {
  const value = node.kind === "value" ? resolve(node.of, silent(scope)) : undefined;
  return value?.variants.every((variant) => typesOf(variant).every((type) => type === "integer" || type === "number")) === true;
}

/** With integers and references among the variables, an assignment calculates. */
const calculated = ({ kept, commands }: Script): readonly Refused[] =>
  hasOddVariables(commands) ? kept.map(({ word }) => ({ range: word.range, where: "arithmetic" })) : [];

function whereOf(hole: Hole, read: Script, refusals: readonly Refused[]): { readonly hole: Hole; readonly where: Where } | undefined {
  const around = refusals.filter(({ range }) => contains(range, hole.range));
  if (around.length > 0) {
    const smallest = around.reduce((a, b) => (b.range.end - b.range.start < a.range.end - a.range.start ? b : a));
    return { hole, where: smallest.where };
  }
  if (read.texts.some(({ range }) => contains(range, hole.range))) return undefined;
  // What is in no word the shell skips.
  return { hole, where: read.references.some(({ range }) => contains(range, hole.range)) ? "an expansion" : "a comment" };
}

function said({ node }: Hole, where: Where, scope: Scope): Diagnostic {
  return diagnostic("shell-place", scope.place(node.range), { name: node.of.written, where }, { help: help[where] });
}
