import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type LineFileLock, tryLineFileLock } from "../call/line-file.js";
import { isJsonObject, type JsonValue } from "../contract/json-value.js";
import { isPrivateFolder, removeLeftovers, stateFile, temporaryName } from "../contract/user-file.js";

/** How toolgen is known to an authorization server. */
export interface LoginClient {
  readonly id: string;
  /** Only of a registration that the authorization server made. */
  readonly secret?: string;
  /** The variable that holds the secret of a client that the user registered. */
  readonly secretEnv?: string;
  /** Or the file that holds it. */
  readonly secretFile?: string;
  /** `token_endpoint_auth_method` of the registration. */
  readonly authMethod?: string;
}

/** A login at an MCP server, as it is kept in the user's folder. */
export interface StoredLogin {
  /** The server's address, without a fragment. The token is sent to no other server. */
  readonly server: string;
  /** The authorization server, and what is needed of its metadata. */
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly authMethods: readonly string[];
  readonly revocationEndpoint?: string;
  readonly client: LoginClient;
  /** The resource that the token was requested for (RFC 8707). */
  readonly resource?: string;
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly scope?: string;
  /** In milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Returns the address by which the login at a server is found. */
export function serverKey(url: string | URL): string {
  const key = new URL(url);
  key.hash = "";
  return key.href;
}

/** The file of a login; `undefined` without a home folder. */
export const loginFile = (server: string | URL, env: Readonly<Record<string, string | undefined>>): string | undefined =>
  stateFile(env, `${loginFolder}/${createHash("sha256").update(serverKey(server)).digest("hex").slice(0, 32)}.json`);

/** The folder of all logins, in the user's state folder. */
export const loginFolder = "logins";

/** Parses a login; `undefined` if the text isn't one. */
function parseLogin(text: string): StoredLogin | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isJsonObject(value as JsonValue) && isLogin(value as Fields) ? (value as unknown as StoredLogin) : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function isLogin(value: Fields): boolean {
  const { client, authMethods, expiresAt } = value;
  const isText = (one: unknown) => typeof one === "string";
  const isOptionalText = (one: unknown) => one === undefined || isText(one);
  return (
    [value.server, value.issuer, value.tokenEndpoint, value.accessToken].every(isText) &&
    [value.revocationEndpoint, value.resource, value.refreshToken, value.scope].every(isOptionalText) &&
    Array.isArray(authMethods) &&
    authMethods.every(isText) &&
    (expiresAt === undefined || typeof expiresAt === "number") &&
    isJsonObject(client as JsonValue) &&
    isText((client as Fields).id) &&
    [(client as Fields).secret, (client as Fields).secretEnv, (client as Fields).secretFile, (client as Fields).authMethod].every(
      isOptionalText,
    )
  );
}

/** A login that can't be used, and why, for people. */
export class LoginStorageError extends Error {
  override readonly name = "LoginStorageError";
}

/**
 * Reads a login; `undefined` if there is none. Throws a `LoginStorageError` if another user could have read or written
 * it, or if it is a link: its tokens may be known, or another user's.
 */
export function readLogin(file: string): StoredLogin | undefined {
  const text = readPrivate(file);
  if (text === undefined) return undefined;
  const login = parseLogin(text);
  if (login === undefined) throw new LoginStorageError(`${file} is not a login of toolgen. Remove it, and log in again.`);
  return login;
}

function readPrivate(file: string): string | undefined {
  checkFolder(dirname(file));
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new LoginStorageError(code === "ELOOP" ? linked(file) : `${file} can't be read: ${message}.`);
  }
  try {
    const reason = unsafe(file, fstatSync(descriptor));
    if (reason !== undefined) throw new LoginStorageError(reason);
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a login so that a reader sees all of it or the one before, and only this user can read it. */
export function writeLogin(file: string, login: StoredLogin): void {
  const folder = dirname(file);
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  if (process.platform === "win32") mkdirSync(folder, { recursive: true });
  else if (!isPrivateFolder(folder)) throw new LoginStorageError(`${folder} is a link, or another user's folder.`);
  const present = lstatSync(file, { throwIfNoEntry: false });
  const reason = present && unsafe(file, present);
  if (reason !== undefined) throw new LoginStorageError(reason);
  const temporary = join(folder, temporaryName());
  try {
    writeFileSync(temporary, `${JSON.stringify(login, null, 2)}\n`, { flag: "wx", mode: 0o600 });
    renameSync(temporary, file);
    removeLeftovers(folder);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Removes a login. Returns false if there was none. */
export function removeLogin(file: string): boolean {
  checkFolder(dirname(file));
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return false;
  rmSync(file);
  return true;
}

function checkFolder(folder: string): void {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory()) throw new LoginStorageError(`${folder} is not a folder, or a link to one. Remove it, and log in again.`);
  if (isAccessible(stats)) throw new LoginStorageError(`${folder} is accessible to other users. Run: chmod 700 ${folder}`);
}

function unsafe(file: string, stats: Stats): string | undefined {
  if (!stats.isFile() || stats.nlink > 1) return linked(file);
  return isAccessible(stats) ? `${file} is accessible to other users, who may know its tokens. Remove it, and log in again.` : undefined;
}

const linked = (file: string) => `${file} is a link, or not a file. Remove it, and log in again.`;

/** Windows has no modes: a user's folder is the user's own there. */
const isAccessible = ({ mode, uid }: Stats) => process.platform !== "win32" && ((mode & 0o077) !== 0 || uid !== process.getuid?.());

const pauseMs = 50;

/** Works on a login while no other process does. Waits for the others until the signal aborts. */
export async function withLoginLock<T>(file: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const lock = await lockOf(file, signal);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function lockOf(file: string, signal: AbortSignal): Promise<LineFileLock> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  for (;;) {
    const lock = tryLineFileLock(`${file}.lock`);
    if (lock !== undefined) return lock;
    await wait(pauseMs, undefined, { signal });
  }
}
