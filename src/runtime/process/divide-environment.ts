import { existsSync } from "node:fs";
import { baseVariables } from "../command/build-environment.js";

/** An environment, divided into what may pass through a shell and what a shell would change, lose or act on. */
export interface DividedEnvironment {
  readonly shell: Readonly<Record<string, string>>;
  /** The words that set the rest, to be put before a program: none, or `env` and its assignments. */
  readonly prefix: readonly string[];
}

const envProgram = "/usr/bin/env";
/**
 * Variables that nearly every call passes on are valid. Testing the pattern on them costs more than the rest of this
 * function.
 */
const known = new Set(baseVariables);
const ordinary = /^(?!(?:PWD|OLDPWD|SHLVL|_|IFS|OPTIND|OPTARG|PPID|LINENO|ENV|SHELLOPTS|UID|EUID|PS[0-4]|BASH.*)$)[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * dash drops variables whose names aren't identifiers (`npm_config_//host/:x`), every shell sets some for itself, and bash runs what
 * `BASH_FUNC_*` holds. Such variables, rare in practice, go around the shell: `env` sets them when the shell is already gone.
 */
export function divideEnvironment(env: Readonly<Record<string, string>>, program: string): DividedEnvironment {
  const odd = Object.keys(env).filter((name) => !known.has(name) && !ordinary.test(name));
  return odd.length === 0 ? { shell: env, prefix: [] } : divide(env, new Set(odd), program);
}

function divide(env: Readonly<Record<string, string>>, odd: ReadonlySet<string>, program: string): DividedEnvironment {
  const shell = Object.fromEntries(Object.entries(env).filter(([name]) => !odd.has(name)));
  // env would read a program with `=` in its path as one more assignment.
  if (program.includes("=") || !existsSync(envProgram)) return { shell, prefix: [] };
  return { shell, prefix: [envProgram, ...[...odd].map((name) => `${name}=${env[name] ?? ""}`)] };
}
