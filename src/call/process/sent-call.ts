import { type Exited, maxStreamBytes, type RunOutcome } from "../../contract/call-result.js";
import { longestTimer } from "../../contract/time-limit.js";
import { mcpText } from "../report.js";
import type { AsyncRunOptions } from "../run-program.js";
import { StreamPart } from "./marked-output.js";
import { warmRequest } from "./warm-request.js";

/** A call of a process that runs many. */
export interface WarmCall {
  readonly token: Buffer;
  readonly input: Buffer;
  readonly options: AsyncRunOptions;
  readonly resolve: (outcome: RunOutcome | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/** Receives the events of a call. */
export interface CallEvents {
  /** The call, and so the process, must be ended. */
  readonly onEnding: (call: SentCall) => void;
  /** The call is over, and the one behind it begins. */
  readonly onOver: (call: SentCall) => void;
  /** The process gives back the calls behind one that takes long. */
  readonly onReturned: (call: SentCall) => void;
}

export type ExitEvent = readonly [code: number | null, signal: NodeJS.Signals | null];

/** A call that was sent to a process. It begins at once, or when the one before it is over. */
export class SentCall {
  readonly options: AsyncRunOptions;
  readonly resolve: WarmCall["resolve"];
  readonly reject: WarmCall["reject"];
  readonly stdout: StreamPart;
  readonly stderr: StreamPart;
  /** Why it doesn't end by itself. */
  ending: "timedOut" | "aborted" | "flooded" | undefined;
  isOver = false;
  readonly #events: CallEvents;
  #limit: NodeJS.Timeout | undefined;

  /** `next` is the token of the call behind it. */
  constructor({ token, options, resolve, reject }: WarmCall, next: Buffer | undefined, events: CallEvents) {
    this.options = options;
    this.resolve = resolve;
    this.reject = reject;
    this.#events = events;
    const { mostBytes = maxStreamBytes, onOutput } = options;
    const onFlood = () => this.#end("flooded");
    const onNotice = () => events.onReturned(this);
    this.stdout = new StreamPart({
      mostBytes,
      onFlood,
      end: token,
      statusBytes: warmRequest.statusBytes,
      onEnd: this.#onEnd,
      notice: next && { bytes: next, onNotice },
    });
    this.stderr = new StreamPart({ mostBytes, onFlood, end: next, onBytes: onOutput });
  }

  /** The milliseconds that the handler took, at most 255. */
  get ms(): number {
    return this.stdout.status[warmRequest.msAt] ?? 0;
  }

  /** From now on, it can be late or aborted. */
  begin(): void {
    const { timeoutMs, signal } = this.options;
    this.#limit = setTimeout(() => this.#end("timedOut"), Math.min(timeoutMs, longestTimer));
    // It may have been aborted while it waited.
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Stops waiting for what would end it early. */
  stop(): void {
    clearTimeout(this.#limit);
    this.options.signal.removeEventListener("abort", this.#onAbort);
  }

  /** The outcome of a call that is over. */
  outcome(): RunOutcome {
    const streams = this.#streams();
    if (this.ending === "flooded") return { kind: "flooded", ...streams };
    const { status } = this.stdout;
    return { kind: "exited", code: status[warmRequest.codeAt] ?? 0, ...streams, ...resultOf(streams.stdout, status.readUInt32LE()) };
  }

  /** The outcome of a call that the process has not survived. */
  outcomeAtExit([code, endedBy]: ExitEvent): RunOutcome {
    const streams = this.#streams();
    if (this.ending === "flooded") return { kind: "flooded", ...streams };
    if (this.ending === "timedOut") return { kind: "timedOut", timeoutMs: this.options.timeoutMs, ...streams };
    return endedBy === null ? { kind: "exited", code: code ?? 0, ...streams } : { kind: "signalled", signal: endedBy, ...streams };
  }

  #streams() {
    return { stdout: this.stdout.bytes(), stderr: this.stderr.bytes() };
  }

  #end(reason: SentCall["ending"]): void {
    this.ending ??= reason;
    // The process may run the next one, and only the rest of this one's output is too long.
    if (!this.isOver) this.#events.onEnding(this);
  }

  readonly #onAbort = () => this.#end("aborted");

  readonly #onEnd = () => {
    this.isOver = true;
    this.stop();
    this.#events.onOver(this);
  };
}

/**
 * The result at the end of standard output. If it is a text, and something else was printed before, it becomes what a
 * process for one call prints.
 */
function resultOf(stdout: Buffer, textLength: number): Pick<Exited, "stdout" | "isText"> {
  if (textLength === warmRequest.noText) return { stdout };
  if (textLength === stdout.length) return { stdout, isText: true };
  const start = stdout.length - textLength;
  const text = stdout.subarray(start).toString();
  return { stdout: Buffer.concat([stdout.subarray(0, start), Buffer.from(mcpText(text))]) };
}
