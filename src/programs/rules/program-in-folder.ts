import type { Diagnostic } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import type { Argument } from "../arguments/argument.js";
import { runFindings } from "../arguments/findings.js";
import { possibleArguments } from "../arguments/possible-arguments.js";
import { readArguments } from "../arguments/read-arguments.js";
import type { ProgramWords } from "../command.js";
import type { InputValues } from "../input-values.js";
import { isRelative as isInFolder } from "../shell/found-in-folder.js";
import { specFolderPrefix } from "../table/program-names.js";
import { isAuthoredVariant, isFromModel, type ModelValue, valuesOf } from "../template/model-values.js";
import { isSelected, parameterText } from "../template/template-scope.js";

/**
 * Reports a program, or a script of an interpreter, that is looked up in a folder which a value names: the model would
 * choose what runs (docs/programs.md). The folder is the call's own (`cwd`), or one that an earlier command changes to.
 */
export function checkProgramInFolder(commands: readonly ProgramWords[], input: InputValues): readonly Diagnostic[] {
  const chosen = (values: readonly ModelValue[]) => values.filter((value) => isOpen(value) && !isSaid(value, input));
  let folders: readonly ChosenFolder[] = chosen(input.cwd).map((value) => ({ value, from: 0, until: Number.POSITIVE_INFINITY }));
  const found = new Map<string, Diagnostic>();
  for (const command of commands) {
    const { at = 0, until = Number.POSITIVE_INFINITY } = command;
    const program = relativeProgram(command);
    const searchedPrograms = [...(program === undefined ? [] : [{ text: program, at }]), ...(command.found ?? [])];
    for (const { value, ...folder } of folders) {
      const { resolved, scope } = value;
      const first = searchedPrograms.find((one) => folder.from <= one.at && one.at < folder.until);
      const name = parameterText(resolved);
      if (first !== undefined)
        found.set(name, diagnostic("program-in-folder", scope.locate(resolved.range), { program: first.text, name }));
    }
    if (/^(?:cd|pushd)$/.test(command.program)) {
      const values = chosen(command.words.flatMap(({ nodes, scope }) => valuesOf(nodes, scope)));
      folders = [...folders, ...values.map((value) => ({ value, from: at, until }))];
    }
  }
  return [...found.values()];
}

/** A folder that a value names, and the part of a script in which it may be the working directory. */
interface ChosenFolder {
  readonly value: ModelValue;
  readonly from: number;
  readonly until: number;
}

const isOpen = ({ resolved }: ModelValue) => isFromModel(resolved) && !resolved.variants.every(isAuthoredVariant);
const isSaid = ({ resolved }: ModelValue, { code }: InputValues) => Object.keys(code).some((selector) => isSelected([selector], resolved));

/** Returns what a command runs from its working directory: itself, a program that it starts, or a script. */
function relativeProgram({ program, words }: ProgramWords): string | undefined {
  if (isRelative(program) && program.includes("/")) return program;
  const possible = possibleArguments(words);
  const read = readArguments(program, possible);
  const findings = runFindings(read);
  const found = findings.find(({ from, until }) => !possible.slice(from, until).some(isFixed));
  if (found !== undefined) return found.finder;
  for (const { index, role } of read.evaluated) {
    const texts = possible[index]?.texts ?? [];
    const [first] = texts;
    // `{}` stands for a finding.
    if (findings.length > 0 && first?.text.includes("{") === true) continue;
    if (first === undefined || texts.some(({ open, text }) => open || !isRelative(text))) continue;
    if (role === "file" || (role === "program" && first.text.includes("/"))) return first.text;
  }
  return undefined;
}

/** Returns true if an argument is a folder which the working directory doesn't decide. */
const isFixed = ({ texts }: Argument): boolean => texts.every(({ text, open }) => open || (text !== "" && /^[/~]|^\{\{@/.test(text)));

const isRelative = (path: string): boolean => isInFolder(path) && !path.startsWith(specFolderPrefix);
