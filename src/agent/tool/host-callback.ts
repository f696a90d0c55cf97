/**
 * The warning of a host's callback that has thrown, or returned a promise that rejected. It is emitted by
 * `process.emitWarning`, so that `process.on("warning")` hears of every such mistake, and neither a call nor the
 * process ends by it. The model isn't told.
 */
export class CallbackWarning extends Error {
  override readonly name = "ToolgenCallbackWarning";
  /** The callback, such as `onOutput`. */
  readonly callback: string;

  constructor(callback: string, cause: unknown) {
    super(`${callback} has thrown: ${messageOf(cause)}`, { cause });
    this.callback = callback;
  }
}

/** Anything can be thrown, also what has no text. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return "a value that can't be shown";
  }
}

/** Reports what a callback has thrown. */
export function reportCallback(callback: string, error: unknown): void {
  process.emitWarning(new CallbackWarning(callback, error));
}

/**
 * Returns a function that calls a host's callback and never throws. The first mistake of the callback is reported, also
 * one that comes later as a rejected promise; the others would only repeat it.
 */
export function safeCallback<Value>(name: string, callback: ((value: Value) => unknown) | undefined): ((value: Value) => void) | undefined {
  if (callback === undefined) return undefined;
  let isReported = false;
  const report = (error: unknown) => {
    if (!isReported) reportCallback(name, error);
    isReported = true;
  };
  return (value) => {
    try {
      const returned = callback(value);
      if (returned !== undefined) Promise.resolve(returned).catch(report);
    } catch (error) {
      report(error);
    }
  };
}
