import { duration } from "../text/duration.js";
import { singleLine } from "../text/single-line.js";
import type { GuardedCommand } from "./guard-command.js";

/** What a model is given of a guarded command, and what the person is told beside it. */
export interface GuardAnswer {
  readonly stdout: Buffer;
  /** Lines behind the output. */
  readonly notes: readonly string[];
  /** In the words of seed 002. */
  readonly notices: readonly string[];
  /** Whether something was left out, so that the file of the whole output stays. */
  readonly isFileNamed: boolean;
  /** Whether the command was slow, so that `stdout` is its whole output. */
  readonly isSlow: boolean;
}

/**
 * A fast command answers what its filters left, as plain bash does; a slow one answers all that it printed, because running it again for
 * the rest would take as long. `stdout` is what the filters printed.
 */
export function guardAnswer(
  { split, written, file: path, finish }: GuardedCommand,
  { stdout, slowMs }: { readonly stdout: Buffer; readonly slowMs: number },
): GuardAnswer {
  const run = finish();
  const filters = `\`${split.pipeline}\``;
  const removed = `Removed trailing pipeline commands: ${filters} from \`${written}\`.`;
  const failed = failure(split.cleaned, run.codes);
  const isLeftOut = run.output.length > 0 && !stdout.includes(run.output);
  const file = isLeftOut ? [`[The full output of \`${nameOf(split.cleaned)}\` is in ${path}]`] : [];
  if (run.elapsedMs >= slowMs) {
    const slow = `This is a slow command: it took ${duration(run.elapsedMs)}. Avoid re-running it.`;
    const where = isLeftOut ? ` Above is what it printed before ${filters}; all of it is in ${path}` : "";
    return {
      stdout: isLeftOut ? run.output : stdout,
      notes: [...failed, `[${slow}${where}]`],
      notices: [removed, `The full output is above, not only what ${filters} leaves of it.`],
      isFileNamed: isLeftOut,
      isSlow: true,
    };
  }
  const empty = stdout.length === 0 && run.output.length > 0 ? [`[${filters} left none of ${lines(run.output)}.]`] : [];
  return {
    stdout,
    notes: [...empty, ...failed, ...file],
    notices: [removed, `Filtered via ${filters}`],
    isFileNamed: isLeftOut,
    isSlow: false,
  };
}

/** A filter hides the exit status of what it filters. One that ended because nobody read on (SIGPIPE) didn't fail. */
function failure(cleaned: string, codes: readonly number[]): readonly string[] {
  const code = codes.findLast((one) => one !== 0 && one !== 141);
  return code === undefined ? [] : [`[\`${nameOf(cleaned)}\` exited with code ${code}.]`];
}

/** A command as a line names it. */
const nameOf = (command: string) => singleLine(command, 200);

function lines(output: Buffer): string {
  const text = output.toString("latin1");
  const count = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return count === 1 ? "the 1 line" : `the ${count} lines`;
}
