import type { Evaluation, Program } from "../../../src/check/programs/program.js";

/** A command line with `{{x}}` in a place that its program evaluates, as the table of programs says. */
export interface CommandLine {
  readonly command: readonly string[];
  /** True if the argument is program text, in which plain characters do no harm behind other text. */
  readonly isText: boolean;
}

/** Every place of a row that is evaluated, in a command line of its own. */
export const commandLines = (row: Program): readonly CommandLine[] => linesOf(row, [row.names[0] ?? ""]);

function linesOf(evaluation: Evaluation, prefix: readonly string[]): readonly CommandLine[] {
  const {
    text = [],
    file = [],
    program = [],
    setting = [],
    attached = [],
    attachedFile = [],
    settingPairs = [],
    pipes = [],
    output = [],
    subcommands = {},
  } = evaluation;
  const settings = setting.flatMap((option) => [
    [...prefix, option, "Unlisted.name={{x}}"],
    [...prefix, option, "{{x}}"],
  ]);
  const pairs = settingPairs.flatMap((option) => [
    [...prefix, option, "Unlisted", "{{x}}"],
    [...prefix, option, "{{x}}", "a"],
  ]);
  const opened = pipes.map((option) => [...prefix, option, text[0] ?? "", "1", "{{x}}"]);
  const lines = [
    ...text.flatMap((option) => byOption(prefix, option)).map((command) => ({ command, isText: true })),
    ...[...file, ...program, ...output].flatMap((option) => byOption(prefix, option)).map((command) => ({ command, isText: false })),
    ...attached.map((option) => ({ command: [...prefix, `${option}{{x}}`], isText: true })),
    ...attachedFile.map((option) => ({ command: [...prefix, `${option}{{x}}`], isText: false })),
    ...[...settings, ...pairs, ...opened, ...operandLines(evaluation, prefix)].map((command) => ({ command, isText: false })),
  ];
  return [...lines, ...Object.entries(subcommands).flatMap(([name, inner]) => linesOf(inner, [...prefix, name]))];
}

function byOption(prefix: readonly string[], option: string): readonly (readonly string[])[] {
  const joined = option.startsWith("--") ? `${option}={{x}}` : /^[-+].$/.test(option) ? `${option}{{x}}` : undefined;
  return [[...prefix, option, "{{x}}"], ...(joined === undefined ? [] : [[...prefix, joined]])];
}

function operandLines({ operands = [], assignments }: Evaluation, prefix: readonly string[]): readonly (readonly string[])[] {
  const before = (count: number) => Array.from({ length: count }, () => "a");
  const repeated = operands.at(-1) === "..." && operands.at(-2) !== "value" ? [[...prefix, ...before(operands.length), "{{x}}"]] : [];
  return [
    ...operands.flatMap((role, i) => (role === "value" || role === "..." ? [] : [[...prefix, ...before(i), "{{x}}"]])),
    ...repeated,
    ...(assignments === undefined ? [] : [[...prefix, "UNLISTED={{x}}", "a"]]),
  ];
}
