import type { GuardRules } from "../contract/definition.js";
import { duration, singleLine, visibleLines } from "../contract/display-text.js";
import { mayEndInFilter } from "./build-command.js";
import { codesIn, haveAnswered, makeFiles, numbersIn, outputIn, removeFile } from "./guard/guard-files.js";
import { type Dialect, guardScript, type SplitPipeline, splitPipeline } from "./split-pipeline.js";

/** A guarded command: the command to run instead, and the results of the run. */
export interface GuardedCommand {
  readonly split: SplitPipeline;
  /** The command as the model wrote it. */
  readonly written: string;
  readonly command: string;
  /** The file that gets the producer's output. */
  readonly file: string;
  /** Reads what the run left, once the command has ended. */
  readonly finish: () => GuardedRun;
  /** Removes what the run left. */
  readonly remove: () => void;
}

/** The results of a guarded command: the producer's output, the exit codes of its commands, and its duration. */
export interface GuardedRun {
  readonly output: Buffer;
  /** False if only the beginning of the output was kept. */
  readonly isWhole: boolean;
  readonly codes: readonly number[];
  /** True if the filters ended and none of them failed, so that nothing after them could change their output. */
  readonly isAnswered: boolean;
  readonly elapsedMs: number;
}

/**
 * Guards a shell command that ends in filters (docs/guard.md): the output before the filters is also copied to a file
 * of the user's own. Returns `undefined` if the command runs unchanged, also because no such file can be created.
 */
export function guardCommand(
  command: string,
  { rules, ...shell }: GuardedShell & { readonly rules: GuardRules },
): GuardedCommand | undefined {
  const split = splitCommand(command, rules);
  return split?.strip === true ? guardSplit(command, split, shell) : undefined;
}

/** Finds the filters at the end of a command; `undefined` if one look shows that there are none. */
export const splitCommand = (command: string, { extractors }: GuardRules) =>
  mayEndInFilter(command, extractors) ? splitPipeline(command, extractors) : undefined;

