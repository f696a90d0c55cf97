import { realpathSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ProtocolError, ProtocolErrorCode, SdkError, SdkErrorCode, type Server } from "@modelcontextprotocol/server";
import { secretValues } from "../../call/audit-log.js";
import { recordRefusal } from "../../call/call-record.js";
import { isWithin } from "../../call/paths.js";
import { onlyTheUser } from "../../call/refusal.late.js";
import { oneLine, singleLine } from "../../contract/display-text.js";
import { type ProtocolResult, protocolFailure } from "../protocol-result.js";
import type { ServerOptions } from "../server-options.js";
import type { FoundServedTool } from "../tool-source.js";

/** A client answers by itself, without its user. In milliseconds. */
const rootsMs = 30_000;

/**
 * Lets calls work in the root that a client names (`--roots`), over standard input and output. A client is asked before
 * a call, and again once it has notified that its roots have changed. A call that runs stays where it began.
 */
export class ClientRoots {
  readonly #allowed: string;
  readonly #own: string;
  #workspace: string;
  /** The folder that requests work in; none if the client has no usable root, or hasn't been asked. */
  #folder: string | undefined;
  #request: Promise<RootFolder> | undefined;
  readonly #onChanged = new Set<(hasWorkspace: boolean) => void>();

  /** `allowed` is the folder that roots must be in. Throws if it is not a folder. */
  constructor({ allowed, own }: { readonly allowed: string; readonly own: string }) {
    this.#allowed = realFolder(allowed);
    this.#own = own;
    this.#workspace = own;
  }

