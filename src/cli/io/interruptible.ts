const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Does something that cleans up after itself when it is interrupted: its signal is aborted by Ctrl-C, and by what else asks this process
 * to end. A second time ends it at once. Answers the exit code that tells a shell of the signal; without one, what was done.
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
