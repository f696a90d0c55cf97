export interface RunningTool {
  readonly name: string;
  readonly cancel: () => void;
}

interface InterruptsOptions {
  /** Is told which tools are about to be cancelled. */
  readonly onCancel: (names: readonly string[]) => void;
  /** The run is about to end. */
  readonly onEnd: () => void;
  /** Ends this process at once. */
  readonly leave: () => void;
}

/** Ctrl-C and signals, from the gentlest to the last: the tools that run are cancelled, the run is ended, this process leaves at once. */
export class Interrupts {
  readonly #ending = new AbortController();
  readonly #running = new Map<string, RunningTool>();
  readonly #options: InterruptsOptions;
  #isHeld = false;

  constructor(options: InterruptsOptions) {
    this.#options = options;
  }

  /** Aborted when the run is to end. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** A tool runs, which Ctrl-C cancels first. */
  started(id: string, tool: RunningTool): void {
    this.#running.set(id, tool);
  }

  ended(id: string): void {
    this.#running.delete(id);
  }

  /** Ctrl-C. Tools that were cancelled and haven't ended yet are no reason to wait: the next one ends the run. */
  press(): void {
    if (this.#isHeld) return;
    const tools = [...this.#running.values()];
    this.#running.clear();
    if (this.signal.aborted || tools.length === 0) this.end();
    else {
      this.#options.onCancel(tools.map(({ name }) => name));
      for (const { cancel } of tools) cancel();
    }
  }

  /** Ends the run, and where it is ending already, this process: what it started is ended by its guard. */
  end(): void {
    if (this.signal.aborted) this.#options.leave();
    else {
      this.#options.onEnd();
      this.#ending.abort();
    }
  }

  /** While an editor has the terminal, Ctrl-C is for the editor. */
  async held<T>(work: () => Promise<T>): Promise<T> {
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      this.#isHeld = false;
    }
  }
}
