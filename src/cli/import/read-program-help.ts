import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveProgram } from "../../call/build-command.js";
import type { ProgramHelp } from "../../import/program-help.js";
import { type CompletedOption, isCompletionOf, isHelp, readCompletion, readHelp } from "../../import/read-help.js";
import { UsageError } from "../command.js";
import { runExternal } from "../io/run-external.js";
import { type CompletionScript, completionArguments, installedCompletions, isCompletion } from "./read-completions.js";

/** A command's help and its manual page, with what was run to get them. */
export interface ReadProgramHelp {
  readonly help: ProgramHelp;
  readonly manual: ProgramHelp | undefined;
  /** The options of its completion scripts. */
  readonly completed: readonly CompletedOption[];
  /** The command line that printed the help, and the manual page: `git log -h`, `git-log(1)`. */
  readonly sources: readonly string[];
}

interface HelpRequest {
  readonly words: readonly string[];
  /** The words that its help calls the command by, if they are others. */
  readonly helpWords?: readonly string[];
  /** The folder that a command of the project runs in, with the user's own home. */
  readonly folder?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** How long the program may take. */
  readonly timeoutMs?: number;
}

export const helpTimeoutMs = 10_000;
/** A program of the project may be compiled first. */
const localTimeoutMs = 60_000;
const maxBytes = 2 * 1024 * 1024;

/** Arguments that ask these programs for help. `--help` opens the manual page of git. */
const habits: Readonly<Record<string, string>> = { git: "-h", openssl: "-help", java: "-help" };

/** For these programs `-h` is an order. */
const dangerousShort = /^(?:shutdown|halt|reboot|poweroff|init|telinit|systemctl|mkfs(?:\..*)?)$/;

/**
 * Asks a program for its help, and `man` for its page. The program runs without a shell, input and pager, in an empty
 * folder that is also its home, and for ten seconds at most.
 */
