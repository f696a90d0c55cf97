import type { Range } from "../../contract/spec-node.js";
import { hasTrait, type Trait } from "../program-traits.js";
import { movesFiles } from "../table/evaluates-input.js";
import { unwrapped } from "./lists.js";
import { contains, indexByRange, literalOf, type Script, type SimpleCommand } from "./script.js";
import type { Hole } from "./script-template.js";
import { startedPrograms } from "./started-programs.js";

/**
 * Routes by which a value may come back that no analysis of a script follows exactly: the kernel's files about
 * processes, lists of processes and of files, other names of standard input, and what a program was given before.
 * Values that may come by these must not be code. What they are else, such as options, isn't asked.
 */
export interface SuspectedRoutes {
  /** Returns true if any value of the script may come out of a part of it. */
  readonly showsAll: (range: Range) => boolean;
  /** Returns true if a part of the script lists names of files. */
  readonly listsNames: (range: Range) => boolean;
  /**
   * Returns true if a command makes files outside of what is known about names lead anywhere: `cd /dev`, `ln -s
   * /dev/stdin f`.
   */
  readonly leadsAnywhere: (command: SimpleCommand) => boolean;
}

/**
 * Files about processes: their arguments, their variables and their descriptors. What the others hold, no call decides.
 */
const process =
  /\/proc(?![\w.-])(?!\/+(?:cpuinfo|meminfo|loadavg|mounts|version|uptime|stat|sys|net|filesystems|partitions|diskstats|swaps|modules|vmstat|interrupts|cmdline)(?![\w.-]))(?!\/+[\w${}-]+\/+(?:status|stat|statm|cgroup|mountinfo|mounts|limits|comm|io|oom_\w+|s?maps|net|exe)(?![\w.-]))/g;
/** Names that lead to an open descriptor, or may: the devices that don't are listed. */
const device =
  /(?:\/dev(?![\w.-])(?!\/+(?:null|stderr|stdout|tty\w*|zero|u?random|full|shm|tcp|udp|pts|ptmx|kvm|[shvx]d\w*|nvme\w*|loop\w*|mapper|disk|input|snd|dri|fuse|log|kmsg|net|console)(?![\w-]))|(?:(?<=[\w.-]\/+)|(?<![\w./-]))dev\/+(?:stdin|fd)(?![\w.-]))/g;
/** The name by which most programs get it is followed exactly. */
const exactly = /^(?:\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)(?![^\s;|&()<>"'`])/;

export function suspectedRoutes(text: string, read: Script): SuspectedRoutes {
  const words = read.commands.flatMap((command) => command.args.map((word) => ({ word, name: literalOf(unwrapped(command).name) ?? "" })));
  const redirected = read.files.map(({ word }) => word.range);
  const isExact = (at: number) => {
    if (!exactly.test(text.slice(at)) || /[\w.}/-]/.test(text[at - 1] ?? "")) return false;
    const range = { start: at, end: at + 1 };
    const around = words.find(({ word }) => contains(word.range, range));
    return around === undefined ? redirected.some((one) => contains(one, range)) : !hasTrait(around.name, "prints-names");
  };
  const found = [...[...text.matchAll(process), ...text.matchAll(device)].filter(({ index }) => !isExact(index))].map(({ index }) => ({
    start: index,
    end: index + 1,
  }));
  const lists = read.commands.filter((command) => isProcessList(command)).map(({ range }) => range);
  const mentions = indexByRange([...found, ...lists], (range) => range);
  const globs = read.commands.flatMap(({ args }) => args.flatMap(({ parts }) => parts));
  const patterns = [...globs, ...read.assignments.flatMap(({ word }) => word.parts)].filter(
    ({ text: part, expands }) => !expands && /[*?[]/.test(part),
  );
  const listings = read.commands.filter((command) => isCommand(command, "lists-files"));
  const named = indexByRange([...patterns.map(({ range }) => range), ...listings.map(({ range }) => range)], (range) => range);
  return {
    showsAll: (range) => mentions(range).length > 0,
    listsNames: (range) => named(range).length > 0,
    leadsAnywhere: (command) =>
      (isCommand(command, "moves") && mentions(command.range).length > 0) ||
      startedPrograms(command).otherTexts.some((word) => movesFiles(literalOf(word) ?? "")),
  };
}

/** `ps -o pid=` and `pgrep NAME` print numbers. */
function isProcessList(command: SimpleCommand): boolean {
  const { name, args } = unwrapped(command);
  const program = literalOf(name) ?? "";
  const texts = args.map(({ parts }) => parts.map(({ text }) => text).join(""));
  if (program === "pgrep") return texts.some((text) => /^-\w*[al]|^--list/.test(text));
  const asksForNumbers = texts.some((text) => /^(?:-o|--format)/.test(text)) && !texts.some((text) => /arg|cmd|command|env/.test(text));
  return hasTrait(program, "lists-processes") && !asksForNumbers && !texts.includes("-t");
}

const interpreters = /^(?:.*sh|eval|source|\.|python[\d.]*|node|perl|ruby|php|lua)$/;

/**
 * The program that may print later what a command gives it, and that may print in this one what it was given before:
 * `git`.
 */
export function keepingProgram(command: SimpleCommand, read: Script): string | undefined {
  const name = literalOf(unwrapped(command).name);
  if (name === undefined || hasTrait(name, "forgets") || interpreters.test(name) || read.functions.some((one) => one.name === name))
    return undefined;
  return name;
}

/** A value that may come by such a route. */
export const suspected = (holes: readonly Hole[]): readonly Hole[] => holes.map(suspect);

/** A cache: a value has one suspected form, so that two routes to it are equal. */
const cache = new WeakMap<Hole, Hole>();
function suspect(hole: Hole): Hole {
  if (hole.isSuspected === true) return hole;
  const before = cache.get(hole) ?? { ...hole, isSuspected: true as const };
  cache.set(hole, before);
  return before;
}

const isCommand = (command: SimpleCommand, trait: Trait) => hasTrait(literalOf(unwrapped(command).name), trait);

/** Returns true if a program makes files of what it reads, by names that stand in it. */
export const mayExtract = (command: SimpleCommand): boolean => isCommand(command, "extracts");

/** Returns true if a program makes a file whose name is one of its arguments. */
export const makesNames = (command: SimpleCommand): boolean => isCommand(command, "makes-names");

/** The variables by which the folder is found that commands such as `cd` change. */
export const folderVariables: readonly string[] = ["PWD", "OLDPWD", "DIRSTACK"];
export const changesIt = (command: SimpleCommand): boolean => isCommand(command, "changes-folder");
