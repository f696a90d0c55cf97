import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type IPty, spawn } from "@lydell/node-pty";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { program } from "../../kit/toolgen.js";

export interface PseudoTerminal {
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
}

interface ProcessOptions extends Options {
  /** A shell's command line in which `$TOOLGEN` starts the program; by default the program itself is started. */
  readonly shell?: string;
}

const size = { cols: 100, rows: 30 };

function environment(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const { NO_COLOR: _no, FORCE_COLOR: _force, TOOLGEN_MODEL: _model, CI: _ci, ...own } = process.env;
  return { ...own, TERM: "xterm-256color", TOOLGEN: `${process.execPath} ${program}`, ...env };
}

/** Starts the built command line in a pseudo-terminal of its own. A test that waits for output waits as long as it takes. */
export function inTerminal(args: readonly string[], { folder, env = {}, shell }: ProcessOptions): PseudoTerminal {
  const [file = "", ...rest] = shell === undefined ? [process.execPath, program, ...args] : ["/bin/sh", "-c", shell];
  const pty = spawn(file, rest, { cwd: folder, ...size, name: "xterm-256color", env: environment(env) });
  const { terminal, write, end } = session(pty);
  pty.onData(write);
  pty.onExit(({ exitCode }) => end(exitCode));
  return terminal;
}

interface Host {
  readonly pty: IPty;
  readonly socket: Promise<Socket>;
  current?: ReturnType<typeof session>;
}

let host: Host | undefined;

/**
 * The same in a process that has the command line loaded, in one terminal: a tenth of the time, for one command after the
 * other. Signals and exits at once end that process, as they do any other.
 */
export function inWarmTerminal(args: readonly string[], { folder, env = {} }: Options): PseudoTerminal {
  if (host?.current?.hasEnded() === false) endWarmTerminal();
  host ??= startHost();
  const { pty, socket } = host;
  host.current = session(pty);
  pty.resize(size.cols, size.rows);
  void socket.then((ready) => ready.write(`${JSON.stringify({ args, folder, environment: environment(env) })}\n`));
  return host.current.terminal;
}

/** Ends the process of `inWarmTerminal`. To call after a file of tests. */
export function endWarmTerminal(): void {
  host?.pty.kill("SIGKILL");
  host = undefined;
}

function startHost(): Host {
  const path = join(temporaryFolder("terminal"), "socket");
  const server = createServer().listen(path);
  server.unref();
  const file = fileURLToPath(new URL("terminal-host.mjs", import.meta.url));
  const env = { ...environment({}), TERMINAL_HOST: path };
  const started: Host = {
    pty: spawn(process.execPath, [file], { ...size, name: "xterm-256color", env }),
    socket: once(server, "connection").then(([socket]: readonly Socket[]) => {
      socket?.unref().on("error", () => {});
      server.close();
      return socket as Socket;
    }),
  };
  let unread = "";
  started.pty.onData((text) => {
    unread += text;
    const [, before, code] = /^([\s\S]*?)\u001b\]ended;(\d+)\u0007/.exec(unread) ?? [];
    const shown = before ?? unread.replace(/\u001b(?:\](?:e[nded;\d]*)?)?$/, "");
    started.current?.write(shown);
    unread = before === undefined ? unread.slice(shown.length) : "";
    if (code !== undefined) started.current?.end(Number(code));
  });
  started.pty.onExit(({ exitCode }) => {
    if (host === started) host = undefined;
    started.current?.end(exitCode);
  });
  return started;
}

/** Collects what is written to a terminal while a program runs in it. */
function session(pty: IPty) {
  let seen = "";
  let from = 0;
  let hasEnded = false;
  let look = () => {};
  let resolveEnded: (code: number) => void = () => {};
  const ended = new Promise<number>((resolve) => {
    resolveEnded = resolve;
  });
  const waitFor = (text: string | RegExp): Promise<string> =>
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
    });
  const terminal: PseudoTerminal = {
    seen: () => seen,
    waitFor,
    type: (keys) => pty.write(keys),
    resize: (columns, rows) => pty.resize(columns, rows),
    ended,
    kill: (signal) => pty.kill(signal),
    dispose: () => {
      if (!hasEnded) pty.kill("SIGKILL");
    },
  };
  return {
    terminal,
    hasEnded: () => hasEnded,
    write: (text: string) => {
      // A terminal doesn't show the modes that a program asks for: here those of marked pastes.
      seen += text.replaceAll(/\u001b\[\?2004[hl]/g, "");
      look();
    },
    end: (code: number) => {
      hasEnded = true;
      look();
      resolveEnded(code);
    },
  };
}