  /** Returns the options with the workspace as it is at the time of each call. */
  optionsWithRoot<Options extends ServerOptions>(options: Options): Options {
    return Object.defineProperty({ ...options }, "workspace", { enumerable: true, get: () => this.#workspace });
  }

  /** Listens for changes of the roots of a connection's client, of a revision up to 2025-11-25. */
  follow(server: Server): void {
    server.setNotificationHandler("notifications/roots/list_changed", () => {
      this.#request = undefined;
      // Requests ask when they need the root. What is followed has no request that would.
      if (this.#onChanged.size > 0) void this.problem(server, "legacy");
    });
  }

  /**
   * Calls a function once requests work in another folder, or in none (`false`), until the returned function is called.
   * As long as there is such a function, a client that notifies of a change is asked at once.
   */
  onChanged(listener: (hasWorkspace: boolean) => void): () => void {
    this.#onChanged.add(listener);
    return () => void this.#onChanged.delete(listener);
  }

  /** Waits until the workspace is that of the client. Returns the reason if it can't be. */
  async problem(server: Server, era: "legacy" | "modern"): Promise<string | undefined> {
    // Revision 2026-07-28 deprecates roots, and has no notification of their changes.
    const roots = era === "modern" ? undefined : server.getClientCapabilities()?.roots;
    if (roots === undefined) return this.ownProblem();
    const request = this.#request ?? this.#ask(server);
    this.#request = request;
    const found = await request;
    // The root has changed since the question: this answer is of before.
    if (this.#request !== undefined && this.#request !== request) return this.problem(server, era);
    // A client that doesn't notify, or has no usable root, is asked again.
    if (this.#request === request && (!found.ok || roots.listChanged !== true)) this.#request = undefined;
    return this.#take(found);
  }

  /** Makes the server's own folder the workspace, for a client without roots. Returns the reason if it can't be. */
  ownProblem(): string | undefined {
    return this.#take(this.#ownFolder());
  }

  #take(found: RootFolder): string | undefined {
    const folder = found.ok ? found.dir : undefined;
    if (folder !== undefined) this.#workspace = folder;
    if (folder !== this.#folder) {
      this.#folder = folder;
      for (const listener of [...this.#onChanged]) listener(folder !== undefined);
    }
    return found.ok ? undefined : found.message;
  }

  async #ask(server: Server): Promise<RootFolder> {
    try {
      const { roots } = await server.listRoots(undefined, { timeout: rootsMs });
      return rootFolder(roots, this.#allowed);
    } catch (error) {
      return { ok: false, message: askingFailed(error) };
    }
  }

  #ownFolder(): RootFolder {
    const found = ownWithin(this.#own, this.#allowed);
    return found.ok ? found : { ok: false, message: `The client names no roots. ${found.message}` };
  }
}

/** The server's own folder can be removed while it runs. */
function ownWithin(own: string, allowed: string): RootFolder {
  const what = "The server's own folder";
  try {
    return within(own, allowed, what);
  } catch (error) {
    return { ok: false, message: `${what} can't be used: ${singleLine(String(error), 200)}.` };
  }
}

function askingFailed(error: unknown): string {
  // The SDK refuses other URIs before they get here.
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult)
    return "The client's roots are not valid: a root must be a file:// URI.";
  return `The client did not say which root it works in (${oneLine(error instanceof Error ? error.message : String(error)).slice(0, 200)}).`;
}

function realFolder(path: string): string {
  try {
    const dir = realpathSync(path);
    if (statSync(dir).isDirectory()) return dir;
  } catch {
    // Reported below.
  }
  throw new Error(`--roots names '${path}', which is not a folder.`);
}

/** The folder that calls of a client work in, or a sentence that says why there is none. */
type RootFolder = { readonly ok: true; readonly dir: string } | { readonly ok: false; readonly message: string };

const maxShown = 3;

/** Returns the folder of a client's only root, if it is within `allowed`, a resolved path. */
function rootFolder(roots: readonly { readonly uri: string }[], allowed: string): RootFolder {
  const [root, ...others] = roots;
  if (root === undefined) return failed("The client has no root to work in. Open a folder in it.");
  if (others.length > 0) {
    const names = roots.slice(0, maxShown).map(({ uri }) => shown(uri));
    const all = roots.length > maxShown ? `${names.join(", ")}, …` : names.join(", ");
    return failed(`The client has ${roots.length} roots (${all}), and this server works in one. Open one folder alone.`);
  }
  const { uri } = root;
  try {
    return within(fileURLToPath(uri), allowed, "The client's root");
  } catch (error) {
    return failed(`The client's root ${shown(uri)} is not a folder of this machine: ${singleLine(String(error), 200)}.`);
  }
}

/** Returns a folder by its real path, which must be within `allowed`. Throws the file system's error. */
function within(folder: string, allowed: string, what: string): RootFolder {
  const dir = realpathSync(folder);
  if (!statSync(dir).isDirectory()) return failed(`${what} ${shown(dir)} is not a folder.`);
  return isWithin(dir, allowed)
    ? { ok: true, dir }
    : failed(`${what} ${shown(dir)} is outside of ${shown(allowed)}, which --roots allows.`);
}

const shown = (text: string) => `'${singleLine(text, 200)}'`;
const failed = (message: string): RootFolder => ({ ok: false, message });

/** Throws if the client's root can't be the workspace. */
export async function assertWorkspace(
  server: Server,
  { roots, era }: { readonly roots?: ClientRoots | undefined; readonly era: "legacy" | "modern" },
): Promise<void> {
  const problem = await roots?.problem(server, era);
  if (problem !== undefined) throw new ProtocolError(ProtocolErrorCode.InternalError, problem);
}

/** Refuses a call that has no folder to work in, and logs it, if the log is on. */
export function refuseWithoutWorkspace(
  { tool, projectDir }: FoundServedTool & { readonly ok: true },
  problem: string,
  { args, env }: { readonly args: unknown; readonly env: ServerOptions["env"] },
): ProtocolResult {
  const { name, audit, hidden, secrets } = tool.definition;
  const call = { tool: name, via: "mcp", project: projectDir, input: args, hidden, secrets: () => secretValues(secrets, env) } as const;
  const unwritten = recordRefusal({ ...call, why: "unavailable", env, isLoggedByProject: audit });
  const text = `${name} was not run: there is no folder to work in. ${problem} ${onlyTheUser()}`;
  return protocolFailure(unwritten === undefined ? text : `${text}\n${unwritten}`);
}