export async function readProgramHelp(request: HelpRequest): Promise<ReadProgramHelp> {
  const { words, environment, signal, folder: local } = request;
  const { timeoutMs = local === undefined ? helpTimeoutMs : localTimeoutMs, helpWords = words } = request;
  const [program = ""] = words;
  const path = environment.PATH;
  const empty = mkdtempSync(join(tmpdir(), "toolgen-help-"));
  const folder = local ?? empty;
  const env = helpEnvironment(environment, local === undefined ? empty : (environment.HOME ?? empty));
  const run = async (name: string, args: readonly string[]) => {
    const result = await runExternal({ program: name, args, cwd: folder, env, signal, timeoutMs, maxBytes, graceMs: 500 });
    if (result.kind === "notStarted") return { text: "", isDone: false };
    return { text: `${result.stdout}\n${result.stderr}`, isDone: result.kind === "exited" && result.code === 0 };
  };
  try {
    if (program === "git" && local === undefined) makeRepository(folder);
    const file = resolveProgram({ program, cwd: folder, path });
    if (file === undefined) throw new UsageError(`There is no program '${program}' on PATH.`);
    const manual = local === undefined ? await readManual(words, run) : undefined;
    const asking = { words, helpWords, run };
    const first = await ask(asking, [...words.slice(1), habits[program] ?? "--help"]);
    const found = isHelp(first.help) ? first : ((await askAgain(asking, first.text)) ?? first);
    if (!isHelp(found.help) && manual === undefined)
      throw new UsageError(
        `'${found.line}' printed no help that toolgen can read.`,
        local !== undefined
          ? "Write a spec by hand: docs/spec.md."
          : `Commands of a program are named after it: toolgen import cli ${program} COMMAND.`,
      );
    const scripts = local === undefined ? installedCompletions({ program, file, environment }) : [];
    const reading = (one: CompletionScript) => ({ ...one, options: readCompletion(one.text, one.shell, words) });
    const installed = scripts.map(reading).filter(({ options }) => isCompletionOf(options, found.help));
    const printed = local === undefined && installed.length === 0 ? await printedCompletion(asking, found.help) : [];
    const told = [...installed, ...printed.map(reading).filter(({ options }) => options.length > 0)];
    return {
      help: found.help,
      manual: manual?.help,
      completed: told.flatMap(({ options }) => options),
      sources: [
        ...(isHelp(found.help) ? [found.line] : []),
        ...(manual === undefined ? [] : [manual.line]),
        ...told.map(({ source }) => source),
      ],
    };
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
}

/** Outside of a repository, git explains other forms of its commands. */
function makeRepository(folder: string): void {
  for (const name of ["objects", "refs"]) mkdirSync(join(folder, ".git", name), { recursive: true });
  writeFileSync(join(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
}

type Run = (program: string, args: readonly string[]) => Promise<{ readonly text: string; readonly isDone: boolean }>;

interface Asked {
  readonly line: string;
  readonly text: string;
  readonly help: ProgramHelp;
}

interface Asking {
  readonly words: readonly string[];
  readonly helpWords: readonly string[];
  readonly run: Run;
}

async function ask({ words, helpWords, run }: Asking, args: readonly string[]): Promise<Asked> {
  const [program = ""] = words;
  const { text } = await run(program, args);
  const shown = helpWords === words ? [program, ...args] : [...helpWords, ...args.slice(words.length - 1)];
  return { line: shown.join(" "), text, help: readHelp(text, helpWords) };
}

/**
 * Asks for a completion script, if the program's own help says how. Those of cobra say nothing that its help doesn't.
 */
async function printedCompletion(asking: Asking, help: ProgramHelp): Promise<readonly CompletionScript[]> {
  const [program = "", ...rest] = asking.words;
  if (rest.length > 0 && help.parser !== "clap") return [];
  const own = rest.length === 0 ? help : (await ask({ ...asking, words: [program], helpWords: [program] }, ["--help"])).help;
  for (const args of completionArguments(own)) {
    const { text } = await asking.run(program, args);
    if (isCompletion(text)) return [{ shell: "fish", text, source: [program, ...args].join(" ") }];
  }
  return [];
}

/** `-h` and `help COMMAND` are only tried if the program itself names them. */
async function askAgain(asking: Asking, text: string): Promise<Asked | undefined> {
  const [program = "", ...rest] = asking.words;
  const attempts = [
    ...(/(?<![\w-])-h\b/.test(text) && !dangerousShort.test(program) ? [[...rest, "-h"]] : []),
    ...(rest.length > 0 && /\bhelp <?command>?|\bhelp \[|' ?help'|\bhelp [a-z-]+ ?['"`]/i.test(text) ? [["help", ...rest]] : []),
  ];
  for (const args of attempts) {
    const asked = await ask(asking, args);
    if (isHelp(asked.help)) return asked;
  }
  return undefined;
}

async function readManual(words: readonly string[], run: Run): Promise<Asked | undefined> {
  if (!words.every((word) => /^[A-Za-z0-9_][\w.+-]*$/.test(word))) return undefined;
  const page = words.join("-");
  const { text, isDone } = await run("man", ["-P", "cat", page]);
  if (!isDone) return undefined;
  const section = /^\S+\((\w+)\)/m.exec(text.replaceAll(/.\u0008/g, ""))?.[1] ?? "1";
  return { line: `${page}(${section})`, text, help: readHelp(text, words) };
}

/** A terminal that can't do anything, no pager, and texts in English that aren't broken into narrow lines. */
function helpEnvironment({ PATH, TMPDIR, MANPATH }: HelpRequest["environment"], home: string): Record<string, string> {
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    ...(MANPATH === undefined ? {} : { MANPATH }),
    HOME: home,
    LC_ALL: "C.UTF-8",
    LANGUAGE: "en",
    TERM: "dumb",
    NO_COLOR: "1",
    COLUMNS: "160",
    LINES: "1000",
    MANWIDTH: "160",
    MANROFFOPT: "-c",
    GROFF_NO_SGR: "1",
    PAGER: "cat",
    MANPAGER: "cat",
    GIT_PAGER: "cat",
    BROWSER: "false",
    CI: "1",
  };
}
