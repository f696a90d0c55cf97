import { constants } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, posix, relative, resolve } from "node:path";
import type { StartWord } from "../../import/import-command.js";
import { UsageError } from "../command.js";

/** A command that runs a file of the project: a script, or a program that is given one. */
export interface LocalCommand {
  /** The words that run it in the project's folder. */
  readonly words: readonly string[];
  /** The words that its help calls it by: `report.py`. */
  readonly helpWords: readonly string[];
  /** The words of the tool's name. */
  readonly nameWords: readonly string[];
  /** The words as they are recorded, with paths from the project's root. */
  readonly origin: string;
  /** The beginning of the spec's command, for a spec in this folder. */
  start(folder: string): readonly StartWord[];
  /** The folder that it runs in; `undefined` if any will do. */
  cwd(folder: string): string | undefined;
}

interface Places {
  /** The folder that the user types the command in. */
  readonly cwd: string;
  readonly root: string;
}

/** A word with the path from the project's root, if it names something in the project. */
interface LocalWord {
  readonly word: string;
  readonly path: string | undefined;
  readonly isFolder: boolean;
}

/** Returns the command if one of its words is a path in the project; `undefined` for a program on PATH. */
export async function findLocalCommand(words: readonly string[], places: Places): Promise<LocalCommand | undefined> {
  const [program = ""] = words;
  const found = await Promise.all(words.map((word) => findInProject(word, places, program === "go")));
  const isPath = /[/\\]/.test(program);
  const at = found.findIndex(({ path }, index) => path !== undefined && (index > 0 || isPath));
  const script = found[at];
  if (isPath && found[0]?.path === undefined)
    throw new UsageError(
      `'${program}' is not a file of the project ${places.root}.`,
      "A program elsewhere is imported by its name on PATH, or needs a spec of its own: docs/spec.md.",
    );
  if (script?.path === undefined) return undefined;
  if (!script.isFolder) await assertReadsHelp(resolve(places.root, script.path), script.path);
  const interpreter = at === 0 ? await interpreterOf(resolve(places.root, script.path), script.path) : [];
  const after = words.slice(at + 1);
  // `go run .` is named after the project's folder.
  const named = script.path === "." ? resolve(places.root) : script.path;
  const isInModule = script.isFolder || program === "go";
  return {
    words: [...interpreter, ...found.map(({ word, path }) => (path === undefined ? word : resolve(places.root, path)))],
    helpWords: [basename(named), ...after],
    nameWords: [stemOf(named), ...after],
    origin: found.map(({ word, path }) => path ?? word).join(" "),
    start: (folder) => [
      ...interpreter.map((text) => ({ text, isBesideSpec: false })),
      ...found.map(({ word, path, isFolder }) =>
        path === undefined
          ? { text: word, isBesideSpec: false }
          : isFolder
            ? { text: path === "." ? path : `./${path}`, isBesideSpec: false }
            : { text: posix.relative(folder, path), isBesideSpec: true },
      ),
    ],
    // `go run ./cmd/report` and `go run main.go` are understood in their module alone.
    cwd: (folder) => (isInModule ? `{{@specDir}}/${posix.relative(folder, "") || "."}` : undefined),
  };
}

async function findInProject(word: string, { cwd, root }: Places, mayBeRoot: boolean): Promise<LocalWord> {
  const other = { word, path: undefined, isFolder: false };
  if (word.startsWith("-") || !/[/\\.]/.test(word)) return other;
  const path = relative(root, resolve(cwd, word)).replaceAll("\\", "/") || (mayBeRoot ? "." : "..");
  if (path.startsWith("..") || isAbsolute(path)) return other;
  const is = await stat(resolve(root, path)).catch(() => undefined);
  return is === undefined ? other : { word, path, isFolder: is.isDirectory() };
}

const interpreters: Readonly<Record<string, string>> = {
  ".py": "python3",
  ".sh": "sh",
  ".bash": "bash",
  ".js": "node",
  ".mjs": "node",
  ".cjs": "node",
  ".rb": "ruby",
  ".pl": "perl",
  ".php": "php",
};

/** The program that a script needs: none if it is executable, otherwise that of its first line or of its name. */
async function interpreterOf(file: string, path: string): Promise<readonly string[]> {
  const isExecutable = await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (isExecutable && process.platform !== "win32") return [];
  const [first = ""] = (await readFile(file, "latin1")).split("\n", 1);
  const named = interpreters[extname(file).toLowerCase()];
  const words = shebangWords(first) ?? (named === undefined ? undefined : [named]);
  if (words !== undefined) return words;
  throw new UsageError(`'${path}' is not executable.`, `Type 'chmod +x ${path}', or name its interpreter before it.`);
}

/** The words of a script's first line: its program, found on PATH, and the options that it passes on. */
function shebangWords(line: string): readonly string[] | undefined {
  const [, program, rest = ""] = /^#!\s*(\S+)[^\S\n]*(.*?)\s*$/.exec(line) ?? [];
  if (program === undefined) return undefined;
  // The system passes all of the rest as one argument, which env splits after -S.
  const one = rest === "" ? [] : [rest];
  if (basename(program) !== "env") return [basename(program), ...one];
  const split = /^(?:-S\s*|--split-string[=\s]\s*)(.*)$/.exec(rest)?.[1];
  if (split === undefined) return rest === "" ? undefined : one;
  if (/["'\\$]/.test(split)) return ["env", "-S", split];
  const words = split.split(/\s+/);
  return /^-|=/.test(words[0] ?? "") ? ["env", ...words] : words;
}

/** Text that only a script has that knows `--help`: by itself, or by a library that it loads or calls. */
const readsArguments = new RegExp(
  [
    String.raw`(?<![\w-])--help(?![\w-])`,
    String.raw`\b(?:args?|argv|opts|options|values)\.help\b`,
    String.raw`\b(?:import|from|require|use)\b[^\n]{0,100}\b(?:argparse|optparse|getopt|click|typer|fire|docopt|cyclopts|commander|yargs|cac|oclif|meow|citty|flag|cobra|clap|thor)\b`,
    String.raw`\b(?:ArgumentParser|OptionParser|parseArgs|docopt|getopts?|typer\.run|fire\.Fire|flag\.Parse)\b`,
    String.raw`\b(?:Getopt|clap)::|\b(?:cobra\.Command|cli\.App|cli\.Command|kingpin\.|pflag\.)|<\s*Thor\b`,
  ].join("|"),
);

const commentLine = /^[^\S\n]*(?:#|\/\/|\/?\*+(?:\s|\/|$)).*$/gm;

/** A script that doesn't know `--help` would do its work. Compiled programs can't be asked. */
async function assertReadsHelp(file: string, path: string): Promise<void> {
  const text = await readFile(file, "latin1");
  if (text.includes("\0") || text.length > 1_000_000 || readsArguments.test(text.replaceAll(commentLine, ""))) return;
  throw new UsageError(
    `'${path}' doesn't read --help, so it was not run: it would do its work.`,
    "Write a spec by hand (docs/spec.md): its command begins with '{{@specDir}}/' and the path from the spec to the script.",
  );
}

/** Names that say what a file is in its folder: the folder names the program. */
const generic = /^(?:main|index|cli|app|run|__main__|mod)$/i;

function stemOf(path: string): string {
  const stem = basename(path).replace(/(?<=.)\.\w+$/, "");
  const folder = basename(dirname(path));
  return generic.test(stem) && folder !== "." && folder !== "" ? folder : stem;
}
