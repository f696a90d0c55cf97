import { duration } from "../text/duration.js";
import { visibleLines } from "../text/escape-control.js";
import { singleLine } from "../text/single-line.js";
import { extraLines } from "./extra-lines.js";
import type { GuardedCommand, GuardedRun } from "./guard-command.js";

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
interface GuardedOutput {
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
    const name = nameOf(split.cleaned);
    return {
      stdout,
      notes: [
        `[\`${name}\` didn't end by itself, and was ended after ${duration(limitMs)}. Above is what ${filters} selected.]`,
        ...(isLeftOut ? [fileNote(run, { command: split.cleaned, path })] : []),
      ],
      notices: shown([removed, `Filtered via ${filters}`]),
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
    notices: shown([removed, `Filtered via ${filters}`]),
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

const newline = 0x0a;
