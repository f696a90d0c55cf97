import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { loginFile, loginFolder, readLogin, type StoredLogin } from "../../agent/stored-login.js";
import { stateFile } from "../../contract/user-file.js";
import { exitCode, UsageError } from "../command.js";
import type { Terminal } from "../io/terminal.js";

type Environment = Terminal["environment"];

/** A file in the user's folder of logins. */
export interface UserLogin {
  readonly file: string;
  /** `undefined` if it can't be used; `problem` says why. */
  readonly login?: StoredLogin;
  readonly problem?: string;
}

/** Returns the file of a server's login. */
export function requireLoginFile(server: URL, env: Environment): string {
  const file = loginFile(server, env);
  if (file === undefined) throw new UsageError("Neither HOME nor XDG_STATE_HOME is set, so there is no folder for logins.");
  return file;
}

/** Reads all logins of the user. */
export function readLogins(env: Environment): readonly UserLogin[] {
  const folder = stateFile(env, loginFolder);
  if (folder === undefined) return [];
  return namesIn(folder)
    .filter((name) => /^[0-9a-f]{32}\.json$/.test(name))
    .map((name) => read(join(folder, name)))
    .sort((a, b) => ((a.login?.server ?? a.file) < (b.login?.server ?? b.file) ? -1 : 1));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new UsageError(`${folder} can't be read: ${(error as Error).message}`, `It is a folder of ${dirname(folder)}.`);
  }
}

function read(file: string): UserLogin {
  try {
    const login = readLogin(file);
    return login === undefined ? { file, problem: `${file} was removed.` } : { file, login };
  } catch (error) {
    return { file, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Prints all logins of the user, without their tokens. */
export function listLogins({ json }: { readonly json?: true }, { environment, out, err }: Terminal): number {
  const all = readLogins(environment);
  const usable = all.flatMap(({ file, login }) => (login === undefined ? [] : [{ file, login }]));
  const problems = all.flatMap(({ problem }) => problem ?? []);
  if (json)
    out(
      `${JSON.stringify(
        usable.map(({ file, login }) => loginFacts(login, file)),
        null,
        2,
      )}\n`,
    );
  else if (usable.length === 0 && problems.length === 0)
    out("There are no logins. Make one: toolgen login https://tools.example.org/mcp\n");
  else for (const { login } of usable) out(`${describeLogin(login)}\n`);
  for (const problem of problems) err(`toolgen: ${problem}\n`);
  return problems.length === 0 ? exitCode.done : exitCode.failed;
}

/** The facts of a login that may be shown: everything but its tokens and secrets. */
interface LoginFacts {
  readonly server: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string | null;
  /** When the access token expires, as an ISO date. */
  readonly expiresAt: string | null;
  /** True if an expired access token is replaced without the user. */
  readonly canRefresh: boolean;
  readonly file: string;
}

/** Returns the facts of a login, for `--json`. */
export const loginFacts = ({ server, issuer, client, scope, expiresAt, refreshToken }: StoredLogin, file: string): LoginFacts => ({
  server,
  issuer,
  clientId: client.id,
  scope: scope ?? null,
  expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  canRefresh: refreshToken !== undefined,
  file,
});

/** Returns a line about a login, for people. */
export function describeLogin({ server, issuer, scope, expiresAt, refreshToken }: StoredLogin): string {
  const words = [`by ${issuer}`, scope && `scope ${scope}`, stateOf(expiresAt, refreshToken !== undefined)];
  return `${server} (${words.filter((one) => one).join("; ")})`;
}

function stateOf(expiresAt: number | undefined, canRefresh: boolean): string {
  if (canRefresh) return "refreshed when needed";
  if (expiresAt === undefined) return "does not say when it expires";
  return expiresAt < Date.now() ? "expired" : `until ${new Date(expiresAt).toISOString()}`;
}
