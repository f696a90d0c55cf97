import type { Writable } from "node:stream";
import { exitCode } from "../exit-code.js";
import { onReaderGone } from "../io/on-reader-gone.js";

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
