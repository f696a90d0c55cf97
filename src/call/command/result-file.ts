import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { maxStreamBytes, type RunOutcome } from "../../contract/call-result.js";
import { recheckPath, resolveLinks } from "../paths.js";

/** The real path of the file's folder. */
export function folderOf(path: string): string | undefined {
  const walked = resolveLinks(dirname(path));
  return walked.ok ? walked.real : undefined;
}

/**
 * The file with a result. For a sandboxed call, `expected` is the file's folder before the run: a link that the program
 * made must not lead to files that it may not read.
 */
export interface ResultFile {
  readonly path: string;
  readonly expected: string | undefined;
  /** The folder that the file must not leave: the root of the arguments that name it. */
  readonly within: string | undefined;
}

/**
 * Returns the outcome with the file as the result, without the printed output. The report of a failed run has the
 * printed output.
 */
export function fromFile(outcome: RunOutcome, file: ResultFile): RunOutcome {
  if (outcome.kind !== "exited") return outcome;
  const read = readResult(file);
  if (read.bytes !== undefined) return { ...outcome, stdout: read.bytes, isText: undefined };
  if (outcome.code !== 0) return outcome;
  const stderr = Buffer.concat([outcome.stderr, Buffer.from(`The result can't be read: ${read.problem}.\n`)]);
  return { kind: "exited", code: 1, stdout: outcome.stdout, stderr };
}

type ReadResult = { readonly bytes: Buffer; readonly problem?: never } | { readonly bytes?: never; readonly problem: string };

function readResult({ path, expected, within }: ResultFile): ReadResult {
  if (expected !== undefined && folderOf(path) !== expected) return { problem: `the folder of ${path} was moved or replaced` };
  try {
    // Opening a pipe with this name would block.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | (expected === undefined ? 0 : constants.O_NOFOLLOW));
    try {
      const stats = fstatSync(file);
      if (!isWhereItShouldBe(stats, { path, within })) return { problem: `${path} no longer leads into ${within}` };
      if (!stats.isFile()) return { problem: `${path} is not a regular file` };
      return stats.size > maxStreamBytes ? { problem: `${path} is larger than 64 MiB` } : { bytes: readFileSync(file) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOOP") return { problem: `${path} is a link, which isn't followed out of a sandbox` };
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return { problem: missing ? `the program has written no ${path}` : error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Returns true if the open file is the one that the path leads to within its bound. This also notices a link that is
 * swapped and swapped back.
 */
function isWhereItShouldBe(opened: Stats, { path, within }: Pick<ResultFile, "path" | "within">): boolean {
  if (within === undefined) return true;
  const walked = recheckPath(path, within);
  const there = walked.ok ? lstatSync(walked.real, { throwIfNoEntry: false }) : undefined;
  return there !== undefined && there.ino === opened.ino && there.dev === opened.dev;
}
