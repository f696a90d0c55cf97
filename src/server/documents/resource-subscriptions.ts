import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { oneLine } from "../../contract/display-text.js";
import type { ServerOptions } from "../server-options.js";
import { currentCaller } from "../state/current-exchange.js";
import { FairShares } from "../state/fair-shares.js";
import type { ServedToolSource } from "../tool-source.js";
import { missingScopes } from "./document-scopes.js";
import { assertReadable, findResource, servedFile } from "./find-resource.js";
import { WatchedFiles } from "./watched-files.js";

/** How many resources clients may follow, together and each caller. */
const most = { ofAll: 4096, ofOne: 512 };

/** A client's wish to be told about changes of a resource. */
export interface Following {
  readonly uri: string;
  readonly principal: string;
  /** The scopes of the caller's token; absent without authentication. */
  readonly scopes?: readonly string[] | undefined;
  onUpdated(): void;
}

/** The resources that the clients of a process follow: those that are files. */
export class ResourceSubscriptions {
  readonly #source: ServedToolSource;
  readonly #options: ServerOptions;
  readonly #files = new WatchedFiles();
  readonly #shares = new FairShares(most);

  constructor(source: ServedToolSource, options: ServerOptions) {
    this.#source = source;
    this.#options = options;
  }

  /**
   * Follows a resource until the returned function is called. Throws the protocol's error for one that doesn't exist,
   * may not be read, or is not a file.
   */
  follow({ uri, principal, scopes, onUpdated }: Following): () => void {
    const { resources } = this.#source;
    if (resources === undefined) throw refusal("There are no resources here.");
    const named = findResource(resources, { uri, principal }, this.#options);
    const { content, definition } = named.resource;
    if (missingScopes(definition.scopes, scopes && { scopes: [...scopes] }).length > 0) throw refusal("The token lacks a scope.");
    if (content.kind !== "file") throw refusal(`${uri} is not a file, so the server can't know when it changes.`);
    assertReadable(definition, named.params, named.context);
    const file = servedFile({ ...named, content }, { uri, workspace: named.context.workspace });
    const release = this.#shares.hold(currentCaller(principal), 1);
    if (release === undefined) throw refusal("Too many resources are followed here. Unsubscribe from one first.");
    const stop = this.#watch(uri, () => this.#files.watch(file, onUpdated));
    if (stop === undefined) release();
    if (stop === undefined) throw refusal(`${uri} can't be followed.`);
    return () => {
      stop();
      release();
    };
  }

  /** Follows those of the resources that can be followed. */
  followSome(followings: readonly Following[]): () => void {
    const stops = followings.flatMap((following) => {
      try {
        return [this.follow(following)];
      } catch {
        // `subscriptions/listen` has no answer for a single resource.
        return [];
      }
    });
    return () => {
      for (const stop of stops) stop();
    };
  }

  close(): void {
    this.#files.close();
  }

  /** The system limits how many folders can be watched. */
  #watch(uri: string, begin: () => (() => void) | undefined): (() => void) | undefined {
    try {
      return begin();
    } catch (error) {
      this.#options.log(`can't watch ${oneLine(uri).slice(0, 200)}: ${oneLine(String(error))}`);
      return undefined;
    }
  }
}

const refusal = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
