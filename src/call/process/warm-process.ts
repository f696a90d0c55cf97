import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { type Exited, maxStreamBytes, type NotStarted, type RunOutcome } from "../../contract/call-result.js";
import { longestTimer } from "../../contract/time-limit.js";
import { mcpText } from "../report.js";
import { type AsyncRunOptions, dropOutputs, escapedMs, type Startable, startGuarded } from "../run-program.js";
import { OutputOfCall, StreamContent } from "./marked-output.js";
import type { ProcessGroup } from "./process-group.js";
import { newCallToken, warmRequest } from "./warm-request.js";

/** Between calls, nothing reads what arrives. */
const drop = () => {};

type ExitEvent = readonly [code: number | null, signal: NodeJS.Signals | null];

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
  #onStdout: (chunk: Buffer) => void = drop;
  #onStderr: (chunk: Buffer) => void = drop;
  #onExit: () => void;
  #onClose: (exit: ExitEvent) => void = () => {};
  #hasEnded = false;

  constructor(child: ChildProcess, group: ProcessGroup) {
    const { stdout, stderr, stdio } = child;
    this.#child = child;
    this.#group = group;
    this.#requests = stdio[warmRequest.fd] as Writable;
    // It may have ended meanwhile; the call's outcome says so.
    this.#requests.on("error", () => {});
    (stdout as Readable).on("data", (chunk: Buffer) => this.#onStdout(chunk));
    (stderr as Readable).on("data", (chunk: Buffer) => this.#onStderr(chunk));
    this.#onExit = () => this.kill();
    child.once("exit", () => {
      this.#hasEnded = true;
      this.#onExit();
    });
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
   * the process.
   */
  async run(
    input: string,
    { timeoutMs, signal, graceMs = 5000, mostBytes = maxStreamBytes, onOutput }: AsyncRunOptions,
  ): Promise<RunOutcome> {
    const token = newCallToken();
    let ending: "timedOut" | "aborted" | "flooded" | undefined;
    const end = (reason: typeof ending) => () => {
      ending ??= reason;
      this.#hasEnded = true;
      if (reason === "flooded") this.#group.kill();
      else this.#group.end(graceMs);
    };
    let onDone = () => {};
    // Not `Promise.race` with `#closed`, which would keep something of each call.
    const doneOrClosed = new Promise<ExitEvent | undefined>((resolve) => {
      onDone = () => resolve(undefined);
      this.#onClose = resolve;
      if (this.#exit !== undefined) resolve(this.#exit);
    });
    const onRead = () => {
      // It waits for a call that doesn't come.
      if (ending !== undefined) this.#group.kill();
      else onDone();
    };
    // All of standard error was written before the token. This turn may have looked at it before that, so it is read in
    // the next one.
    const onEnd = () => setImmediate(() => setImmediate(onRead));
    const limits = { mostBytes, onFlood: end("flooded") };
    const stdout = new OutputOfCall(token, warmRequest.statusBytes, { ...limits, onEnd });
    const stderr = new StreamContent(limits);
    this.#onStdout = (chunk) => stdout.add(chunk);
    this.#onStderr = (chunk) => {
      stderr.add(chunk);
      onOutput?.(chunk);
    };
    this.#reference(true);
    const limit = setTimeout(end("timedOut"), Math.min(timeoutMs, longestTimer));
    const onAbort = end("aborted");
    signal.addEventListener("abort", onAbort, { once: true });
    let escaped: NodeJS.Timeout | undefined;
    this.#onExit = () => {
      clearTimeout(limit);
      if (ending === undefined) this.#group.kill();
      escaped = setTimeout(() => dropOutputs(this.#child), ending === undefined ? escapedMs : escapedMs + graceMs);
    };
    this.#send(token, input);

    const exit = await doneOrClosed;
    clearTimeout(limit);
    clearTimeout(escaped);
    signal.removeEventListener("abort", onAbort);
    this.#onStdout = drop;
    this.#onStderr = drop;
    const streams = { stdout: stdout.bytes(), stderr: stderr.bytes() };
    if (exit === undefined) {
      this.#onExit = () => this.kill();
      this.#reference(false);
      const result = resultOf(streams.stdout, stdout.status.readUInt32LE());
      return { kind: "exited", code: stdout.status[warmRequest.codeAt] ?? 0, ...streams, ...result };
    }
    const [code, endedBy] = exit;
    if (ending === "aborted") throw signal.reason;
    if (ending === "flooded") return { kind: "flooded", ...streams };
    if (ending === "timedOut") return { kind: "timedOut", timeoutMs, ...streams };
    return endedBy === null ? { kind: "exited", code: code ?? 0, ...streams } : { kind: "signalled", signal: endedBy, ...streams };
  }

  #send(token: Buffer, input: string): void {
    const bytes = Buffer.from(input);
    const length = Buffer.alloc(warmRequest.lengthBytes);
    length.writeUInt32LE(bytes.length);
    this.#requests.write(Buffer.concat([token, length, bytes]));
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

/** Starts a process with the program that serves calls, and the arguments of a process for one call. */
export async function startWarmProcess(startable: Startable, server: string): Promise<WarmProcess | NotStarted> {
  const started = await startGuarded({ ...startable, args: [server, ...startable.args] }, "requests");
  return started.kind === "started" ? new WarmProcess(started.child, started.group) : started;
}
