import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { maxStreamBytes, type NotStarted, type RunOutcome } from "../exec/outcome.js";
import { blot } from "../output/blot.js";
import { ownFolder } from "../output/own-folder.js";
import type { PreparedCall } from "./prepare.js";

/** What is around a run: what was wrong with making it, what becomes of the outcome, and what is left to do after that. */
export interface Around {
  /** Why nothing may be run. */
  readonly problem: NotStarted | undefined;
  /** The outcome that may be shown: of the file that holds the result, without secrets. */
  readonly shown: (outcome: RunOutcome) => RunOutcome;
  readonly remove: () => void;
}

/** Makes a call's own folder and files. They are the user's alone, and gone after `remove`; what a killed call leaves goes after a day. */
export function makeAround(call: PreparedCall, env: Readonly<Record<string, string | undefined>>): Around {
  const { temporary, outputFile, secrets = [] } = call;
  return {
    problem: temporary === undefined ? undefined : makeFolder(temporary, env),
    shown: (outcome) => blot(outputFile === undefined ? outcome : fromFile(outcome, outputFile), secrets),
    remove: () => {
      if (temporary !== undefined) rmSync(temporary.path, { recursive: true, force: true });
    },
  };
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

/** The result is in a file, and what was printed is no part of it. A run that failed is told by what it printed. */
function fromFile(outcome: RunOutcome, path: string): RunOutcome {
  if (outcome.kind !== "exited") return outcome;
  const read = readResult(path);
  if (read.bytes !== undefined) return { ...outcome, stdout: read.bytes };
  if (outcome.code !== 0) return outcome;
  const told = Buffer.concat([outcome.stderr, Buffer.from(`The result can't be read: ${read.problem}.\n`)]);
  return { kind: "exited", code: 1, stdout: outcome.stdout, stderr: told };
}

function readResult(
  path: string,
): { readonly bytes: Buffer; readonly problem?: never } | { readonly bytes?: never; readonly problem: string } {
  try {
    // A pipe of this name would keep whoever opens it waiting.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) return { problem: `${path} is not a regular file` };
      return stats.size > maxStreamBytes ? { problem: `${path} is larger than 64 MiB` } : { bytes: readFileSync(file) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return { problem: missing ? `the program has written no ${path}` : error instanceof Error ? error.message : String(error) };
  }
}
