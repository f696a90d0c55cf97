import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { PreparedCall } from "../contract/call.js";
import type { NotStarted, RunOutcome } from "../contract/run-outcome.js";
import { unusableTempFolder, userTempFolder } from "../io/user-temp-folder.js";
import { applySandbox } from "../process/sandbox/apply-sandbox.js";
import { redactOutcome } from "../result/redact-outcome.late.js";
import { folderOf, fromFile } from "./result-file.js";

/** The resources of a run: the problem of opening them, the treatment of the outcome, and the clean-up. */
export interface CallResources {
  /** Why nothing can be run. */
  readonly problem: NotStarted | undefined;
  /** The call to run, in its sandbox if it has one. */
  readonly call: PreparedCall;
  /** Returns the outcome that may be shown: with the file that holds the result, without secrets. */
  readonly shown: (outcome: RunOutcome) => RunOutcome;
  readonly remove: () => void;
}

/**
 * Creates a call's own folder and files, and its sandbox. Only the user can read the files, and `remove` deletes them;
 * what a killed call leaves is deleted after a day.
 */
export function openCallResources(call: PreparedCall, env: Readonly<Record<string, string | undefined>>): CallResources {
  const { temporary, outputFile, outputWithin, secrets = [], sandbox } = call;
  const folderMissing = temporary === undefined ? undefined : makeFolder(temporary, env);
  const confined = sandbox === undefined || folderMissing !== undefined ? undefined : applySandbox(call, sandbox);
  const expected = sandbox === undefined || outputFile === undefined ? undefined : folderOf(outputFile);
  const read = (outcome: RunOutcome) =>
    outputFile === undefined ? outcome : fromFile(outcome, { path: outputFile, expected, within: outputWithin });
  return {
    problem: folderMissing ?? confined?.problem,
    call: confined?.call ?? call,
    shown: (outcome) => redactOutcome(read(confined?.interpret(outcome) ?? outcome), secrets),
    remove: () => {
      confined?.undo();
      if (temporary !== undefined && folderMissing === undefined) rmSync(temporary.path, { recursive: true, force: true });
    },
  };
}

function makeFolder(
  { path, files }: NonNullable<PreparedCall["temporary"]>,
  env: Parameters<typeof userTempFolder>[0],
): NotStarted | undefined {
  let isMade = false;
  try {
    if (userTempFolder(env) === undefined) throw new Error(unusableTempFolder(env));
    mkdirSync(path, { mode: 0o700 });
    isMade = true;
    for (const file of files) writeFileSync(file.path, file.text, { mode: 0o600, flag: "wx" });
    return undefined;
  } catch (error) {
    // If it could not be created, because a file is in its place for example, it can't be removed either.
    if (isMade) rmSync(path, { recursive: true, force: true });
    return {
      kind: "unavailable",
      message: `The files of this call can't be written: ${error instanceof Error ? error.message : String(error)}.`,
    };
  }
}
