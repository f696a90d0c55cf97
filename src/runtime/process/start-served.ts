import { accessSync, constants } from "node:fs";
import { resolveProgram } from "./resolve-program.js";
import { shellMessage } from "./shell-message.js";
import { type ProcessInput, type Startable, type StartedProcess, startGuarded } from "./start-guarded.js";
import { takeWaitingShell } from "./waiting-shells.js";
import { firstWord } from "./watched-command.js";

/**
 * Starts a program as `startGuarded` does, with the same results, but in a shell that already waits for one, if there
 * is one and if it can read what the program needs.
 */
export async function startServed(startable: Startable, input: Exclude<ProcessInput, "requests">): Promise<StartedProcess> {
  const message = messageFor(startable, input);
  const shell = message === undefined ? undefined : takeWaitingShell();
  if (shell === undefined) return startGuarded(startable, input);
  shell.child.stdin?.write(message);
  return { kind: "started", ...shell };
}

function messageFor(startable: Startable, input: Exclude<ProcessInput, "requests">): string | undefined {
  const { program, args, cwd, env } = startable;
  const found = resolveProgram({ program, cwd, path: env.PATH });
  // What can't be started at all is explained by `startGuarded`.
  if (found === undefined || !isEnterable(cwd)) return undefined;
  return shellMessage({ words: [firstWord(startable, found), ...args], cwd, env, input });
}

function isEnterable(folder: string): boolean {
  try {
    accessSync(`${folder}/.`, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
