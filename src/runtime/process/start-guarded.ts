import { type ChildProcess, spawn } from "node:child_process";
import type { PreparedCall } from "../contract/call.js";
import type { NotStarted } from "../contract/run-outcome.js";
import { guardInput } from "./guard-input.js";
import { type ProcessGroup, processGroup } from "./process-group.js";
import { resolveProgram } from "./resolve-program.js";
import { notFound, spawnError } from "./spawn-error.late.js";
import { withGroupGuard } from "./watched-command.js";

/** A program to start: its arguments, working directory and whole environment. */
export type Startable = Pick<PreparedCall, "program" | "args" | "cwd" | "env">;

/**
 * `pipe`: this process writes to it. `ignore`: it is empty and closed. `requests`: it is empty and closed, and this
 * process writes to another one, `warmRequest.fd`.
 */
export type ProcessInput = "pipe" | "ignore" | "requests";

export type StartedProcess = { readonly kind: "started"; readonly child: ChildProcess; readonly group: ProcessGroup } | NotStarted;

/** Starts a program in a process group of its own, which is ended when this process ends for any reason. */
export async function startGuarded(startable: Startable, input: ProcessInput): Promise<StartedProcess> {
  const query = { program: startable.program, cwd: startable.cwd, path: startable.env.PATH };
  const found = resolveProgram(query);
  if (found === undefined) return notFound(query);
  const { file, args, env } = withGroupGuard(startable, found);
  let child: ChildProcess;
  try {
    const streams = ["pipe", "pipe", guardInput()] as const;
    const stdio = input === "requests" ? (["ignore", ...streams, "pipe"] as const) : ([input, ...streams] as const);
    child = spawn(file, args, { detached: true, cwd: startable.cwd, env: { ...env }, stdio: [...stdio] });
  } catch (error) {
    return spawnError(startable, codeOf(error));
  }
  const { pid } = child;
  if (pid === undefined) return new Promise((resolve) => child.once("error", (error) => resolve(spawnError(startable, codeOf(error)))));
  return { kind: "started", child, group: processGroup(pid) };
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
