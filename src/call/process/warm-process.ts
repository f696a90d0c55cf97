import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { NotStarted, RunOutcome } from "../../contract/call-result.js";
import { type AsyncRunOptions, dropOutputs, escapedMs, type Startable, startGuarded } from "../run-program.js";
import type { ProcessGroup } from "./process-group.js";
import { afterReading, type CallEvents, type ExitEvent, SentCall, type WarmCall } from "./sent-call.js";
import { newCallToken, requestOf, warmRequest } from "./warm-request.js";

/** So many calls must have been quick, each within so many milliseconds, before some are sent together. */
const quickCalls = 8;
const quickMs = 1;

/**
 * A process that has loaded the bundle of a handler and runs one call after the other, in a process group of its own
 * under the guard of this process. While it has no call, it doesn't keep this process alive.
 */
export class WarmProcess {
  readonly #child: ChildProcess;
  readonly #group: ProcessGroup;
  readonly #requests: Writable;
  readonly #closed: Promise<void>;
  #exit: ExitEvent | undefined;
  #hasEnded = false;
  #quick = 0;
  #unsent: WarmCall[] = [];
  /** The calls that were sent together, in their order. */
  #batch: SentCall[] = [];
  /** How many of them are over, by standard output. */
  #over = 0;
  /** The same by standard error. The call at this place has begun. */
  #begun = 0;
  /** Those that the process still runs, or whose outcome isn't read yet. */
  readonly #open = new Set<SentCall>();
  /** The call because of which the process is being ended. */
  #ended: SentCall | undefined;
  #onFree = () => {};
  #escaped: NodeJS.Timeout | undefined;

