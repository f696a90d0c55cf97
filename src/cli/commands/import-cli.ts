import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { closest } from "../../contract/names.js";
import { importCommand, usableOptions } from "../../import/import-command.js";
import { joinWords, numberedName, wordsIn } from "../../import/imported-tool.js";
import type { ImportRecord } from "../../import/plan-import.js";
import { type ArgumentRoles, type HelpOption, type MergedHelp, mergeManual } from "../../import/program-help.js";
import { mergeCompletion } from "../../import/read-help.js";
import { programRoles } from "../../programs/program-roles.js";
import { exitCode, UsageError } from "../command.js";
import { finishImport, type ImportOptions } from "../import/finish-import.js";
import { findLocalCommand, type LocalCommand } from "../import/local-command.js";
import { openImportTarget, withSpecCheck } from "../import/open-import-target.js";
import { readProgramHelp } from "../import/read-program-help.js";
import { plural } from "../io/format-text.js";
import type { Terminal } from "../io/terminal.js";
import { projectRoot } from "../project/open-project.js";

export interface ImportCliRequest extends ImportOptions {
  /** The program and its command: `git`, `log`. */
  readonly program: string;
  readonly words: readonly string[];
  readonly option?: readonly string[];
  readonly all?: true;
  readonly man?: true;
  /** Options that the model sets although their values seem to be secrets. */
  readonly keep?: readonly string[];
}

/** How many options are imported without being chosen. Models fill in long lists of parameters badly. */
const mostUnchosen = 40;

/** The longest name of a tool. */
const mostName = 48;

/** `toolgen import cli`: makes a spec of a command, of its help and its manual page. */
export async function importCli(request: ImportCliRequest, terminal: Terminal): Promise<number> {
  const { program } = request;
  const given = [program, ...request.words];
  const root = projectRoot(request, terminal);
  const local = await findLocalCommand(given, { cwd: terminal.launchDir, root });
  if (local === undefined) assertWords(given);
  const words = local?.helpWords ?? given;
  const nameWords = local?.nameWords ?? given;
  const origin = local?.origin ?? given.join(" ");
  const target = await openImportTarget(
    request,
    {
      group: joinWords(wordsIn(nameWords[0] ?? ""), { most: 24, empty: "program" }),
      name: local === undefined ? program : origin,
      kind: "cli",
      // A folder may have the commands of several programs.
      owns: ({ tools }) => Object.hasOwn(tools, origin),
      isShared: true,
    },
    terminal,
  );
  const before = choiceBefore(target.record?.options, origin);
  const withManual = request.man === true || before?.man === true;
  const asked = local === undefined ? { words } : { words: local.words, helpWords: words, folder: root };
  const read = await readProgramHelp({ ...asked, environment: terminal.environment, signal: new AbortController().signal });
  const merged = mergeCompletion(mergeManual(read.help, read.manual), read.completed);
  const help: MergedHelp = withManual ? { ...merged, options: [...merged.options, ...merged.onlyInManual], onlyInManual: [] } : merged;
  // The table has no scripts of projects.
  const roles = programRoles(local === undefined ? program : (words[0] ?? ""));
  assertCommand(help, words, roles);
  const keep = [...new Set([...(Array.isArray(before?.keep) ? before.keep.map(String) : []), ...(request.keep ?? [])])];
  const usable = usableOptions({ help, words, roles, keep });
  const chosen = await chooseOptions({ request, before, usable, all: help.options }, terminal);
  const others = Object.entries(target.record?.tools ?? {}).flatMap(([key, { name }]) => (key === origin ? [] : [name.toLowerCase()]));
  const used = new Set([...target.taken, ...others]);
  const name =
    target.record?.tools[origin]?.name ??
    numberedName(joinWords(wordsIn(nameWords.join(" ")), { most: mostName, empty: "command" }), (one) => !used.has(one), mostName);
  const header = [
    target.schemaLine,
    `Imported from ${read.sources.map((one) => `'${one}'`).join(" and ")}. The next import keeps your edits.`,
  ];
  const { tools, leftOut } = await withSpecCheck(1, target, terminal, (check) =>
    importCommand(
      { name, words, origin, ...startOf(local, target.folder), group: target.group, help, roles, chosen, keep },
      { check, header },
    ),
  );
  const choice = {
    ...(chosen === undefined ? {} : { options: chosen }),
    ...(withManual ? { man: true } : {}),
    ...(keep.length === 0 ? {} : { keep }),
  };
  const commandsIn = (record: ImportRecord | undefined) => (isJsonObject(record?.options.commands) ? record.options.commands : {});
  const code = await finishImport(
    {
      target,
      tools,
      leftOut,
      deprecated: [],
      // Only this command was read. The others are as they were.
      hasEntry: () => true,
      restored: new Set([origin]),
      options: (record) => ({ import: "cli", commands: { ...commandsIn(record), [origin]: choice } }),
      words: { entry: "command", source: "program", restore: "" },
    },
    request,
    terminal,
  );
  return tools.length === 0 ? exitCode.failed : code;
}

