import { promises as files } from "node:fs";
import waits from "node:timers/promises";

/** Knows how many waits of a handler aren't over, also those that don't keep the process alive (`ref: false`). */
export interface PromisedWaits {
  readonly any: () => boolean;
}

type Start<Result> = (...values: unknown[]) => Result;

/**
 * Observes what waits by a promise or in a loop: `node:timers/promises`, which uses none of the functions of
 * `node:timers`, and `watch` of `node:fs/promises`.
 */
export function observeWaits(): PromisedWaits {
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
  Object.assign(files, { watch: often(files.watch) });
  return { any: () => count > 0 };
}

/** Gives an observing function the name and the other properties of the one that it stands for. */
const alike = <Result>(start: Start<Result>, observed: Start<Result>): Start<Result> =>
  Object.defineProperties(observed, Object.getOwnPropertyDescriptors(start));
