import { movesFiles } from "../programs/evaluates-input.js";
import { plainPrograms } from "../programs/plain.js";
import { textTools } from "../programs/text.js";
import { wrappers } from "../programs/wrappers.js";
import type { Range } from "../template/nodes.js";
import { indexByRange } from "./index-by-range.js";
import { unwrapped } from "./lists.js";
import { contains, literalOf, type Script, type SimpleCommand } from "./script.js";
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

const movesTo = new Set(["cd", "pushd", "popd", "ln", "mount", "chroot", "link", "symlink"]);
const prints = new Set(["echo", "printf", "set", "find", "export", ...movesTo]);
const listsProcesses = new Set(["ps", "pgrep", "pstree", "top", "htop", "procs", "lsof", "w"]);
const listsFiles = new Set(
  `ls dir vdir find fd fdfind tree stat du rg file wc realpath readlink compgen md5sum sha1sum sha256sum cksum tar unzip zipinfo git
  dirs pwd lsof`.split(/\s+/),
);

export function suspectedRoutes(text: string, read: Script): SuspectedRoutes {
  const words = read.commands.flatMap((command) => command.args.map((word) => ({ word, name: literalOf(unwrapped(command).name) ?? "" })));
  const redirected = read.files.map(({ word }) => word.range);
  const isExact = (at: number) => {
    if (!exactly.test(text.slice(at)) || /[\w.}/-]/.test(text[at - 1] ?? "")) return false;
    const range = { start: at, end: at + 1 };
    const around = words.find(({ word }) => contains(word.range, range));
    return around === undefined ? redirected.some((one) => contains(one, range)) : !prints.has(around.name);
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
  const listings = read.commands.filter((command) => listsFiles.has(literalOf(unwrapped(command).name) ?? ""));
  const named = indexByRange([...patterns.map(({ range }) => range), ...listings.map(({ range }) => range)], (range) => range);
  return {
    showsAll: (range) => mentions(range).length > 0,
    listsNames: (range) => named(range).length > 0,
    leadsAnywhere: (command) =>
      (movesTo.has(literalOf(unwrapped(command).name) ?? "") && mentions(command.range).length > 0) ||
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
  return listsProcesses.has(program) && !asksForNumbers && !texts.includes("-t");
}

/** Programs that keep nothing of what they are given. */
const forgetful = new Set([...plainPrograms, ...textTools, ...wrappers].flatMap(({ names }) => names));
const interpreters = /^(?:.*sh|eval|source|\.|python[\d.]*|node|perl|ruby|php|lua)$/;

/**
 * The program that may print later what a command gives it, and that may print in this one what it was given before:
 * `git`.
 */
export function keepingProgram(command: SimpleCommand, read: Script): string | undefined {
  const name = literalOf(unwrapped(command).name);
  if (name === undefined || forgetful.has(name) || interpreters.test(name) || read.functions.some((one) => one.name === name))
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

/** Programs that make files of what they read, by names that stand in it. */
const extracts = new Set(
  `tar bsdtar cpio pax unzip 7z 7za patch ar uudecode unshar gunzip gzip bunzip2 bzip2 unxz xz unzstd zstd uncompress git gpg openssl`.split(
    /\s+/,
  ),
);
export const mayExtract = (command: SimpleCommand): boolean => extracts.has(literalOf(unwrapped(command).name) ?? "");

/** Programs that make a file whose name is one of their arguments. */
const makes = new Set(`touch mkdir mkfifo mknod ln cp mv install tee mktemp rsync git tar split ditto`.split(/\s+/));
export const makesNames = (command: SimpleCommand): boolean => makes.has(literalOf(unwrapped(command).name) ?? "");

/** Commands that change the folder, and the variables by which it is found. */
const changesFolder = new Set(["cd", "pushd", "popd"]);
export const folderVariables: readonly string[] = ["PWD", "OLDPWD", "DIRSTACK"];
export const changesIt = (command: SimpleCommand): boolean => changesFolder.has(literalOf(unwrapped(command).name) ?? "");
