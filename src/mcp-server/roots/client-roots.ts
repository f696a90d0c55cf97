import { realpathSync, statSync } from "node:fs";
import { SdkError, SdkErrorCode, type Server } from "@modelcontextprotocol/server";
import { oneLine } from "../../runtime/text/one-line.js";
import { singleLine } from "../../runtime/text/single-line.js";
import type { ServerOptions } from "../serve-tools.js";
import { type RootFolder, rootFolder, within } from "./root-folder.js";

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
