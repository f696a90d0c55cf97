import { Socket } from "node:dgram";
import type { EventEmitter } from "node:events";
import files from "node:fs";
import { Server } from "node:net";
import timers from "node:timers";
import waits from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type HandlerPrograms, observePrograms } from "./handler-programs.js";

/** Objects that know what a handler has started, from before its modules are loaded. */
export interface Observers {
  readonly errors: ErrorStream;
  readonly timers: PendingTimers;
  readonly waits: PromisedWaits;
  readonly handles: QuietHandles;
  readonly programs: HandlerPrograms;
}

/** Wraps the functions of Node that start such things. */
export const startObservers = (): Observers => ({
  errors: observeErrors(),
  timers: observeTimers(),
  waits: observeWaits(),
  handles: observeHandles(),
  programs: observePrograms(),
});

/** Knows standard error, which Node opens when it is first used. */
interface ErrorStream {
  readonly isOpen: () => boolean;
  /** Returns true if nothing waits to be written. */
  readonly isWritten: () => boolean;
  /** Waits until everything is written. */
  readonly written: () => Promise<void>;
}

function observeErrors(): ErrorStream {
  const own = Object.getOwnPropertyDescriptor(process, "stderr");
  let stderr: typeof process.stderr | undefined;
  const get = () => {
    stderr ??= own?.get?.call(process) as typeof process.stderr;
    return stderr;
  };
  Object.defineProperty(process, "stderr", { ...own, get });
  const isWritten = () => stderr === undefined || stderr.writableLength === 0;
  return {
    isOpen: () => stderr !== undefined,
    isWritten,
    written: async () => {
      if (!isWritten()) await new Promise<void>((resolve) => void stderr?.write("", () => resolve()));
    },
  };
}

/** Knows which timers of a handler are pending, also those that don't keep the process alive. */
interface PendingTimers {
  readonly any: () => boolean;
}

interface StartedTimer {
  /** A timer has this in all versions of Node. Without it, the timer would count as pending. */
  readonly timer: { readonly _destroyed?: boolean };
  /** The stack of the call that started it. */
  readonly by: { readonly stack?: string };
}

/** After so many timers, those that are over are forgotten. */
const mostRemembered = 1000;

/**
 * Observes the timers that are started from now on. Node's own `fetch` uses one for its connections, which doesn't
 * count: it closes those that aren't used any more.
 */
function observeTimers(): PendingTimers {
  let started: StartedTimer[] = [];
  let mostBefore = mostRemembered;
  const forgetOver = () => {
    started = started.filter(({ timer }) => timer._destroyed !== true);
    mostBefore = started.length + mostRemembered;
  };
  const observed = (start: typeof timers.setTimeout | typeof timers.setInterval) => {
    const observer = (...values: unknown[]): unknown => {
      const timer = Reflect.apply(start, undefined, values) as StartedTimer["timer"];
      started.push({ timer, by: stackOf(observer) });
      if (started.length > mostBefore) forgetOver();
      return timer;
    };
    // Also the function that `promisify` returns.
    return Object.defineProperties(observer, Object.getOwnPropertyDescriptors(start));
  };
  const replaced = { setTimeout: observed(timers.setTimeout), setInterval: observed(timers.setInterval) };
  Object.assign(timers, replaced);
  Object.assign(globalThis, replaced);
  return {
    any: () => {
      forgetOver();
      return started.some(({ by }) => by.stack?.includes("node:internal/deps/undici/") !== true);
    },
  };
}

/** One frame of the stack. It is put into words only if the timer is still pending after the call. */
function stackOf(above: (...values: unknown[]) => unknown): StartedTimer["by"] {
  const by = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  Error.captureStackTrace(by, above);
  Error.stackTraceLimit = stackTraceLimit;
  return by;
}

/** Knows how many waits of a handler aren't over, also those that don't keep the process alive (`ref: false`). */
interface PromisedWaits {
  readonly any: () => boolean;
}

