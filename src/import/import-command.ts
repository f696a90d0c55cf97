import type { JsonObject, JsonValue } from "../contract/json-value.js";
import { convertOperands, convertOption, findConflicts, isOn } from "./help/convert-option.js";
import type { CommandParameter } from "./help/option-type.js";
import { sortOptions } from "./help/sort-options.js";
import {
  buildable,
  type CheckSpecs,
  failed,
  found,
  type ImportedTool,
  type ImportOutcome,
  type LeftOut,
  type PrintedTool,
  printImportedSpec,
} from "./imported-tool.js";
import type { ArgumentRoles, HelpOption, MergedHelp, OptionParser } from "./program-help.js";
import { sortSchema } from "./schema/convert-schema.js";
import { asSentence, constantText, shortenText } from "./text/visible-text.js";

interface Printing {
  readonly check: CheckSpecs;
  /** The comments at the top of the spec. */
  readonly header: readonly string[];
}

/** Converts a command to a tool that builds, or says why there is none. */
export async function importCommand(
  request: CommandImport,
  { check, header }: Printing,
): Promise<{ readonly tools: readonly PrintedTool[]; readonly leftOut: readonly LeftOut[] }> {
  const origin = originOf(request);
  const first = await built(request, check);
  const isRefused = ({ tool, problem }: BuiltCommand) => tool !== undefined && problem !== undefined;
  const { tool, problem } = isRefused(first) ? await built(await withoutRefused(request, check), check) : first;
  if (tool === undefined || problem !== undefined) return { tools: [], leftOut: [{ origin, reason: first.problem ?? "" }] };
  return { tools: [{ ...tool, text: printImportedSpec(tool, header) }], leftOut: [] };
}

interface BuiltCommand {
  readonly tool: ImportedTool | undefined;
  readonly problem: string | undefined;
}

async function built(request: CommandImport, check: CheckSpecs): Promise<BuiltCommand> {
  const converted = convertCommand(request);
  if (!converted.ok) return { tool: undefined, problem: converted.problem };
  const [only] = await buildable([{ tool: converted.value }], check);
  return { tool: only?.tool, problem: only?.problem };
}

/** Tries each option alone, and refuses those with which the spec doesn't build. */
async function withoutRefused(request: CommandImport, check: CheckSpecs): Promise<CommandImport> {
  const options = usableOptions(request);
  const alone = options.flatMap(({ names: [name = ""] }) => {
    const converted = convertCommand({ ...request, chosen: [name] });
    return converted.ok ? [{ name, tool: converted.value }] : [];
  });
  const checked = await buildable(alone, check);
  const refused = checked.flatMap(({ name, problem }) => (problem === undefined ? [] : [[name, problem.replace(/\.$/, "")] as const]));
  return { ...request, refused: new Map(refused) };
}

const originOf = ({ origin, words }: CommandImport) => origin ?? words.join(" ");
/** A word that begins a command: its text, or a path from the folder of the spec. */
export interface StartWord {
  readonly text: string;
  readonly isBesideSpec: boolean;
}

const startTemplate = ({ text, isBesideSpec }: StartWord) => `${isBesideSpec ? "{{@specDir}}/" : ""}${constantText(text)}`;

/** A command whose help was read. */
interface CommandImport {
  readonly name: string;
  /** Identifies the command, if that isn't done by its words. */
  readonly origin?: string;
  /** The beginning of the spec's command, if it isn't the words. */
  readonly start?: readonly StartWord[];
  /** The folder that the command runs in, as a template. */
  readonly cwd?: string;
  /** The words that start it: `git`, `log`. */
  readonly words: readonly string[];
  readonly group: string;
  readonly help: MergedHelp;
  readonly roles: ArgumentRoles;
  /** Names of the options to import, such as `--lines`; all without it. */
  readonly chosen: readonly string[] | undefined;
  /** Options that the model sets although their values seem to be secrets. */
  readonly keep?: readonly string[];
  /** Why options can't be part of the spec, by their first names. */
  readonly refused?: ReadonlyMap<string, string>;
}

