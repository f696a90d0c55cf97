import type { DiagnosticFormat } from "../contract/diagnostic.js";
import { defaultLimits, type ReadLimits } from "../contract/host.js";
import { readPackageVersion } from "../contract/node-host.js";

/** The options that every command takes. */
export interface GlobalOptions {
  /** `undefined`: the current folder, or the nearest one above with a `toolgen.yaml`. */
  readonly project?: string;
  readonly color?: boolean;
  /** The limits that the command line raises or lowers. */
  readonly limit?: Partial<ProjectLimits>;
}

export interface FormatOption {
  readonly format: DiagnosticFormat;
}

export interface SuggestOption {
  /** Print the changes after which calls don't ask about values. */
  readonly suggest?: true;
}

/**
 * The exit codes of the compiler's commands. Those of `call` are `callExitCodes`
 * (`call/shape-result.ts`). A command that signal n interrupts ends with 128 + n (`io/interruptible.ts`).
 */
export const exitCode = {
  done: 0,
  /**
   * Diagnostics of severity error, differences between the specs and the files on disk, or output that can't be
   * written.
   */
  failed: 1,
  usage: 2,
  /** A run of an agent loop that can be resumed: it was paused, or has reached a limit. */
  unfinished: 3,
  /** An internal error. */
  bug: 70,
  /** A question that the user ended: the code after Ctrl-C. */
  cancelled: 130,
  /** A command that would go on, and was ended because its output lost its reader: a shell's code for SIGPIPE. */
  readerGone: 141,
} as const;

/** Their meanings, for docs/cli.md. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCode, string>> = {
  done: "done",
  failed: "a diagnostic of severity error, drift, a failed example, or a file that can't be read or written",
  usage: "wrong usage",
  unfinished: "`toolgen run` paused, or `run` or `eval` stopped at a limit",
  bug: "an internal error: please report it",
  readerGone: "the reader of standard output went away from a command that would go on",
  cancelled: "the user ended a question",
};

/** The command line was used wrongly. `hint` says what to type instead, if anything would work; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly hint: string;

  constructor(message: string, hint = "") {
    super(message);
    this.hint = hint;
  }
}

/** The user ended a question with Ctrl-C, Ctrl-D or Escape, or the terminal is gone. What would follow isn't done. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/**
 * The folder of toolgen's own package: two above `src/cli`, and above `dist/cli`, where the command line is bundled.
 */
export const packageRoot = new URL("../../", import.meta.url);

/** The version in package.json. */
export const packageVersion = (): string => readPackageVersion(packageRoot);

/**
 * The limits of compiling a project. Only the command line raises them: `toolgen.yaml` can come with a stranger's pull
 * request.
 */
export interface ProjectLimits extends ReadLimits {
  /** How long compiling may take, in milliseconds. */
  readonly time: number;
}

const defaults: ProjectLimits = { ...defaultLimits, time: 5 * 60_000 };

/** The effective limits: those that were given, and the defaults of the others. */
export const limitsFrom = (given: Partial<ProjectLimits> | undefined): ProjectLimits => ({ ...defaults, ...given });
