/** Knows standard error, which Node opens when it is first used. */
export interface ErrorStream {
  readonly isOpen: () => boolean;
  /** Returns true if nothing waits to be written. */
  readonly isWritten: () => boolean;
  /** Waits until everything is written. */
  readonly written: () => Promise<void>;
}

export function observeErrors(): ErrorStream {
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