/** The longest description of a tool. Every model reads it before every answer. */
const most = 600;

const deleting = /^(?:rm|rmdir|delete|remove|destroy|purge|prune|drop|uninstall|unlink|shred|kill|wipe|clean)$/;

/** Returns the options of a command that a user can choose. */
export function usableOptions(request: Pick<CommandImport, "help" | "words" | "roles" | "keep">): readonly HelpOption[] {
  return sortOptions(ownOptions(request.help), request).usable;
}

/** Options of the whole program belong to every command of it, and say little about this one. */
const isGlobal = ({ section }: HelpOption) => /^(?:global|inherited) (?:flags|options|arguments)/.test(section);

const ownOptions = (help: MergedHelp): readonly HelpOption[] => help.options.filter((option) => !isGlobal(option));
/** Converts the help of a command to a tool; the problem is a clause about the command. */
function convertCommand(request: CommandImport): ImportOutcome<ImportedTool> {
  const { name, words, cwd, group, help, roles, chosen, keep = [], refused = new Map() } = request;
  const notes: string[] = [];
  if (help.foreignUsage !== undefined) return failed(`its usage is that of another command, '${help.foreignUsage}': import that one`);
  const all = chosen === undefined ? ownOptions(help) : help.options;
  const sorted = sortOptions(all, { words, roles, keep });
  const [usage] = help.usages;
  const isNeeded = (option: HelpOption) => option.value === undefined && option.names.some((one) => usage?.required.includes(one));
  const usable = sorted.usable.filter((option) => !refused.has(option.names[0] ?? "") && !isNeeded(option));
  const leftOut = [
    ...sorted.leftOut,
    ...sorted.usable.flatMap((option) => {
      const reason = refused.get(option.names[0] ?? "");
      return reason === undefined ? [] : [{ option, origin: option.names.join(", "), reason }];
    }),
  ];
  // A switch that every call needs is a word of the command.
  const switches = [
    ...(usage?.words ?? []),
    ...sorted.usable.filter(isNeeded).map(({ names }) => names.find((one) => one.startsWith("--")) ?? names[0] ?? ""),
  ];
  const isChosen = ({ names }: HelpOption) => chosen === undefined || names.some((one) => chosen.includes(one));
  const taken = new Set<string>();
  const letters = new Set(sorted.usable.flatMap(({ names }) => (names.length === 1 ? (/^-([a-z])$/.exec(names[0] ?? "")?.[1] ?? []) : [])));
  const context = { parser: help.parser, usage, taken, words, roles, letters };
  const operands = convertOperands(usage?.operands ?? [], { help, words: [...words, ...(usage?.words ?? [])], roles, taken });
  if (typeof operands === "string") return failed(operands);
  const options = usable.filter(isChosen);
  const parameters = options.map((option) => convertOption(option, context));
  notes.push(...operands.notes, ...lossNotes({ help, leftOut, options, usable, chosen }));
  const operandParameters = operands.parameters.filter((one): one is CommandParameter => one !== "--");
  const conflicts = findConflicts(usage, options, parameters);
  const everything = [...operandParameters, ...parameters];
  if (everything.length === 0 && help.usages.length === 0)
    return failed(leftOut.length === 0 ? nothingToDo(words, help) : `none of its options can be imported. ${notes.join(" ")}`);
  const paths = everything.flatMap(({ name: own, access }) => (access === undefined ? [] : [[own, access] as const]));
  const description = shortenText(help.description, most);
  const start = request.start?.map(startTemplate);
  const [program = ""] = words;
  const line = originOf(request);
  const layout = layOut(
    { words: [...words, ...switches], start: start && [...start, ...switches] },
    parameters,
    operands.parameters,
    help.parser,
  );
  const params = Object.fromEntries(layout.inExample.map(({ name: own, example }) => [own, example]));
  const isDeleting = words.slice(-1).some((word) => deleting.test(word));
  const spec: Record<string, JsonValue> = {
    name,
    description: [...(description === "" ? [] : [asSentence(description)]), `Runs ${line}.`].join(" "),
    kind: isDeleting ? "delete" : "other",
    toolsets: [group],
    ...(everything.length === 0 ? {} : { schema: schemaOf(everything) }),
    ...(conflicts.length === 0 ? {} : { mutuallyExclusive: conflicts.map((one) => one.parameters) }),
    ...(paths.length === 0 ? {} : { paths: Object.fromEntries(paths) }),
    ...(Object.keys(operands.code).length === 0 ? {} : { code: operands.code }),
    ...(cwd === undefined ? {} : { cwd }),
    command: layout.items,
    // In a folder of its own, paths are absolute, which depends on the workspace.
    examples: [
      {
        name: "the command",
        params,
        expect: cwd === undefined ? { argv: [start?.[0] ?? program, ...layout.exampleArguments] } : { params },
      },
    ],
  };
  const comments: Record<string, string> = {
    "/kind": isDeleting
      ? "guessed from the command's name"
      : "guessed: a help text doesn't say what a program changes. A program that only reads is 'read'",
    ...(description === "" ? { "/description": "guessed: the help doesn't describe the command" } : {}),
    ...(conflicts.some(({ isGuess }) => isGuess) ? { "/mutuallyExclusive": "guessed from sentences of the help" } : {}),
    ...(Object.keys(operands.code).length > 0 ? { "/code": "the program evaluates it, so the tool has at least the language's risk" } : {}),
    ...Object.fromEntries(
      everything.flatMap(({ name: own, guesses }) => {
        const [guess] = guesses.filter((one) => !one.startsWith("that it is a path"));
        return guess === undefined ? [] : [[`/schema/properties/${own}`, `guessed: ${guess}`] as const];
      }),
    ),
    ...(paths.length > 0 ? { "/paths": "guessed from the names and descriptions" } : {}),
  };
  // Options that are words of the command are in each call.
  const imported = options.length + sorted.usable.filter(isNeeded).length;
  return found({ name, origin: line, spec, comments, notes, options: { imported, all: help.options.length } });
}

