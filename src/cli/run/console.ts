import { openSync } from "node:fs";
import { ReadStream } from "node:tty";
import type { Canvas } from "./canvas.js";
import { Keyboard } from "./keyboard.js";

export interface ConsoleOptions {
  /** Whether standard input holds the task, and the terminal itself is to be asked. */
  readonly isInputTaken: boolean;
  readonly onInterrupt: () => void;
  /** Ctrl-\. */
  readonly onQuit: () => void;
}

/** The keyboard of whoever sits at this process's terminal; `undefined`: nobody does. Standard error must be a terminal, where questions are shown. */
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

/** What questions are drawn on. */
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
