import type { Writable } from "node:stream";
import { exitCode } from "../command.js";
import { onReaderGone } from "../io/interruptible.js";

interface RunningTool {
  readonly name: string;
  readonly cancel: () => void;
}

interface InterruptsOptions {
  /** Called with the tools that are about to be cancelled. */
  readonly onCancel: (names: readonly string[]) => void;
  /** The run is about to end. */
  readonly onEnd: () => void;
  /** Ends this process at once. */
  readonly leave: () => void;
}

/**
 * Ctrl-C and signals, from the gentlest to the last: running tools are cancelled, then the run is ended, then this
 * process exits at once.
 */
export class Interrupts {
  readonly #ending = new AbortController();
  readonly #running = new Map<string, RunningTool>();
  readonly #options: InterruptsOptions;
  #isHeld = false;

  constructor(options: InterruptsOptions) {
    this.#options = options;
  }

  /** Aborted when the run must end. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Notes a running tool, which Ctrl-C cancels before it ends the run. */
  toolStarted(id: string, tool: RunningTool): void {
    this.#running.set(id, tool);
  }

  toolEnded(id: string): void {
    this.#running.delete(id);
  }

  /** Ctrl-C. Cancelled tools that haven't ended yet don't delay anything: the next Ctrl-C ends the run. */
  press(): void {
    if (this.#isHeld) return;
    const tools = [...this.#running.values()];
    this.#running.clear();
    if (this.signal.aborted || tools.length === 0) this.endRun();
    else {
      this.#options.onCancel(tools.map(({ name }) => name));
      for (const { cancel } of tools) cancel();
    }
  }

  /** Ends the run or, if it is already ending, this process: the guard ends what it started. */
  endRun(): void {
    if (this.signal.aborted) this.#options.leave();
    else {
      this.#options.onEnd();
      this.#ending.abort();
    }
  }

  /** While an editor uses the terminal, Ctrl-C is for the editor. */
  async held<T>(work: () => Promise<T>): Promise<T> {
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      this.#isHeld = false;
    }
  }
}

const signals = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

interface SignalHandlers {
  /** Called for Ctrl-C if it isn't read as a key. */
  readonly onInterrupt: () => void;
  /** This process is asked to end. */
  readonly onEnd: () => void;
}

/**
 * Listens to signals until `stop`; `exitCode` is the shell's code for the signal that ended the run. An output without
 * a reader counts as SIGPIPE.
 */
export function onSignals(
  output: Writable,
  { onInterrupt, onEnd }: SignalHandlers,
): {
  readonly exitCode: () => number | undefined;
  readonly stop: () => void;
} {
  let code: number | undefined;
  const end = (by: number) => {
    code ??= by;
    onEnd();
  };
  const listeners = (Object.keys(signals) as (keyof typeof signals)[]).map((name): (() => void) => {
    const listener = () => {
      if (name === "SIGINT") return onInterrupt();
      end(128 + signals[name]);
    };
    process.on(name, listener);
    return () => process.off(name, listener);
  });
  listeners.push(onReaderGone(output, () => end(exitCode.readerGone)));
  return {
    exitCode: () => code,
    stop: () => {
      for (const remove of listeners) remove();
    },
  };
}
