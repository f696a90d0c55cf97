import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import type { McpOAuthSettings } from "../../agent/mcp-connection.js";
import { exitCode, UsageError } from "../command.js";
import { interruptible } from "../io/interruptible.js";
import type { Terminal } from "../io/terminal.js";
import { type LoginTarget, loginTarget, type ServerOperand } from "../login/login-target.js";
import { listenForRedirect, openBrowser, type RedirectListener } from "../login/redirect-listener.js";
import { describeLogin, listLogins, loginFacts, readLogins, requireLoginFile, type UserLogin } from "../login/user-logins.js";

export interface LoginOptions {
  /** `undefined` only with `list`. */
  readonly server: string | undefined;
  readonly mcp?: string;
  readonly clientId?: string;
  readonly clientSecretEnv?: string;
  readonly clientSecretFile?: string;
  readonly clientMetadataUrl?: string;
  /** Scopes with spaces between them. */
  readonly scope?: string;
  readonly port?: number;
  readonly browser: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  readonly list?: true;
  readonly json?: true;
}

/**
 * `toolgen login`: logs the user in at an MCP server over HTTP by OAuth, and keeps the tokens in the user's folder,
 * where registries find them. With `--list`, lists the logins.
 */
export async function login(options: LoginOptions, terminal: Terminal): Promise<number> {
  const { server, mcp, list } = options;
  if (list) {
    if (server !== undefined) throw new UsageError("--list lists all logins, and takes no server.");
    return listLogins(options, terminal);
  }
  if (server === undefined)
    throw new UsageError("There is no server to log in at.", "Name one: toolgen login https://tools.example.org/mcp");
  const operand: ServerOperand = { server, ...(mcp !== undefined && { mcp }) };
  const target = withOptions(loginTarget(operand, terminal), options, terminal);
  const state = randomBytes(32).toString("base64url");
  const listener = await listenForRedirect(state, target.oauth.redirectPort);
  try {
    return await interruptible((signal) => attempt(target, { options, terminal, state, listener, signal }));
  } finally {
    listener.close();
  }
}

function withOptions(target: LoginTarget, options: LoginOptions, { launchDir }: Terminal): LoginTarget {
  const { clientId, clientSecretEnv, clientSecretFile, clientMetadataUrl, scope, port } = options;
  const oauth: McpOAuthSettings = {
    ...target.oauth,
    ...(clientId !== undefined && { clientId }),
    ...(clientSecretEnv !== undefined && { clientSecretEnv }),
    ...(clientSecretFile !== undefined && { clientSecretFile: resolve(launchDir, clientSecretFile) }),
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    ...(scope !== undefined && { scopes: scope.split(/\s+/).filter((one) => one !== "") }),
    ...(port !== undefined && { redirectPort: port }),
  };
  const secrets = [oauth.clientSecretEnv, oauth.clientSecretFile].filter((one) => one !== undefined);
  if (secrets.length > 1) throw new UsageError("A client has one secret.", "Name its variable or its file, not both.");
  if (secrets.length > 0 && oauth.clientId === undefined)
    throw new UsageError("A client secret belongs to a client.", "Name the client with --client-id.");
  if (oauth.clientMetadataUrl !== undefined && !/^https:\/\/[^/]+\/./.test(oauth.clientMetadataUrl))
    throw new UsageError("The address of client metadata begins with https:// and has a path.");
  return { ...target, oauth };
}

interface Attempt {
  readonly options: LoginOptions;
  readonly terminal: Terminal;
  readonly state: string;
  readonly listener: RedirectListener;
  readonly signal: AbortSignal;
}

async function attempt({ url, headers, oauth }: LoginTarget, { options, terminal, state, listener, signal }: Attempt): Promise<number> {
  const env = terminal.environment;
  const file = requireLoginFile(url, env);
  const limit = AbortSignal.timeout(options.timeout);
  const either = AbortSignal.any([signal, limit]);
  const [{ logIn }, { withLoginLock, writeLogin }] = await Promise.all([
    import("../../agent/log-in.js"),
    import("../../agent/stored-login.js"),
  ]);
  try {
    const askUser = (address: URL) => {
      terminal.err(`Log in at ${url.host} on this page:\n\n  ${address.href}\n\n`);
      if (options.browser && terminal.isInteractive) openBrowser(address, env);
      return listener.receive(either);
    };
    const { redirectUrl } = listener;
    const made = await logIn({ server: url, headers, oauth, env, redirectUrl, state, askUser, signal: either });
    await withLoginLock(file, either, async () => writeLogin(file, made));
    terminal.out(options.json ? `${JSON.stringify(loginFacts(made, file), null, 2)}\n` : `Logged in at ${describeLogin(made)}\n`);
    return exitCode.done;
  } catch (error) {
    if (signal.aborted) terminal.err("toolgen: the login was cancelled.\n");
    else if (limit.aborted)
      terminal.err(
        `toolgen: there was no answer from your browser within ${options.timeout / 1000} s of the login at ${url.host}. Run the command again, or raise --timeout.\n`,
      );
    else terminal.err(`toolgen: the login at ${url.host} failed: ${await reasonOf(error)}\n`);
    return exitCode.failed;
  }
}

async function reasonOf(error: unknown): Promise<string> {
  const { loginProblem } = await import("../../agent/auth-fetch.js");
  return loginProblem(error);
}

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
  const { removeLogin, withLoginLock } = await import("../../agent/stored-login.js");
  const { loginProblem } = await import("../../agent/auth-fetch.js");
  try {
    // A process that refreshes the login now would write it again.
    await withLoginLock(file, AbortSignal.timeout(lockMs), async () => removeLogin(file));
  } catch (error) {
    throw new UsageError(`${file} can't be removed: ${loginProblem(error)}`);
  }
  if (login === undefined) return { server: file, revoked: "failed", ...(problem !== undefined && { problem }) };
  try {
    const { revokeLogin } = await import("../../agent/log-in.js");
    return { server: login.server, revoked: (await revokeLogin(login, env)) ? "done" : "unsupported" };
  } catch (error) {
    return { server: login.server, revoked: "failed", problem: loginProblem(error) };
  }
}

const lockMs = 60_000;