function schemaOf(parameters: readonly CommandParameter[]): JsonObject {
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, sortSchema(schema)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

interface Layout {
  readonly items: readonly JsonValue[];
  /** The parameters that the example has. */
  readonly inExample: readonly CommandParameter[];
  readonly exampleArguments: readonly string[];
}

/** Puts the parts of the command in their order: options, `--`, operands. find has its operands first. */
function layOut(
  { words, start = words.map(constantText) }: { readonly words: readonly string[]; readonly start: readonly string[] | undefined },
  options: readonly CommandParameter[],
  operands: readonly (CommandParameter | "--")[],
  parser: OptionParser,
): Layout {
  const [program = ""] = words;
  // Behind these programs' `--` are paths alone, so that only their usage says where it stands.
  const endsOptions = parser !== "unknown" && program !== "git" && operands.length > 0 && !operands.includes("--");
  const before = endsOptions ? (["--", ...operands] as const) : operands;
  const isWords =
    parser === "unknown" && options.filter((one) => one.options.every((name) => /^-[a-z]{3,}/.test(name))).length > options.length / 2;
  const parts: readonly (CommandParameter | "--")[] = isWords ? [...before, ...options] : [...options, ...before];
  const firstOperand = before.find((one): one is CommandParameter => one !== "--");
  const isShown = (one: CommandParameter) => one.isRequired || one === firstOperand;
  const items: JsonValue[] = [...start];
  const exampleArguments = start.slice(1).map((word) => word.replaceAll("\\{{", "{{"));
  const inExample: CommandParameter[] = [];
  for (const [index, part] of parts.entries()) {
    if (part === "--") {
      const next = parts[index + 1];
      // An optional operand takes its `--` with it.
      if (next === undefined || next === "--" || next.isRequired || endsOptions) {
        items.push("--");
        exampleArguments.push("--");
      }
      continue;
    }
    const isAfterDashes = parts[index - 1] === "--" && !part.isRequired && !endsOptions;
    const own = isAfterDashes ? [["--", ...part.items]] : part.items;
    items.push(...own);
    if (!isShown(part)) continue;
    inExample.push(part);
    exampleArguments.push(...(isAfterDashes ? ["--"] : []), ...part.exampleArguments);
  }
  return { items, inExample, exampleArguments };
}

/** A tool without parameters does something only if a usage says so. */
function nothingToDo(words: readonly string[], { commands }: MergedHelp): string {
  const offered = commands.length === 0 ? "" : `; import one of its commands: ${commands.slice(0, 60).join(", ")}`;
  return `the help of '${words.join(" ")}' has neither operands nor options, so that a call would do nothing${offered}`;
}

interface Losses {
  readonly help: MergedHelp;
  readonly leftOut: ReturnType<typeof sortOptions>["leftOut"];
  readonly options: readonly HelpOption[];
  readonly usable: readonly HelpOption[];
  readonly chosen: readonly string[] | undefined;
}

const firstOf = (all: readonly string[]) => `${all.slice(0, 40).join(", ")}${all.length > 40 ? ` and ${all.length - 40} more` : ""}`;

/** A sentence for everything in the help that the spec doesn't have. */
function lossNotes({ help, leftOut, options, usable, chosen }: Losses): readonly string[] {
  const about = leftOut.filter(({ option: { names } }) => chosen === undefined || names.some((one) => chosen.includes(one)));
  const reasons = [...new Set(about.map(({ reason }) => reason))];
  const namesOf = (list: readonly HelpOption[]) =>
    list.map(({ names }) => names.find((name) => name.startsWith("--")) ?? names[0]).join(", ");
  const unchosen = usable.filter((one) => !options.includes(one));
  const negations = options.filter(({ negation }) => negation !== undefined);
  const [on, off] = [negations.filter(isOn), negations.filter((one) => !isOn(one))];
  const optional = options.filter(({ value }) => value?.isOptional);
  const globals = chosen === undefined ? help.options.filter(isGlobal) : [];
  return [
    ...reasons.map(
      (reason) => `Left out: ${namesOf(about.filter((one) => one.reason === reason).map(({ option }) => option))}: ${reason}.`,
    ),
    ...(unchosen.length === 0 ? [] : [`Not chosen: ${namesOf(unchosen)}.`]),
    ...(globals.length === 0 ? [] : [`Left out: ${namesOf(globals)}: options of the whole program. --option imports them.`]),
    ...(off.length === 0 ? [] : [`Left out: the forms with --no- of ${namesOf(off)}, which only undo them.`]),
    ...(on.length === 0 ? [] : [`Left out: ${namesOf(on)}: on by default. The forms that switch them off are imported.`]),
    ...(optional.length === 0 ? [] : [`Left out: the forms without a value of ${namesOf(optional)}.`]),
    ...help.usages.slice(1).map(({ text }) => `Left out: the form '${text.length > 100 ? `${text.slice(0, 99)}…` : text}' of its usage.`),
    ...help.unread.map((line) => `Not understood: '${line}'.`),
    ...(help.onlyInManual.length === 0 ? [] : [manualSentence(help.onlyInManual.length)]),
    ...(help.onlyInCompletion?.length ? [`Left out: ${firstOf(help.onlyInCompletion)}: only its completion script has them.`] : []),
  ];
}

const manualSentence = (count: number) =>
  `The manual page has ${count === 1 ? "1 more option: --man imports it" : `${count} more options: --man imports them`}, too.`;
