import { writeSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Readable, Writable } from "node:stream";
import { printable } from "../../contract/display-text.js";
import { readStdin, type StdinInput, stdinProblem } from "../../contract/stdio.js";
import { exitCode, UsageError } from "../command.js";
import { terminalText } from "./format-text.js";
import { endAfter } from "./interruptible.js";

/** Standard input, read as a whole or as a stream. A command does one of the two. */
export interface StandardInput {
  read(): StdinInput;
  /** The error code if `stream` would only seem to be empty. */
  problem(): string | undefined;
  readonly stream: Readable;
}

/** Everything that a command may use of its process, so that tests run commands without one. */
export interface Terminal {
  /** Throws a `UsageError` if the folder no longer exists. */
  readonly launchDir: string;
  /** How many threads may work at the same time. */
  readonly processors: number;
  readonly stdin: StandardInput;
  /** Standard output for answers that wait for their reader; everything else goes through `out`. */
  readonly stdout: Writable;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly color: { readonly out: boolean; readonly err: boolean };
  out(text: string): void;
  err(text: string): void;
  /** True if the user sees progress. */
  readonly isWatched: boolean;
  /**
   * True if the user can be asked: standard input and standard error are a terminal that can redraw lines, outside of
   * CI.
   */
  readonly isInteractive: boolean;
  /** Ends the process with a message after a time, unless the returned function is called before. */
  endAfter(ms: number, message: string): () => void;
  /**
   * Shows the progress of long work in a line that the next one replaces, and `""` removes. Only a terminal shows it.
   */
  progress(text: string): void;
}

/** Opens the terminal after the command line's colour options are known. */
export type OpenTerminal = (askedForColor: boolean | undefined) => Terminal;

interface ColorQuestion {
  readonly asked: boolean | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
}

/**
 * Colour is for terminals that know escape sequences, unless the command line, NO_COLOR or FORCE_COLOR says otherwise,
 * in this order.
 */
export function wantsColor({ asked, environment, isTerminal }: ColorQuestion): boolean {
  if (asked !== undefined) return asked;
  if (environment.NO_COLOR) return false;
  const forced = environment.FORCE_COLOR;
  if (forced === "0" || forced === "false") return false;
  return forced !== undefined && forced !== "" ? true : isTerminal && !isDumb(environment);
}

/** A terminal without escape sequences, as an editor's shell or a serial line. */
const isDumb = ({ TERM: term = "dumb" }: ColorQuestion["environment"]) => process.platform !== "win32" && /^(?:|dumb|unknown)$/.test(term);

/** A job of a CI service, in whose terminal no user is: several services set `CI`, and give their jobs a terminal. */
const isCi = ({ CI: ci = "" }: ColorQuestion["environment"]) => !/^(?:|0|false)$/i.test(ci);

/** The process's own terminal. */
export function processTerminal(asked: boolean | undefined): Terminal {
  const color = (stream: NodeJS.WriteStream) => wantsColor({ asked, environment: process.env, isTerminal: stream.isTTY === true });
  return {
    get launchDir() {
      return launchDir();
    },
    processors: availableParallelism(),
    stdin: {
      read: readStdin,
      problem: stdinProblem,
      get stream() {
        return process.stdin;
      },
    },
    get stdout() {
      return process.stdout;
    },
    environment: process.env,
    color: { out: color(process.stdout), err: color(process.stderr) },
    out: (text) => void process.stdout.write(process.stdout.isTTY ? terminalText(text) : text),
    err: (text) => void process.stderr.write(process.stderr.isTTY ? terminalText(text) : text),
    isWatched: process.stderr.isTTY === true && !isDumb(process.env),
    isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true && !isDumb(process.env) && !isCi(process.env),
    endAfter,
    progress: (text) => {
      if (process.stderr.isTTY && !isDumb(process.env)) process.stderr.write(`\r\x1b[K${fitting(printable(text), process.stderr.columns)}`);
    },
  };
}

/**
 * The part of a text that fits one line: a longer one would not be replaced by the next. From U+1100 on, a character
 * may take two columns.
 */
export function fitting(text: string, columns: number | undefined): string {
  let free = (columns || 80) - 1;
  let end = 0;
  for (const character of text) {
    free -= character < "\u1100" ? 1 : 2;
    if (free < 0) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

function launchDir(): string {
  try {
    return process.cwd();
  } catch {
    // Node only fails here if the folder was deleted, or can't be searched any more.
    throw new UsageError("The folder that it was started in no longer exists.");
  }
}

/**
 * Ends the process if its output can't be stored, as on a full disk, with a line on standard error. If a reader has
 * seen enough (`toolgen build --check | head`), the rest is dropped and the work continues, for its exit code. Commands
 * that would continue for good listen with `onReaderGone`. Without standard error, the work continues and fails by its
 * exit code.
 */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    writeToStderr(`toolgen: standard output can't be written: ${reasonOf(error)}.\n`);
    process.exit(exitCode.failed);
  });
  process.stderr.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    process.once("exit", () => {
      process.exitCode ||= exitCode.failed;
    });
  });
}

/** `no space left on device` of "ENOSPC: no space left on device, write". */
const reasonOf = ({ message }: Error) => /^[A-Z0-9]+: (.+), \w+$/.exec(message)?.[1] ?? message;

/** Synchronously, because the process is about to end; if standard error is full too, only the exit code reports it. */
function writeToStderr(line: string): void {
  try {
    writeSync(2, line);
  } catch {}
}
