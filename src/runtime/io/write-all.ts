import { writevSync } from "node:fs";
import { sleepSync } from "./sleep-sync.js";

/**
 * Writes everything, in one write if the system allows it. Returns false if further writes are useless. A reader that
 * has gone away isn't an error, because there is no reader for the message.
 */
export function writeAll(fd: number, data: string | Uint8Array): boolean {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writevSync(fd, [at === 0 ? bytes : bytes.subarray(at)]);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") return false;
      if (code !== "EAGAIN") throw error;
      sleepSync(5);
    }
  }
  return true;
}
