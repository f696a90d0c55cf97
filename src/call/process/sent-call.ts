import { type Exited, maxStreamBytes, type RunOutcome } from "../../contract/call-result.js";
import { longestTimer } from "../../contract/time-limit.js";
import { mcpText } from "../report.js";
import type { AsyncRunOptions } from "../run-program.js";
import { atMost, StreamPart } from "./marked-output.js";
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
  /** The call runs, and it, and so the process, must be ended. */
  readonly onEnding: (call: SentCall) => void;
  /** The call is over, and the one behind it begins. */
  readonly onOver: (call: SentCall) => void;
  /** The process gives back the calls behind one that takes long. */
  readonly onReturned: (call: SentCall) => void;
}

export type ExitEvent = readonly [code: number | null, signal: NodeJS.Signals | null];

/** A call that was aborted before it began may run so long, because it may be quick. In milliseconds. */
const abortedMs = 10;

/** A call that was sent to a process. It begins at once, or when the one before it is over. */
export class SentCall {
  readonly options: AsyncRunOptions;
  readonly resolve: WarmCall["resolve"];
  readonly reject: WarmCall["reject"];
  readonly stdout: StreamPart;
  readonly stderr: StreamPart;
  /** Why it didn't end by itself. */
  ending: "timedOut" | "aborted" | "flooded" | undefined;
  isOver = false;
  /** True if it was aborted before it began. */
  isUnwanted = false;
  #hasBegun = false;
  #isStopped = false;
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
    options.signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** The milliseconds that the handler took, at most 255. */
  get ms(): number {
    return this.stdout.status[warmRequest.msAt] ?? 0;
  }

  /** From now on, it can be late, and an abort ends it. */
  begin(): void {
    this.#hasBegun = true;
    const { timeoutMs } = this.options;
    if (this.isUnwanted) this.#limit = setTimeout(() => this.#end("aborted"), abortedMs);
    else this.#limit = setTimeout(() => this.#end("timedOut"), Math.min(timeoutMs, longestTimer));
  }

  /** Stops waiting for what would end it early. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#limit);
    this.options.signal.removeEventListener("abort", this.#onAbort);
  }

  /** The outcome of a call that is over. If it printed too much, the rest is cut off. */
  outcome(): RunOutcome {
    const streams = this.#streams();
    const { status, size } = this.stdout;
    const { mostBytes } = this.options;
    const result = resultOf(streams.stdout, { size, textLength: status.readUInt32LE(), mostBytes });
    return { kind: "exited", code: status[warmRequest.codeAt] ?? 0, ...streams, ...result };
  }

  /** The outcome of a call that the process has not survived. */
  outcomeAtExit([code, endedBy]: ExitEvent): RunOutcome {
    const streams = this.#streams();
    const { mostBytes = maxStreamBytes, timeoutMs } = this.options;
    if (this.ending === "timedOut") return { kind: "timedOut", timeoutMs, ...streams };
    if (Math.max(this.stdout.size, this.stderr.size) > mostBytes) return { kind: "flooded", ...streams };
    return endedBy === null ? { kind: "exited", code: code ?? 0, ...streams } : { kind: "signalled", signal: endedBy, ...streams };
  }

  #streams() {
    return { stdout: this.stdout.bytes(), stderr: this.stderr.bytes() };
  }

  /** Reads what has arrived, which may be the call's end. If it isn't, the call must be ended. */
  #end(reason: SentCall["ending"]): void {
    afterReading(() => {
      if (this.isOver || this.#isStopped || this.ending !== undefined) return;
      this.ending = reason;
      this.#events.onEnding(this);
    });
  }

  readonly #onAbort = () => {
    if (this.#hasBegun) return this.#end("aborted");
    // It may run, because it is harmless.
    this.isUnwanted = true;
    this.reject(this.options.signal.reason);
  };

  readonly #onEnd = () => {
    this.isOver = true;
    this.stop();
    this.#events.onOver(this);
  };
}

/** Calls back when all that had arrived from a process is read: this turn may have looked at its streams before. */
export function afterReading(callBack: () => void): void {
  setImmediate(() => setImmediate(callBack));
}

interface Printed {
  /** The number of bytes on standard output, also of those that were cut off. */
  readonly size: number;
  readonly textLength: number;
  readonly mostBytes: number | undefined;
}

/**
 * The result at the end of standard output. If it is a text, and something else was printed before, or it was cut off,
 * it becomes what a process for one call prints.
 */
function resultOf(stdout: Buffer, { size, textLength, mostBytes }: Printed): Pick<Exited, "stdout" | "isText"> {
  if (textLength === warmRequest.noText) return { stdout };
  if (textLength === size && size === stdout.length) return { stdout, isText: true };
  const start = size - textLength;
  if (start >= stdout.length) return { stdout };
  const text = stdout.subarray(start).toString();
  return { stdout: atMost(Buffer.concat([stdout.subarray(0, start), Buffer.from(mcpText(text))]), mostBytes) };
}
