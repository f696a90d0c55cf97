import { openSync } from "node:fs";
import { ReadStream } from "node:tty";
import type { Canvas } from "./canvas.js";
import { Keyboard } from "./keyboard.js";

export interface ConsoleOptions {
  /** True if standard input has the task, so that the terminal itself must be asked. */
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

function controllingTerminal(): ReadStream | undefined {
  try {
    return new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    // There is none.
    return undefined;
  }
}

/** How long a stop takes to come about, which it doesn't where no shell could make the process go on. */
const stopMs = 200;

/** Stops this process as Ctrl-Z does any program of a shell's; resolves when it goes on. */
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

/** A window that is dragged changes its size many times. */
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
