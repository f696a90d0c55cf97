const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Runs a function that cleans up when it is interrupted: its signal is aborted by Ctrl-C and by other signals that end
 * this process. A second signal ends the process at once. Returns the exit code for the signal, or the function's
 * result if there was none.
 */
export async function interruptible(action: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const controller = new AbortController();
  let interruptedBy: keyof typeof signals | undefined;
  const listeners = (Object.keys(signals) as (keyof typeof signals)[]).map((name) => {
    const listener = () => {
      interruptedBy ??= name;
      controller.abort();
    };
    process.once(name, listener);
    return () => process.off(name, listener);
  });
  try {
    const code = await action(controller.signal);
    return interruptedBy === undefined ? code : 128 + signals[interruptedBy];
  } finally {
    for (const remove of listeners) remove();
  }
}
