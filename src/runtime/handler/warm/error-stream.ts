/** Knows standard error, which Node opens when it is first used. */
export interface ErrorStream {
  readonly isOpen: () => boolean;
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
  return {
    isOpen: () => stderr !== undefined,
    written: async () => {
      const stream = stderr;
      if (stream === undefined || stream.writableLength === 0) return;
      await new Promise<void>((resolve) => void stream.write("", () => resolve()));
    },
  };
}