  constructor(child: ChildProcess, group: ProcessGroup) {
    const { stdout, stderr, stdio } = child;
    this.#child = child;
    this.#group = group;
    this.#requests = stdio[warmRequest.fd] as Writable;
    // It may have ended meanwhile; the call's outcome says so.
    this.#requests.on("error", () => {});
    (stdout as Readable).on("data", (chunk: Buffer) => this.#read(chunk, "stdout"));
    (stderr as Readable).on("data", (chunk: Buffer) => this.#read(chunk, "stderr"));
    child.once("exit", () => this.#onExit());
    this.#closed = new Promise((resolve) =>
      child.once("close", (code, signal) => {
        this.#exit = [code, signal];
        this.#onClose(this.#exit);
        resolve();
      }),
    );
    setReferenced(this.#requests, false);
    this.#reference(false);
  }

  /** False once it can't run another call. */
  get isUsable(): boolean {
    return !this.#hasEnded;
  }

  /** True if its last calls were quick, so that others may wait behind one. */
  get isQuick(): boolean {
    return this.#quick >= quickCalls;
  }

  /** Ends it and its programs at once. Resolves when they are gone. */
  async kill(): Promise<void> {
    this.#hasEnded = true;
    // Something waits for its end, so this process must not end before.
    this.#reference(true);
    this.#group.kill();
    await this.#closed;
  }

  /**
   * Runs a call as `runProgramAsync` does: with the same limits and outcomes. A call that doesn't end by itself ends
   * the process. Calls that are given in one turn are sent together: only harmless ones, because one that is aborted
   * before it begins may still run, and one that runs when the process is ended because of another one must be run
   * again. Resolves to `undefined` if the call has no outcome here: the process was ended because of another one, or a
   * call before it takes long.
   */
  run(input: string, options: AsyncRunOptions): Promise<RunOutcome | undefined> {
    return new Promise((resolve, reject) => {
      this.#unsent.push({ token: newCallToken(), input: Buffer.from(input), options, resolve, reject });
      if (this.#unsent.length === 1) process.nextTick(() => this.#send());
    });
  }

  /** Calls back once it runs no call, also none that was aborted before it began. */
  whenFree(callBack: () => void): void {
    if (this.#open.size === 0) callBack();
    else this.#onFree = callBack;
  }

  #send(): void {
    const given = this.#unsent;
    this.#unsent = [];
    const calls = given.filter(({ options: { signal }, reject }) => {
      if (signal.aborted) reject(signal.reason);
      return !signal.aborted;
    });
    if (calls.length === 0) return;
    if (this.#hasEnded || this.#open.size > 0) {
      for (const { resolve } of calls) resolve(undefined);
      return;
    }
    this.#batch = calls.map((call, at) => new SentCall(call, calls[at + 1]?.token, this.#events));
    this.#over = 0;
    this.#begun = 0;
    for (const call of this.#batch) this.#open.add(call);
    this.#reference(true);
    this.#batch[0]?.begin();
    this.#requests.write(requestOf(calls));
  }

  #read(chunk: Buffer, stream: "stdout" | "stderr"): void {
    for (let rest: Buffer | undefined = chunk; rest !== undefined && rest.length > 0; ) {
      // Between calls, nothing reads what arrives.
      const call: SentCall | undefined = this.#batch[stream === "stdout" ? this.#over : this.#begun];
      rest = call?.[stream].add(rest);
      if (stream === "stderr" && rest !== undefined) this.#begun++;
    }
  }

  readonly #events: CallEvents = {
    onEnding: (call) => {
      this.#hasEnded = true;
      this.#ended = call;
      if (call.ending === "flooded" || call.isUnwanted) this.#group.kill();
      else this.#group.end(call.options.graceMs);
      this.#forgetBehind(call);
    },
    onOver: (call) => {
      this.#over++;
      this.#quick = call.ms <= quickMs ? this.#quick + 1 : 0;
      // It waits for a call that doesn't come.
      if (call === this.#ended) return this.#group.kill();
      this.#batch[this.#over]?.begin();
      // All of standard error was written before the token.
      afterReading(() => this.#settle(call, () => call.resolve(call.outcome())));
    },
    onReturned: (call) => {
      this.#quick = 0;
      this.#forgetBehind(call);
    },
  };

  /** The process has no more to do with a call. */
  #settle(call: SentCall, answer: () => void): void {
    if (!this.#open.delete(call)) return;
    call.stop();
    answer();
    if (this.#open.size > 0) return;
    this.#batch = [];
    clearTimeout(this.#escaped);
    if (this.#exit === undefined) this.#reference(false);
    const onFree = this.#onFree;
    this.#onFree = () => {};
    onFree();
  }

  /** The calls behind one can run elsewhere. */
  #forgetBehind(call: SentCall): void {
    for (const one of this.#batch.splice(this.#batch.indexOf(call) + 1)) this.#settle(one, () => one.resolve(undefined));
  }

  #onExit(): void {
    this.#hasEnded = true;
    if (this.#batch.length === 0) {
      void this.kill();
      return;
    }
    // The one that ended it, if it isn't the last one's end.
    const call = this.#ended ?? this.#batch[this.#over];
    call?.stop();
    if (this.#ended === undefined) this.#group.kill();
    const { graceMs = 5000 } = call?.options ?? {};
    const drop = () => setImmediate(() => dropOutputs(this.#child));
    this.#escaped = setTimeout(drop, this.#ended === undefined ? escapedMs : escapedMs + graceMs);
  }

  #onClose(exit: ExitEvent): void {
    clearTimeout(this.#escaped);
    // The calls before it get their outcomes in the next turns.
    const last = this.#ended ?? this.#batch[this.#over];
    if (last === undefined) return;
    this.#forgetBehind(last);
    this.#settle(last, () => {
      // Without its token on standard error, it has never begun.
      if (this.#batch.indexOf(last) > this.#begun) last.resolve(undefined);
      else if (last.ending === "aborted") last.reject(last.options.signal.reason);
      else last.resolve(last.outcomeAtExit(exit));
    });
  }

  #reference(isReferenced: boolean): void {
    const { stdout, stderr } = this.#child;
    for (const one of [this.#child, stdout, stderr]) setReferenced(one, isReferenced);
  }
}

/**
 * Sets if a process or a stream keeps this process alive. Sockets can do this; Node's types of streams don't say so.
 */
function setReferenced(one: object | null, isReferenced: boolean): void {
  const { ref, unref } = one as Partial<Pick<ChildProcess, "ref" | "unref">>;
  Reflect.apply((isReferenced ? ref : unref) ?? (() => {}), one, []);
}

/** Starts a process with the program that serves calls, and the arguments of a process for one call. */
export async function startWarmProcess(startable: Startable, server: string): Promise<WarmProcess | NotStarted> {
  const started = await startGuarded({ ...startable, args: [server, ...startable.args] }, "requests");
  return started.kind === "started" ? new WarmProcess(started.child, started.group) : started;
}
