import { spawnSync } from "node:child_process";
import { type Answer, type Options, program, uncoloured } from "./toolgen.js";

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
