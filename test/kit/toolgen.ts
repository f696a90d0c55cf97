import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { warmToolgen } from "./warm-toolgen.js";

/** The built command line. */
export const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export interface Answer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  /** Its standard input, by default empty. */
  readonly input?: string | Buffer;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs the built command line in a folder, in a thread that has it loaded: tens of milliseconds instead of a second for a build. */
export function toolgen(folder: string, args: readonly string[], { input = "", env }: Options = {}): Answer {
  return warmToolgen({ folder, args, environment: { ...uncoloured(), ...env }, input });
}

/** Runs the built command line as a process: where the process, its start or its streams are the point. `stdin` is an open file or folder. */
export function toolgenProcess(folder: string, args: readonly string[], options: Options & { readonly stdin?: number } = {}): Answer {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    ...(options.stdin === undefined ? { input: options.input ?? "" } : { stdio: [options.stdin, "pipe", "pipe"] }),
    env: { ...uncoloured(), ...options.env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

function uncoloured(): NodeJS.ProcessEnv {
  // As if it were not started by npx.
  const { NO_COLOR: _no, FORCE_COLOR: _force, npm_command: _npx, ...env } = process.env;
  return env;
}
