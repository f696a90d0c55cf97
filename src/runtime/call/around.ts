import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { maxStreamBytes, type NotStarted, type RunOutcome } from "../exec/outcome.js";
import { blot } from "../output/blot.js";
import { ownFolder } from "../output/own-folder.js";
import { walk } from "../paths/walk.js";
import { confine } from "../sandbox/confine.js";
import type { PreparedCall } from "./prepare.js";

/** What is around a run: what was wrong with making it, what becomes of the outcome, and what is left to do after that. */
export interface Around {
  /** Why nothing may be run. */
  readonly problem: NotStarted | undefined;
  /** What is run: the call, in its sandbox if it has one. */
  readonly call: PreparedCall;
  /** The outcome that may be shown: of the file that holds the result, without secrets. */
  readonly shown: (outcome: RunOutcome) => RunOutcome;
  readonly remove: () => void;
}

/**
 * Makes a call's own folder and files, and its sandbox. The files are the user's alone, and gone after `remove`; what a killed call leaves goes
 * after a day.
 */
export function makeAround(call: PreparedCall, env: Readonly<Record<string, string | undefined>>): Around {
  const { temporary, outputFile, secrets = [], sandbox } = call;
  const folderMissing = temporary === undefined ? undefined : makeFolder(temporary, env);
  const confined = sandbox === undefined || folderMissing !== undefined ? undefined : confine(call, sandbox);
  const expected = sandbox === undefined || outputFile === undefined ? undefined : folderOf(outputFile);
  const read = (outcome: RunOutcome) => (outputFile === undefined ? outcome : fromFile(outcome, { path: outputFile, expected }));
  return {
    problem: folderMissing ?? confined?.problem,
    call: confined?.call ?? call,
    shown: (outcome) => blot(read(confined?.told(outcome) ?? outcome), secrets),
    remove: () => {
      confined?.undo();
      if (temporary !== undefined) rmSync(temporary.path, { recursive: true, force: true });
    },
  };
}

/** Where the folder of a file really is. */
function folderOf(path: string): string | undefined {
  const walked = walk(dirname(path));
  return walked.ok ? walked.real : undefined;
}

function makeFolder({ path, files }: NonNullable<PreparedCall["temporary"]>, env: Parameters<typeof ownFolder>[0]): NotStarted | undefined {
  try {
    if (ownFolder(env) === undefined) throw new Error("the folder for temporary files is not this user's own");
    mkdirSync(path, { mode: 0o700 });
    for (const file of files) writeFileSync(file.path, file.text, { mode: 0o600, flag: "wx" });
    return undefined;
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    return {
      kind: "unstartable",
      message: `The files of this call can't be written: ${error instanceof Error ? error.message : String(error)}.`,
    };
  }
}

/** Of a sandboxed call, `expected` is where the file's folder was before: a link that the program made must not lead us where it may not read. */
interface ResultFile {
  readonly path: string;
  readonly expected: string | undefined;
}

/** The result is in a file, and what was printed is no part of it. A run that failed is told by what it printed. */
function fromFile(outcome: RunOutcome, file: ResultFile): RunOutcome {
  if (outcome.kind !== "exited") return outcome;
  const read = readResult(file);
  if (read.bytes !== undefined) return { ...outcome, stdout: read.bytes };
  if (outcome.code !== 0) return outcome;
  const told = Buffer.concat([outcome.stderr, Buffer.from(`The result can't be read: ${read.problem}.\n`)]);
  return { kind: "exited", code: 1, stdout: outcome.stdout, stderr: told };
}

type ReadResult = { readonly bytes: Buffer; readonly problem?: never } | { readonly bytes?: never; readonly problem: string };

function readResult({ path, expected }: ResultFile): ReadResult {
  if (expected !== undefined && folderOf(path) !== expected) return { problem: `the folder of ${path} is not where it was` };
  try {
    // A pipe of this name would keep whoever opens it waiting.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | (expected === undefined ? 0 : constants.O_NOFOLLOW));
    try {
      const stats = fstatSync(file);
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
