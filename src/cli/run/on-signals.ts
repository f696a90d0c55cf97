const signals = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

interface SignalHandlers {
  /** Called for Ctrl-C if it isn't read as a key. */
  readonly onInterrupt: () => void;
  /** This process is asked to end. */
  readonly onEnd: () => void;
}

/** Listens to signals until `stop`; `exitCode` is the shell's code for the signal that ended the run. */
export function onSignals({ onInterrupt, onEnd }: SignalHandlers): {
  readonly exitCode: () => number | undefined;
  readonly stop: () => void;
} {
  let code: number | undefined;
  const listeners = (Object.keys(signals) as (keyof typeof signals)[]).map((name) => {
    const listener = () => {
      if (name === "SIGINT") return onInterrupt();
      code ??= 128 + signals[name];
      onEnd();
    };
    process.on(name, listener);
    return () => process.off(name, listener);
  });
  return {
    exitCode: () => code,
    stop: () => {
      for (const remove of listeners) remove();
    },
  };
}
