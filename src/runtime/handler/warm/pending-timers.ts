import timers from "node:timers";

/** Knows which timers of a handler are pending, also those that don't keep the process alive. */
export interface PendingTimers {
  readonly any: () => boolean;
}

interface Started {
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
export function observeTimers(): PendingTimers {
  let started: Started[] = [];
  let mostBefore = mostRemembered;
  const forgetOver = () => {
    started = started.filter(({ timer }) => timer._destroyed !== true);
    mostBefore = started.length + mostRemembered;
  };
  const observed = (start: typeof timers.setTimeout | typeof timers.setInterval) => {
    const observer = (...values: unknown[]): unknown => {
      const timer = Reflect.apply(start, undefined, values) as Started["timer"];
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
function stackOf(above: (...values: unknown[]) => unknown): Started["by"] {
  const by = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  Error.captureStackTrace(by, above);
  Error.stackTraceLimit = stackTraceLimit;
  return by;
}
