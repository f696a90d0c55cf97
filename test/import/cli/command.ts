import { parse } from "yaml";
import { programRoles } from "../../../src/check/programs/program-roles.js";
import { importCommand } from "../../../src/import/cli/import-command.js";
import { mergeManual } from "../../../src/import/cli/merge-manual.js";
import { readHelp } from "../../../src/import/cli/read-help.js";
import { compiledTool } from "../../kit/compiled.js";

interface Settings {
  readonly manual?: string;
  readonly chosen?: readonly string[];
  /** Specs that the check refuses, besides those that a build does. */
  readonly refused?: RegExp;
}

/** Imports a command by its help text. The spec is compiled as a build does it. */
export async function importedCommand(line: string, help: string, { manual, chosen, refused }: Settings = {}) {
  const words = line.split(" ");
  const merged = mergeManual(readHelp(help, words), manual === undefined ? undefined : readHelp(manual, words));
  const check = (texts: readonly string[]) =>
    Promise.all(texts.map(async (text) => (refused?.test(text) ? ["It is refused."] : errorsOf(text))));
  const { tools, leftOut } = await importCommand(
    { name: "tool", words, group: "group", help: merged, roles: programRoles(words[0] ?? ""), chosen },
    { check, header: [] },
  );
  const spec = tools[0] === undefined ? undefined : parse(tools[0].text);
  return {
    spec,
    text: tools[0]?.text ?? "",
    properties: spec?.schema?.properties,
    notes: tools[0]?.notes ?? [],
    leftOut: leftOut.map(({ reason }) => reason),
    parser: merged.parser,
  };
}

async function errorsOf(text: string): Promise<readonly string[]> {
  const { diagnostics } = await compiledTool(text);
  return diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
}
