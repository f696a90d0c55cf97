import { openSync } from "node:fs";
import { ReadStream } from "node:tty";
import { Keyboard } from "./keyboard.js";
import type { Canvas } from "./wrap-text.js";

export interface ConsoleOptions {
  /** True if the task comes on standard input, so that the terminal itself must be opened. */
  readonly isInputTaken: boolean;
  readonly onInterrupt: () => void;
  /** Ctrl-\. */
  readonly onQuit: () => void;
}

/**
 * Opens the keyboard of the user at this process's terminal; returns `undefined` without one. Standard error must be a
 * terminal, because questions are shown there.
 */
export function openKeyboard({ isInputTaken, onInterrupt, onQuit }: ConsoleOptions): Keyboard | undefined {
  if (process.stderr.isTTY !== true) return undefined;
  const input = isInputTaken ? controllingTerminal() : process.stdin.isTTY ? process.stdin : undefined;
  if (input === undefined) return undefined;
  const keyboard: Keyboard = new Keyboard({
    input,
    ownsInput: isInputTaken,
    echo: (text) => void process.stderr.write(text),
    onInterrupt,
    onSuspend: () => void keyboard.lend(stopped),
    onQuit,
  });
  return keyboard;
}

/** Returns true if `openKeyboard` will find a keyboard. */
export function hasKeyboard({ isInputTaken }: Pick<ConsoleOptions, "isInputTaken">): boolean {
  if (process.stderr.isTTY !== true) return false;
  if (!isInputTaken) return process.stdin.isTTY;
  const terminal = controllingTerminal();
  terminal?.destroy();
  return terminal !== undefined;
}

function controllingTerminal(): ReadStream | undefined {
  try {
    return new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    // There is no terminal.
    return undefined;
  }
}

/** How long to wait for the stop, which never comes if no shell could resume the process. */
const stopMs = 200;

/** Stops this process as a shell stops any program on Ctrl-Z; resolves when it is resumed. */
function stopped(): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      process.off("SIGCONT", goOn);
      resolve();
    };
    process.on("SIGCONT", goOn);
    setTimeout(goOn, stopMs);
    process.kill(0, "SIGTSTP");
  });
}

/** The surface for questions. */
export const canvasOf = (color: boolean): Canvas => ({ columns: process.stderr.columns || 80, rows: process.stderr.rows || 24, color });

/** A window that is being resized changes its size many times. */
const resizeMs = 100;

/** Calls `listener` once the terminal has kept another size for a moment, until the returned function is called. */
export function onResize(listener: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(listener, resizeMs);
  };
  process.stderr.on("resize", later);
  return () => {
    process.stderr.off("resize", later);
    clearTimeout(timer);
  };
}
