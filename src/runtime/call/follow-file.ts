import { closeSync, openSync, readSync } from "node:fs";

const everyMs = 100;
const mostAtOnce = 64 * 1024;

/** Reports bytes that are added to a file, until the returned function is called, which reports the rest. */
export function followFile(path: string, onBytes: (bytes: Uint8Array) => void): () => void {
  const file = openSync(path, "r");
  const buffer = Buffer.alloc(mostAtOnce);
  let at = 0;
  const look = (): void => {
    for (let read = readSync(file, buffer, 0, mostAtOnce, at); read > 0; read = readSync(file, buffer, 0, mostAtOnce, at)) {
      at += read;
      onBytes(Uint8Array.from(buffer.subarray(0, read)));
    }
  };
  const timer = setInterval(look, everyMs);
  return () => {
    clearInterval(timer);
    look();
    closeSync(file);
  };
}
