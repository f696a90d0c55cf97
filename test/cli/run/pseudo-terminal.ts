import { fileURLToPath } from "node:url";
import { spawn } from "@lydell/node-pty";

const program = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

export interface PseudoTerminal {
  readonly pid: number;
  /** All that was written to it so far. */
  readonly seen: () => string;
  /** Resolves when this has been written, after what was waited for before; answers all between. Rejects when the program ends without it. */
  waitFor(text: string | RegExp): Promise<string>;
  type(keys: string): void;
  resize(columns: number, rows: number): void;
  /** Resolves to the exit code. */
  readonly ended: Promise<number>;
  kill(signal: string): void;
  /** Ends the program if it runs still. */
  dispose(): void;
}

interface Options {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly size?: { readonly cols: number; readonly rows: number };
  /** A shell's command line in which `$TOOLGEN` starts the program; by default the program itself is started. */
  readonly shell?: string;
}

/** Starts the built command line in a pseudo-terminal of its own. A test that waits for output waits as long as it takes. */
export function inTerminal(args: readonly string[], { folder, env = {}, size = { cols: 100, rows: 30 }, shell }: Options): PseudoTerminal {
  const { NO_COLOR: _no, FORCE_COLOR: _force, TOOLGEN_MODEL: _model, ...own } = process.env;
  const [file = "", ...rest] = shell === undefined ? [process.execPath, program, ...args] : ["/bin/sh", "-c", shell];
  const pty = spawn(file, rest, {
    cwd: folder,
    ...size,
    name: "xterm-256color",
    env: { ...own, TOOLGEN: `${process.execPath} ${program}`, ...env },
  });
  let seen = "";
  let from = 0;
  let hasEnded = false;
  let look = () => {};
  pty.onData((text) => {
    seen += text;
    look();
  });
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => {
      hasEnded = true;
      look();
      resolve(exitCode);
    });
  });
  return {
    pid: pty.pid,
    seen: () => seen,
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        look = () => {
          const rest = seen.slice(from);
          const match = typeof text === "string" ? { index: rest.indexOf(text), 0: text } : (text.exec(rest) ?? { index: -1, 0: "" });
          if (match.index === -1) {
            if (hasEnded) reject(new Error(`the program has ended without ${text}:\n${seen}`));
            return;
          }
          const end = match.index + match[0].length;
          from += end;
          look = () => {};
          resolve(rest.slice(0, end));
        };
        look();
      }),
    type: (keys) => pty.write(keys),
    resize: (columns, rows) => pty.resize(columns, rows),
    ended,
    kill: (signal) => pty.kill(signal),
    dispose: () => {
      if (!hasEnded) pty.kill("SIGKILL");
    },
  };
}
