import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import { loginTarget } from "../login/login-target.js";
import { readLogins, requireLoginFile, type UserLogin } from "../login/user-logins.js";
import { UsageError } from "../usage-error.js";

export interface LogoutOptions {
  /** `undefined` only with `all`. */
  readonly server: string | undefined;
  readonly mcp?: string;
  readonly all?: true;
  readonly json?: true;
}

interface LoggedOut {
  readonly server: string;
  /** `unsupported`: the authorization server has no revocation. `failed`: its tokens may live on until they expire. */
  readonly revoked: "done" | "unsupported" | "failed";
  readonly problem?: string;
}

/** `toolgen logout`: revokes the tokens of a login where the authorization server can, and removes them here. */
export async function logout({ server, mcp, all, json }: LogoutOptions, terminal: Terminal): Promise<number> {
  if (all === (server !== undefined ? true : undefined)) throw new UsageError("Name one server, or --all.");
  const { environment: env, out, err } = terminal;
  const logins = all ? readLogins(env) : loginsAt(server ?? "", mcp, terminal);
  if (logins.length === 0) {
    if (!all) err(`toolgen: there is no login at ${server}. Run 'toolgen login --list' to see all.\n`);
    else if (json) out("[]\n");
    return all ? exitCode.done : exitCode.failed;
  }
  const ended: LoggedOut[] = [];
  for (const each of logins) ended.push(await end(each, env));
  if (json) out(`${JSON.stringify(ended, null, 2)}\n`);
  else for (const each of ended) out(`Logged out of ${each.server}${each.revoked === "done" ? ", and its tokens are revoked" : ""}.\n`);
  for (const { server: address, problem } of ended)
    if (problem !== undefined) err(`toolgen: the tokens of ${address} are removed, but not revoked: ${problem}\n`);
  return exitCode.done;
}

function loginsAt(server: string, mcp: string | undefined, terminal: Terminal): readonly UserLogin[] {
  const { url } = loginTarget({ server, ...(mcp !== undefined && { mcp }) }, terminal);
  const file = requireLoginFile(url, terminal.environment);
  return readLogins(terminal.environment).filter((one) => one.file === file);
}

/** A login that can't be read is removed too: nothing can be revoked with it. */
async function end({ file, login, problem }: UserLogin, env: Terminal["environment"]): Promise<LoggedOut> {
  const { removeLogin, withLoginLock } = await import("../../runtime/registry/mcp/login/login-storage.js");
  const { loginProblem } = await import("../../runtime/registry/mcp/login/login-problem.js");
  try {
    // A process that refreshes the login now would write it again.
    await withLoginLock(file, AbortSignal.timeout(lockMs), async () => removeLogin(file));
  } catch (error) {
    throw new UsageError(`${file} can't be removed: ${loginProblem(error)}`);
  }
  if (login === undefined) return { server: file, revoked: "failed", ...(problem !== undefined && { problem }) };
  try {
    const { revokeLogin } = await import("../../runtime/registry/mcp/login/revoke-login.js");
    return { server: login.server, revoked: (await revokeLogin(login, env)) ? "done" : "unsupported" };
  } catch (error) {
    return { server: login.server, revoked: "failed", problem: loginProblem(error) };
  }
}

const lockMs = 60_000;
