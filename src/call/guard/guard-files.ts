import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { userTempFolder } from "../../contract/user-file.js";
import type { GuardFiles } from "../split-pipeline.js";

// The files of guarded commands, in the user's own folder for temporary files.

type Environment = Parameters<typeof userTempFolder>[0];

/** The first use of `rmSync` takes three times as long. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // The command removed it, or its folder.
  }
}

/** Exit codes can be written into this space even if the copy of the output fills the disk. */
const roomForCodes = " ".repeat(256);

/** Both are created before the command runs, so that only the user can read them. */
export function makeFiles(env: Environment): GuardFiles | undefined {
  try {
    const name = newName(env);
    if (name === undefined) return undefined;
    const files = { output: `${name}.txt`, codes: `${name}.codes`, answer: `${name}.answer` };
    try {
      writeFileSync(files.codes, roomForCodes, { mode: 0o600, flag: "wx" });
      closeSync(openSync(files.output, "wx", 0o600));
      return files;
    } catch (error) {
      for (const file of Object.values(files)) removeFile(file);
      throw error;
    }
  } catch {
    return undefined;
  }
}

/** A path for the files of one command, in a folder that only the user can read. */
export function newName(env: Environment): string | undefined {
  const folder = userTempFolder(env);
  return folder === undefined ? undefined : join(folder, `guard-${randomHex(16)}`);
}

/**
 * Digits that make a name unlikely to exist. The folder is the user's own, so it needs no secret, and `node:crypto`
 * takes long to load.
 */
const randomHex = (digits: number) => Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join("");

/** Returns the copy of the producer's output. It is empty if the command removed the file. */
export function outputIn(file: string): { readonly output: Buffer; readonly isWhole: boolean } {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return { output: Buffer.alloc(0), isWhole: true };
  return { output: readFileSync(file), isWhole: (stats.mode & 0o200) !== 0 };
}

/** Returns the exit codes of the producer's commands. A command that was killed has none. */
export function codesIn(file: string): readonly number[] {
  const [code, ...each] = numbersIn(file);
  if (code === undefined) return [];
  // After `exit`, `PIPESTATUS` has the codes of a pipeline before it.
  return each.at(-1) === code ? each : [code];
}

/** The codes are those of the last filters. A search that found nothing (1) didn't fail, nor did SIGPIPE (141). */
export const haveAnswered = (codes: readonly number[], programs: readonly string[]): boolean =>
  codes.length > 0 &&
  programs.slice(-codes.length).every((program, i) => {
    const code = codes[i];
    return code === 0 || code === 141 || (code === 1 && /^(?:z?[ef]?grep|rg)$/.test(program));
  });

export function numbersIn(file: string): readonly number[] {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
  const text = readFileSync(file, "utf8").trim();
  return /^\d+(?: \d+)*$/.test(text) ? text.split(" ").map(Number) : [];
}
