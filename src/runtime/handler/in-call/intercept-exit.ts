// A handler may replace functions of its process, but not these.
const { exit, getActiveResourcesInfo, kill, reallyExit } = process as NodeJS.Process & { reallyExit(code: number): never };
export const { setTimeout: startTimer } = globalThis;
const { bigint: readClock } = process.hrtime;

/** Milliseconds of a clock. Node would load eleven modules for `performance`. */
export const now = () => Number(readClock()) / 1e6;

/** Ends this process after its listeners. */
export const exitProcess = (code: number): never => exit.call(process, code);

/** Ends this process at once: no listener runs. */
export const exitNow = (code: number): never => reallyExit.call(process, code);

/** Ends this process by a signal. */
export function dieOf(signal: NodeJS.Signals): never {
  process.removeAllListeners(signal);
  kill.call(process, process.pid, signal);
  return exitNow(1);
}

/** Returns true if a blocked thread may delay the end of this process: Node waits for reading and writing to end. */
export const mayEndLate = () => getActiveResourcesInfo.call(process).some((name) => name.startsWith("FSReq"));

type Emit = (event: string, ...values: unknown[]) => boolean;

/** Calls a function with the exit code in place of the end of this process, after all listeners. */
export function interceptExit(onExit: (code: number) => void): void {
  const emit = process.emit as Emit;
  const emitAll: Emit = (event, ...values) => {
    const hadListeners = Reflect.apply(emit, process, [event, ...values]);
    if (event === "exit") onExit(Number(process.exitCode ?? values[0]));
    return hadListeners;
  };
  // A listener that exits ends the process without the other listeners.
  Object.assign(process, { emit: emitAll, reallyExit: onExit });
}
