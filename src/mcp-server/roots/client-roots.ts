import { realpathSync, statSync } from "node:fs";
import { SdkError, SdkErrorCode, type Server } from "@modelcontextprotocol/server";
import { oneLine } from "../../runtime/text/one-line.js";
import type { ServerOptions } from "../serve-tools.js";
import { type RootFolder, rootFolder, within } from "./root-folder.js";

/** A client answers by itself, without its user. In milliseconds. */
const answerMs = 30_000;

/**
 * Lets calls work in the root that a client names (`--roots`), over standard input and output. A client is asked before
 * a call, and again once it has notified that its roots have changed. A call that runs stays where it began.
 */
export class ClientRoots {
  readonly #allowed: string;
  readonly #own: string;
  #workspace: string;
  #asked: Promise<RootFolder> | undefined;

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
      this.#asked = undefined;
    });
  }

  /** Waits until the workspace is that of the client. Returns the reason if it can't be. */
  async problem(server: Server, era: "legacy" | "modern"): Promise<string | undefined> {
    // Revision 2026-07-28 deprecates roots, and has no notification of their changes.
    const roots = era === "modern" ? undefined : server.getClientCapabilities()?.roots;
    if (roots === undefined) return this.#take(this.#ownFolder());
    const asked = this.#asked ?? this.#ask(server);
    this.#asked = asked;
    const found = await asked;
    // A client that doesn't notify, or has no usable root, is asked again.
    if (this.#asked === asked && (!found.ok || roots.listChanged !== true)) this.#asked = undefined;
    return this.#take(found);
  }

  #take(found: RootFolder): string | undefined {
    if (!found.ok) return found.message;
    this.#workspace = found.dir;
    return undefined;
  }

  async #ask(server: Server): Promise<RootFolder> {
    try {
      const { roots } = await server.listRoots(undefined, { timeout: answerMs });
      return rootFolder(roots, this.#allowed);
    } catch (error) {
      return { ok: false, message: askingFailed(error) };
    }
  }

  #ownFolder(): RootFolder {
    const found = within(this.#own, this.#allowed, "The server's own folder");
    return found.ok ? found : { ok: false, message: `The client names no roots. ${found.message}` };
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
