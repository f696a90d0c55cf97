import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GuardRules } from "../contract/guard-rules.js";
import { userTempFolder } from "../io/user-temp-folder.js";
import { type Dialect, type GuardFiles, guardScript } from "./guard-script.js";
import { mayEndInFilter } from "./may-end-in-filter.js";
import { type SplitPipeline, splitPipeline } from "./split-pipeline.js";

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
  {
    rules,
    dialect,
    env,
  }: { readonly rules: GuardRules; readonly dialect: Dialect; readonly env: Readonly<Record<string, string | undefined>> },
): GuardedCommand | undefined {
  if (!mayEndInFilter(command, rules.extractors)) return undefined;
  const split = splitPipeline(command, rules.extractors);
  const isPossible = split.strip && !(split.isTimed && dialect === "sh");
  const files = isPossible ? makeFiles(env) : undefined;
  if (!split.strip || files === undefined) return undefined;
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

/** The first use of `rmSync` takes three times as long. */
function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // The command removed it, or its folder.
  }
}

/** Exit codes can be written into this space even if the copy of the output fills the disk. */
const roomForCodes = " ".repeat(256);

/** Both are created before the command runs, so that only the user can read them. */
function makeFiles(env: Parameters<typeof userTempFolder>[0]): GuardFiles | undefined {
  try {
    const folder = userTempFolder(env);
    if (folder === undefined) return undefined;
    const name = join(folder, `guard-${randomHex(16)}`);
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

/**
 * Digits that make a name unlikely to exist. The folder is the user's own, so it needs no secret, and `node:crypto`
 * takes long to load.
 */
const randomHex = (digits: number) => Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join("");

/** Returns the copy of the producer's output. It is empty if the command removed the file. */
function outputIn(file: string): Pick<GuardedRun, "output" | "isWhole"> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return { output: Buffer.alloc(0), isWhole: true };
  return { output: readFileSync(file), isWhole: (stats.mode & 0o200) !== 0 };
}

/** Returns the exit codes of the producer's commands. A command that was killed has none. */
function codesIn(file: string): readonly number[] {
  const [code, ...each] = numbersIn(file);
  if (code === undefined) return [];
  // After `exit`, `PIPESTATUS` has the codes of a pipeline before it.
  return each.at(-1) === code ? each : [code];
}

/** The codes are those of the last filters. A search that found nothing (1) didn't fail, nor did SIGPIPE (141). */
const haveAnswered = (codes: readonly number[], programs: readonly string[]): boolean =>
  codes.length > 0 &&
  programs.slice(-codes.length).every((program, i) => {
    const code = codes[i];
    return code === 0 || code === 141 || (code === 1 && /^(?:z?[ef]?grep|rg)$/.test(program));
  });

function numbersIn(file: string): readonly number[] {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
  const text = readFileSync(file, "utf8").trim();
  return /^\d+(?: \d+)*$/.test(text) ? text.split(" ").map(Number) : [];
}
