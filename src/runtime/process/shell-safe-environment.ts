import { existsSync } from "node:fs";
import { baseVariables } from "../command/build-environment.js";

/**
 * An environment, divided into variables that may pass through a shell and those that a shell would change, lose or act
 * on.
 */
export interface ShellSafeEnvironment {
  readonly shell: Readonly<Record<string, string>>;
  /** The words that set the rest, to be put before a program: none, or `env` and its assignments. */
  readonly prefix: readonly string[];
}

const envProgram = "/usr/bin/env";
/**
 * Variables that nearly every call passes on are valid. Testing the pattern on them costs more than the rest of this
 * function.
 */
const alwaysPassed = new Set(baseVariables);
const ordinary = /^(?!(?:PWD|OLDPWD|SHLVL|_|IFS|OPTIND|OPTARG|PPID|LINENO|ENV|SHELLOPTS|UID|EUID|PS[0-4]|BASH.*)$)[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * dash drops variables whose names aren't identifiers (`npm_config_//host/:x`), every shell sets some for itself, and
 * bash executes the content of `BASH_FUNC_*`. Such variables, rare in practice, bypass the shell: `env` sets them after
 * it.
 */
export function shellSafeEnvironment(env: Readonly<Record<string, string>>, program: string): ShellSafeEnvironment {
  const odd = Object.keys(env).filter((name) => !alwaysPassed.has(name) && !ordinary.test(name));
  return odd.length === 0 ? { shell: env, prefix: [] } : divide(env, new Set(odd), program);
}

function divide(env: Readonly<Record<string, string>>, odd: ReadonlySet<string>, program: string): ShellSafeEnvironment {
  const shell = Object.fromEntries(Object.entries(env).filter(([name]) => !odd.has(name)));
  // env would parse a program with `=` in its path as another assignment.
  if (program.includes("=") || !existsSync(envProgram)) return { shell, prefix: [] };
  return { shell, prefix: [envProgram, ...[...odd].map((name) => `${name}=${env[name] ?? ""}`)] };
}
