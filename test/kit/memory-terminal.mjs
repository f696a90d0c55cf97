import { Readable, Writable } from "node:stream";

/** A terminal without a process and without a user: it starts in a folder, reads a text, and collects the output. */
export function memoryTerminal({ folder, environment = {}, input = "", color = { out: false, err: false } }) {
  const printed = { stdout: "", stderr: "" };
  const bytes = Buffer.from(input);
  const print = (stream) => (text) => {
    printed[stream] += text;
  };
  const terminal = {
    launchDir: folder,
    processors: 1,
    stdin: {
      read: () => ({ kind: "read", bytes }),
      problem: () => undefined,
      stream: Readable.from(bytes.length === 0 ? [] : [bytes]),
    },
    stdout: new Writable({
      decodeStrings: false,
      write: (chunk, _encoding, done) => {
        printed.stdout += chunk;
        done();
      },
    }),
    environment,
    color,
    out: print("stdout"),
    err: print("stderr"),
    isWatched: false,
    isInteractive: false,
    endAfter: () => () => {},
    progress: () => {},
  };
  return { terminal, printed };
}
