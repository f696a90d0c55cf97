import { expect, it } from "vitest";
import { readArguments } from "../../../src/programs/arguments/read-arguments.js";
import { askedValues } from "../../../src/programs/place-class.js";
import { findProgram } from "../../../src/programs/table/find-program.js";
import type { Evaluation, Program } from "../../../src/programs/table/program.js";
import { usesByFamily, usesOf } from "../../../src/programs/uses.js";
import { compiledTools } from "../../kit/compiled.js";
import { repeat } from "../../kit/repeat.js";

/** A command line with `{{x}}` in a place that its program evaluates, as the table of programs says. */
interface CommandLine {
  readonly command: readonly string[];
  /** True if the argument is program text, in which plain characters do no harm behind other text. */
  readonly isText: boolean;
}

/** Every place of a row that is evaluated, in a command line of its own. */
const commandLines = (row: Program): readonly CommandLine[] => linesOf(row, [row.name]);

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
  // psql's own variables may have any name.
  const isOpen = prefix[0] !== "psql";
  const settings = setting.flatMap((option) => [
    ...(isOpen ? [[...prefix, option, "Unlisted.name={{x}}"]] : []),
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

/** The programs that evaluate something, one for all that do it in the same way. */
const rows: readonly Program[] = [
  ...new Map(
    Object.values(usesByFamily())
      .flat()
      // Without its option, a program of the second kind is another one.
      .filter((name) => !name.includes(" ") && usesOf(name)?.lines.has("without") !== true)
      .flatMap((name) => findProgram(name) ?? [])
      .map(({ name, ...evaluation }) => [JSON.stringify(evaluation), { name, ...evaluation }]),
  ).values(),
];
const lines = rows.flatMap(commandLines);

/**
 * The lines of which a build says that the program evaluates `x`, or asks because it is a folder or what runs, by how
 * `x` is declared.
 */
async function refused(tried: readonly CommandLine[], x: object, more: object = {}, orAsked = true): Promise<readonly string[]> {
  const tools = await compiledTools(
    tried.map(({ command }) => ({ kind: "execute", schema: { properties: { x }, required: ["x"] }, command, ...more })),
  );
  const isRefused = (one: (typeof tools)[number] | undefined) =>
    one?.diagnostics.some(({ code }) => code === "evaluated-argument" || (orAsked && code === "file-not-a-path")) === true;
  const isAsked = (one: (typeof tools)[number] | undefined) => orAsked && askedValues(one?.tool?.values ?? []).length > 0;
  return written(tried.filter((_, i) => isRefused(tools[i]) || isAsked(tools[i])));
}

const written = (tried: readonly CommandLine[]) => tried.map(({ command }) => command.join(" "));

it("has more than a thousand places in which programs evaluate an argument", () => {
  expect(lines.length).toBeGreaterThan(1_000);
});

it("finds the value in each of them", () => {
  const isFound = ({ command: [program = "", ...words] }: CommandLine) => {
    const args = words.map((word, i) => ({
      texts: [{ text: word.replace("{{x}}", ""), open: word.endsWith("{{x}}") }],
      certain: true,
      many: false,
      group: String(i),
    }));
    const { evaluated, prefixed } = readArguments(program, args);
    return [...evaluated, ...prefixed].some(({ index }) => args[index]?.texts[0]?.open);
  };
  expect(written(lines.filter((line) => !isFound(line)))).toEqual([]);
});

/** A build takes milliseconds for each. */
const step = repeat({ usual: 40, soak: 8, long: 1 });
const some = lines.filter((_, i) => i % step === 0);

it("refuses a text of the model's there", async () => {
  expect(await refused(some, { type: "string", pattern: "^[^-]" })).toEqual(written(some));
});

it("takes a text that `code` names, and one that the author wrote", async () => {
  expect(await refused(some, { type: "string", pattern: "^[^-]" }, { code: { x: "sh" } }, false)).toEqual([]);
  expect(await refused(some, { enum: ["a", "b"] })).toEqual([]);
});

it("takes a text of digits for program text, and not for the name of a file, a program or a setting", async () => {
  const digits = { type: "string", pattern: "^[0-9]+$" };
  expect(
    await refused(
      some.filter(({ isText }) => isText),
      digits,
    ),
  ).toEqual([]);
});

it.each([
  ["/usr/bin/python3.12", "python"],
  ["perl5.36.0", "perl"],
  ["C:\\Windows\\System32\\CMD.EXE", "cmd"],
  ["gcc-12", "gcc"],
])("finds %s as %s", (program, name) => {
  expect(findProgram(program)?.name).toBe(name);
});
