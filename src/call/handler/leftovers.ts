import { closeSync, fstatSync, openSync, readdirSync } from "node:fs";
import type { Observers } from "./observers.js";

/** Work in progress may end by itself shortly after a call: a file that is being closed, a program that was killed. */
const mostTurns = 10;

/** Knows whether a call has left something behind that another call could notice. */
export interface Leftovers {
  readonly begin: () => void;
  /** Returns true if a timer is pending. */
  readonly hasTimers: () => boolean;
  /** Returns true once nothing is left; false if something stays. Calls `onWait` if that isn't known at once. */
  readonly areGone: (onWait: () => void) => Promise<boolean>;
}

/**
 * Compares this process after a call with how it is now, when the handler's modules are loaded. What these modules keep
 * in memory isn't compared.
 */
export function leftovers({ errors, timers, waits, handles, programs }: Observers): Leftovers {
  const before = {
    state: processState(),
    files: new Set(openDescriptors().filter(isFile(new Set()))),
    free: firstFree(),
    outputs: outputs(),
  };
  let hasChangedMask = false;
  const umask = process.umask.bind(process);
  process.umask = ((...values: [string | number]) => {
    hasChangedMask ||= values.length > 0;
    return umask(...values);
  }) as typeof process.umask;
  // Standard error counts as one.
  const activeResources = () => process.getActiveResourcesInfo().length - (errors.isOpen() ? 1 : 0);
  const stays = () => hasChangedMask || timers.any() || processState() !== before.state || outputs() !== before.outputs;
  const isAtWork = () => activeResources() > 0 || waits.any() || handles.any() || programs.any();
  return {
    begin: programs.begin,
    hasTimers: timers.any,
    areGone: async (onWait) => {
      for (let turn = 0; ; turn++) {
        if (stays()) return false;
        // Without work in progress, nothing closes a file any more.
        if (!isAtWork()) return firstFree() === before.free || !openDescriptors().some(isFile(before.files));
        if (turn === mostTurns) return false;
        onWait();
        await nextTurn(turn);
      }
    },
  };
}

/** The parts of a process that a handler can change for all that comes later. */
function processState(): string {
  const listeners = process.eventNames().map((name) => [String(name), process.listenerCount(name as "exit")]);
  return JSON.stringify([workingDirectory(), listeners, process.env]);
}

function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/**
 * The system gives a file the first number that is free. As long as this is the same, nothing has been opened and left
 * open, and the list of descriptors, which is slow, isn't needed.
 */
function firstFree(): number {
  const file = openSync("/dev/null", "r");
  closeSync(file);
  return file;
}

/** Names what the outputs lead to. A handler may close one, and the next file that it opens takes the number. */
const outputs = (): string => [1, 2].map(identityOf).join();

function identityOf(fd: number): string | undefined {
  try {
    const { dev, ino } = fstatSync(fd);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

function openDescriptors(): readonly string[] {
  try {
    return readdirSync(process.platform === "linux" ? "/proc/self/fd" : "/dev/fd");
  } catch {
    return [];
  }
}

/** Returns a test for other files and folders than the known ones. Connections may stay open to be used again. */
const isFile = (known: ReadonlySet<string>) => (fd: string) => {
  if (known.has(fd)) return false;
  try {
    const stats = fstatSync(Number(fd));
    return stats.isFile() || stats.isDirectory();
  } catch {
    return false;
  }
};

const { setImmediate: startImmediate, setTimeout: startTimeout } = globalThis;

/** The first turns take no time, and the last 16 ms. */
const nextTurn = (turn: number) =>
  new Promise<void>((resolve) => {
    if (turn < mostTurns / 2) startImmediate(resolve);
    else startTimeout(resolve, 2 ** (turn - mostTurns / 2));
  });
