import { type ChildProcess, spawn } from "node:child_process";
import { fstatSync, writeSync } from "node:fs";

/**
 * Notices that an output has lost its reader. A process that writes nothing isn't notified, and a call can run for
 * minutes without output.
 */
export interface OutputReader {
  /** Checks once, or repeatedly until `rest`. */
  look(): void;
  rest(): void;
}

/** Watches the reader of a file descriptor. `onGone` is called at most once for each `look`. */
export function outputReader(fd: number, onGone: () => void): OutputReader {
  const stats = fstatSync(fd);
  if (stats.isSocket()) return socketReader(fd, onGone);
  return stats.isFIFO() ? pipeReader(fd, onGone) : { look: () => {}, rest: () => {} };
}

/** Writing nothing to a socket fails once its other end is closed. Node's clients use sockets. */
function socketReader(fd: number, onGone: () => void): OutputReader {
  const look = () => {
    try {
      writeSync(fd, new Uint8Array());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EPIPE") onGone();
    }
  };
  return { look, rest: () => {} };
}

/**
 * Writing nothing to a pipe always succeeds, and Node can't poll one without reading it. GNU's `tail -f` does: it ends
 * by SIGPIPE when its output has no reader. Any other `tail` detects nothing.
 */
function pipeReader(fd: number, onGone: () => void): OutputReader {
  let tail: ChildProcess | undefined;
  const look = () => {
    if (tail !== undefined) return;
    tail = spawn("tail", ["-f", `--pid=${process.pid}`, "/dev/null"], { stdio: ["ignore", fd, "ignore"], cwd: "/" });
    tail
      .on("error", () => {})
      .on("exit", (_, signal) => {
        if (signal === "SIGPIPE") onGone();
      });
    // It must not keep this process alive.
    tail.unref();
  };
  const rest = () => {
    tail?.kill("SIGKILL");
    tail = undefined;
  };
  return { look, rest };
}