type Start<Result> = (...values: unknown[]) => Result;

/**
 * Observes what waits by a promise or in a loop: `node:timers/promises`, which uses none of the functions of
 * `node:timers`, and `watch` of `node:fs/promises`.
 */
function observeWaits(): PromisedWaits {
  let count = 0;
  const once = (start: unknown) =>
    alike(start as Start<Promise<unknown>>, async function observed(this: unknown, ...values) {
      count++;
      try {
        return await Reflect.apply(start as Start<Promise<unknown>>, this, values);
      } finally {
        count--;
      }
    });
  // A loop begins with its first round. It ends when it is left, and never if it is forgotten.
  const often = (start: unknown) =>
    alike(start as Start<AsyncGenerator>, async function* observed(this: unknown, ...values) {
      count++;
      try {
        return yield* Reflect.apply(start as Start<AsyncGenerator>, this, values);
      } finally {
        count--;
      }
    });
  const scheduler = Object.getPrototypeOf(waits.scheduler) as typeof waits.scheduler;
  Object.assign(scheduler, { wait: once(scheduler.wait) });
  Object.assign(waits, {
    setTimeout: once(waits.setTimeout),
    setImmediate: once(waits.setImmediate),
    setInterval: often(waits.setInterval),
  });
  Object.assign(files.promises, { watch: often(files.promises.watch) });
  return { any: () => count > 0 };
}

/** Gives an observing function the name and the other properties of the one that it stands for. */
const alike = <Result>(start: Start<Result>, observed: Start<Result>): Start<Result> =>
  Object.defineProperties(observed, Object.getOwnPropertyDescriptors(start));

/** Knows what a handler has started that can go on without keeping the process alive. */
interface QuietHandles {
  readonly any: () => boolean;
}

/** An immediate has this in all versions of Node. Without it, the immediate would count as pending. */
interface StartedImmediate {
  readonly _destroyed?: boolean;
}

/**
 * Observes threads, servers, sockets for datagrams and immediates from their `unref` on, and watchers of files. Node
 * lists no such handle among the active resources. Connections don't count, because they may be used again.
 *
 * The modules are loaded before the handler's: which way a handler loads them makes no difference then.
 */
function observeHandles(): QuietHandles {
  const handles = new Set<EventEmitter>();
  let immediates: StartedImmediate[] = [];
  const keep = (handle: EventEmitter, end: string) => {
    if (handles.has(handle)) return;
    handles.add(handle);
    handle.once(end, () => handles.delete(handle));
  };
  onUnref(Worker.prototype, (thread) => keep(thread, "exit"));
  onUnref(Server.prototype, (server) => keep(server, "close"));
  onUnref(Socket.prototype, (socket) => keep(socket, "close"));
  const immediate = setImmediate(() => {});
  clearImmediate(immediate);
  onUnref(Object.getPrototypeOf(immediate) as StartedImmediate & Unreferenced, (one) => immediates.push(one));
  const observed = (watch: unknown, end: string) =>
    function observer(this: unknown, ...values: unknown[]): EventEmitter {
      const watcher = Reflect.apply(watch as (...values: unknown[]) => EventEmitter, this, values);
      keep(watcher, end);
      return watcher;
    };
  Object.assign(files, { watch: observed(files.watch, "close"), watchFile: observed(files.watchFile, "stop") });
  return {
    any: () => {
      immediates = immediates.filter((one) => one._destroyed !== true);
      return handles.size > 0 || immediates.length > 0;
    },
  };
}

interface Unreferenced {
  unref: () => unknown;
}

function onUnref<Handle extends Unreferenced>(prototype: Handle, observe: (handle: Handle) => void): void {
  const { unref } = prototype;
  prototype.unref = function observed(this: Handle) {
    observe(this);
    return Reflect.apply(unref, this, []);
  };
}