/** The shell that runs a guarded command, and its environment. */
export interface GuardedShell {
  readonly dialect: Dialect;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Guards a command whose filters are found. */
export function guardSplit(command: string, split: SplitPipeline, { dialect, env }: GuardedShell): GuardedCommand | undefined {
  const isPossible = !(split.isTimed && dialect === "sh");
  const files = isPossible ? makeFiles(env) : undefined;
  if (files === undefined) return undefined;
  const started = process.hrtime.bigint();
  return {
    split,
    written: command,
    command: guardScript(command, split, { files, dialect }),
    file: files.output,
    finish: () => {
      const elapsedMs = Number(process.hrtime.bigint() - started) / 1e6;
      const codes = codesIn(files.codes);
      const isAnswered = haveAnswered(numbersIn(files.answer), split.filters.programs);
      for (const file of [files.codes, files.answer]) removeFile(file);
      return { ...outputIn(files.output), codes, isAnswered, elapsedMs };
    },
    remove: () => {
      for (const file of Object.values(files)) removeFile(file);
    },
  };
}

/** The line after the output of filters whose producer was ended at the time limit. */
export const endedNote = ({ cleaned, pipeline }: PipelineTexts, limitMs: number) =>
  `[\`${nameOf(cleaned)}\` didn't end by itself, and was ended after ${duration(limitMs)}. Above is what \`${pipeline}\` selected.]`;

export const filteredBy = ({ pipeline }: PipelineTexts) => `Filtered via \`${pipeline}\``;

type PipelineTexts = Pick<SplitPipeline, "cleaned" | "pipeline">;

/** The output of a guarded command for the model, and the notices for the user. */
export interface GuardAnswer {
  readonly stdout: Buffer;
  /** Lines after the output. */
  readonly notes: readonly string[];
  /** The notices, in the wording of docs/guard.md. */
  readonly notices: readonly string[];
  /** True if something was left out, so that the file with the whole output is kept. */
  readonly isFileNamed: boolean;
  /** True if the command was slow, so that `stdout` is its whole output. */
  readonly isSlow: boolean;
  /** True if the filters had their answer when the command was ended at its time limit: then it is the result. */
  readonly isAnswered: boolean;
}

/** The output of the filters. `limitMs`: the time limit at which the command was ended. */
export interface GuardedOutput {
  readonly stdout: Buffer;
  readonly slowMs: number;
  readonly hasBothStreams?: boolean;
  readonly limitMs?: number | undefined;
}

/**
 * Returns the filtered output of a fast command, as plain bash does, and the whole output of a slow one, because
 * running it again for the rest would take as long. `stdout` is the output of the filters. With `hasBothStreams` it
 * also has the standard error of the command, which then follows the whole output.
 */
export function guardAnswer(
  { split, written, file: path, finish }: GuardedCommand,
  { stdout, slowMs, hasBothStreams = false, limitMs }: GuardedOutput,
): GuardAnswer {
  const run = finish();
  const { isAnswered } = run;
  const filters = `\`${split.pipeline}\``;
  const removed = `Removed trailing pipeline commands: ${filters} from \`${written}\`.`;
  const failed = failure(split.cleaned, run.codes);
  const isLeftOut = run.output.length > 0 && !hasAtAnEnd(stdout, run.output);
  if (limitMs !== undefined && isAnswered) {
    return {
      stdout,
      notes: [endedNote(split, limitMs), ...(isLeftOut ? [fileNote(run, { command: split.cleaned, path })] : [])],
      notices: shown([removed, filteredBy(split)]),
      isFileNamed: isLeftOut,
      isSlow: false,
      isAnswered,
    };
  }
  if (run.elapsedMs >= slowMs) {
    const slow = `This is a slow command. Avoid re-running it: it took ${duration(run.elapsedMs)}.`;
    const where = isLeftOut ? ` Above is ${printedBefore(run)} ${filters}; ${keptIn(run, path)}` : "";
    return {
      stdout: !isLeftOut ? stdout : hasBothStreams ? withLinesBeside(run.output, stdout) : run.output,
      notes: [...failed, `[${slow}${where}]`],
      notices: shown([removed, `The full output is above, not only what ${filters} leaves of it.`]),
      isFileNamed: isLeftOut,
      isSlow: true,
      isAnswered,
    };
  }
  const empty = stdout.length === 0 && run.output.length > 0 ? [`[${filters} left none of ${lines(run)}.]`] : [];
  return {
    stdout,
    notes: [...empty, ...failed, ...(isLeftOut ? [fileNote(run, { command: split.cleaned, path })] : [])],
    notices: shown([removed, filteredBy(split)]),
    isFileNamed: isLeftOut,
    isSlow: false,
    isAnswered,
  };
}

/**
 * Returns true if a text begins or ends with another. A search for it anywhere would take quadratic time where lines
 * repeat themselves. Lines on both sides of it come from filters that change the output, or are standard error.
 */
const hasAtAnEnd = (text: Buffer, part: Buffer) =>
  text.length >= part.length && (text.subarray(0, part.length).equals(part) || text.subarray(text.length - part.length).equals(part));

/** Notices are for a terminal, which no text of a model may control. */
const shown = (notices: readonly string[]) => notices.map((notice) => visibleLines(notice).join("\n"));

const printedBefore = ({ isWhole }: GuardedRun) => (isWhole ? "what it printed before" : "the beginning of what it printed before");

const keptIn = ({ isWhole, output }: GuardedRun, path: string) =>
  isWhole ? `all of it is in ${path}` : `its first ${output.length} bytes are in ${path}`;

function fileNote({ isWhole, output }: GuardedRun, { command, path }: { readonly command: string; readonly path: string }): string {
  const name = nameOf(command);
  if (isWhole) return `[The full output of \`${name}\` is in ${path}]`;
  return `[The first ${output.length} bytes of the output of \`${name}\` are in ${path}; the rest could not be kept.]`;
}

/**
 * A filter hides the exit status of its producer. A producer that ended because its reader stopped (SIGPIPE) didn't
 * fail.
 */
function failure(cleaned: string, codes: readonly number[]): readonly string[] {
  const code = codes.findLast((one) => one !== 0 && one !== 141);
  return code === undefined ? [] : [`[\`${nameOf(cleaned)}\` exited with code ${code}.]`];
}

/** A command as a line names it. */
const nameOf = (command: string) => singleLine(command, 200);

function lines({ output, isWhole }: GuardedRun): string {
  let count = output.at(-1) === newline ? 0 : 1;
  for (let at = output.indexOf(newline); at !== -1; at = output.indexOf(newline, at + 1)) count++;
  if (!isWhole) return `more than ${count} lines`;
  return count === 1 ? "the 1 line" : `the ${count} lines`;
}

function withLinesBeside(whole: Buffer, printed: Buffer): Buffer {
  const others = extraLines(printed, whole);
  return others.length === 0 ? whole : Buffer.concat([whole, others]);
}

/** The limit of `printed` for the comparison: models get less of an output. */
const mostBytes = 64 * 1024;

/** Returns the last lines of `printed` that `whole` doesn't have, in order. */
function extraLines(printed: Buffer, whole: Buffer): Buffer {
  const lines = [...eachLine(printed.subarray(-mostBytes))];
  const unseen = new Set(lines);
  // `whole` may be far larger than `printed`, so its lines are not collected.
  for (const line of eachLine(whole)) {
    if (unseen.size === 0) break;
    unseen.delete(line);
  }
  const others = lines.filter((line) => unseen.has(line));
  const first = others.length === 0 || whole.length === 0 || whole.at(-1) === newline ? "" : "\n";
  return Buffer.from(first + others.map((line) => `${line}\n`).join(""), "latin1");
}

/** The byte that ends a line. */
const newline = 0x0a;

/** Bytes as latin1, which loses no byte. */
function* eachLine(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start);
    const stop = end === -1 ? bytes.length : end;
    yield bytes.toString("latin1", start, stop);
    start = stop + 1;
  }
}