function startOf(local: LocalCommand | undefined, folder: string) {
  if (local === undefined) return {};
  const cwd = local.cwd(folder);
  return { start: local.start(folder), ...(cwd !== undefined && { cwd }) };
}

function assertWords(words: readonly string[]): void {
  const [program = ""] = words;
  if (!/^[A-Za-z0-9_][\w.+@-]*$/.test(program))
    throw new UsageError(
      `'${program}' is not the name of a program on PATH.`,
      "A program in another folder needs a spec of its own: docs/spec.md.",
    );
  const odd = words.find((word) => word === "" || word.length > 200 || /[\u0000-\u001f\u007f]/.test(word));
  if (odd !== undefined || words.length > 12) throw new UsageError("A command has up to 12 words of up to 200 visible characters.");
}

/** A program with commands of its own is imported command by command. */
function assertCommand({ usages: [usage], commands, options }: MergedHelp, words: readonly string[], roles: ArgumentRoles): void {
  const operands = usage?.operands.flatMap((one) => (one.kind === "operand" ? [one] : [])) ?? [];
  const at = words.slice(1).map((text) => ({ text, open: false }));
  const isRun = roles.roleOf([...at, { text: "", open: true }], at.length) !== undefined;
  const isVerb = operands.some(({ name }) => /^verbs?$|^applet$/i.test(name));
  // argparse: `{add,remove} ...`
  const choices = /\} \.\.\.$/.test(usage?.text ?? "") ? (operands.at(-1)?.choices ?? []) : [];
  // Those without descriptions may be plain values.
  const chosen = choices.some((one) => commands.includes(one)) ? choices : [];
  const isGroup =
    isVerb || chosen.length > 0 || (operands.some(({ name }) => /^(?:sub-?)?commands?$|^cmd$/i.test(name)) && commands.length > 0);
  const isBare = operands.length === 0 && commands.length > 2 && options.length < 5;
  if (isRun || !(isGroup || isBare)) return;
  const line = words.join(" ");
  const offered = chosen.length > 0 ? chosen : commands;
  throw new UsageError(
    `'${line}' has commands of its own: import them one by one.`,
    offered.length === 0
      ? `Type 'toolgen import cli ${line} COMMAND'.`
      : `Type 'toolgen import cli ${line} ${offered[0]}'. Commands: ${offered.slice(0, 60).join(", ")}.`,
  );
}

interface Choosing {
  readonly request: ImportCliRequest;
  readonly before: JsonObject | undefined;
  readonly usable: readonly HelpOption[];
  readonly all: readonly HelpOption[];
}

/** The names of the chosen options; `undefined` for all of them. */
async function chooseOptions({ request, before, usable, all }: Choosing, terminal: Terminal): Promise<readonly string[] | undefined> {
  if (request.all) return undefined;
  if (request.option !== undefined) return request.option.map((name) => knownName(name, all));
  if (before !== undefined) return Array.isArray(before.options) ? (before.options as readonly JsonValue[]).map(String) : undefined;
  if (usable.length <= mostUnchosen) return undefined;
  const names = usable.map(({ names: [first = "", ...more] }) => more.find((one) => one.startsWith("--")) ?? first);
  if (terminal.isInteractive) {
    const { askMany } = await import("../import/ask-many.js");
    const choices = usable.map(({ description }, index) => ({ value: names[index] ?? "", hint: description.slice(0, 60) }));
    return askMany("Which options should the tool have?", choices);
  }
  throw new UsageError(
    `The command has ${plural(usable.length, "option")}, more than a model can choose among. Choose some with --option, or --all.`,
    `Options: ${names.slice(0, 150).join(", ")}.`,
  );
}

/** `lines`, `-n` and `--lines` name the option `-n, --lines`. */
function knownName(given: string, all: readonly HelpOption[]): string {
  const names = all.flatMap((option) => option.names);
  const found = [given, `--${given}`, `-${given}`].find((name) => names.includes(name));
  if (found !== undefined) return found;
  const suggestion = closest(given.startsWith("-") ? given : `--${given}`, names.slice(0, 5000));
  throw new UsageError(`The help has no option '${given}'.${suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`}`);
}

function choiceBefore(options: JsonObject | undefined, origin: string): JsonObject | undefined {
  const commands = options?.commands;
  const choice = isJsonObject(commands) && Object.hasOwn(commands, origin) ? commands[origin] : undefined;
  return isJsonObject(choice) ? choice : undefined;
}
