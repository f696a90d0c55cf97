import type { Diagnostic } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import { mayBeAbsent } from "../../contract/schema-variants.js";
import { hasTrait } from "../program-traits.js";
import { silent } from "../template/flatten.js";
import { resolveName } from "../template/resolve-name.js";
import type { TemplateScope } from "../template/template-scope.js";
import { unwrapped } from "./lists.js";
import { contains, literalOf, type Script, type ShellWord, type SimpleCommand } from "./script.js";
import type { Filled, Hole } from "./script-template.js";

export interface PipelinesContext {
  readonly dialect: "sh" | "bash";
  readonly marked: Filled;
  readonly read: Script;
  readonly scope: TemplateScope;
}

/** Warns about silent failures of a script: pipelines without `pipefail`, and arguments that may be empty. */
export function checkPipelines(context: PipelinesContext): readonly Diagnostic[] {
  return [...hiddenFailures(context), ...emptyArguments(context)];
}

/**
 * Reports `set -o pipefail` in a script for sh that doesn't test first whether this sh knows it: dash would exit there.
 */
export function pipefailInSh({ commands }: Script): Script["bashOnly"] {
  const setting = commands.filter(setsPipefail);
  return setting.some(({ conditional }) => conditional) ? [] : setting.map(({ range }) => ({ what: "`set -o pipefail`", range }));
}

function setsPipefail(command: SimpleCommand): boolean {
  const { name, args } = unwrapped(command);
  return literalOf(name) === "set" && args.some((arg) => literalOf(arg) === "pipefail");
}

const instead = {
  bash: "Write `set -o pipefail` at the top. A program that `head` cuts short then ends with 141: where that is right, write `|| [ $? -eq 141 ]` behind the pipeline.",
  sh: "Not every sh has `pipefail`. Write `shell: { bash: … }` with `set -o pipefail`, or run the first program by itself: `out=$(…) || exit`, then `printf '%s\\n' \"$out\" | …`.",
};

function hiddenFailures({ dialect, marked, read, scope }: PipelinesContext): readonly Diagnostic[] {
  if (read.commands.some(setsPipefail)) return [];
  return read.pipelines.flatMap(({ range, before }) => {
    const failing = before.find((name) => !hasTrait(literalOf(name), "never-fails"));
    if (failing === undefined && !before.includes(undefined)) return [];
    const [start, end] = [marked.origin(failing?.range.start ?? range.start), marked.origin(failing?.range.end ?? range.start + 1)];
    const program = literalOf(failing) ?? "what stands before the last '|'";
    return [diagnostic("hidden-failure", scope.locate({ start, end }), { program }, { help: instead[dialect] })];
  });
}

function emptyArguments({ marked, read, scope }: PipelinesContext): readonly Diagnostic[] {
  const commands = read.commands.map(unwrapped);
  const tests = commands.filter(({ name }) => ["[", "test"].includes(literalOf(name) ?? ""));
  const isIn = (words: readonly ShellWord[], hole: Hole) => words.some(({ range }) => contains(range, hole.range));
  const others = commands.filter((command) => !tests.includes(command)).flatMap(({ args }) => args);
  const elsewhere = [...others, ...read.assignments.map(({ word }) => word), ...read.files.map(({ word }) => word)];
  // `[[ … ]]` and `case … in` aren't simple commands.
  const tested = new Set(marked.holes.filter((hole) => !isIn(elsewhere, hole)).map(({ variable }) => variable));
  return commands.flatMap(({ name, args }) => {
    const program = literalOf(name);
    if (program === undefined || hasTrait(program, "takes-empty") || read.functions.some((one) => one.name === program)) return [];
    return args.flatMap((word, i) => {
      const hole = marked.holes.find(({ range }) => contains(word.range, range));
      const isAlone = hole !== undefined && literalOf(word) === hole.variable;
      const before = i === 0 ? undefined : literalOf(args[i - 1]);
      if (!isAlone || tested.has(hole.variable) || (before?.startsWith("-") && before !== "--")) return [];
      const value = resolveName(hole.node.of, silent(scope));
      const [param, ...inner] = value?.ref.from === "param" ? value.ref.path : [];
      if (param === undefined || (inner.length === 0 && !mayBeAbsent(scope.schema, param))) return [];
      return [diagnostic("empty-argument", scope.locate(hole.node.range), { name: hole.node.of.written })];
    });
  });
}
