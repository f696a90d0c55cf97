import { createHash } from "node:crypto";
import type { ServerEvent } from "@modelcontextprotocol/server";
import { oneLine } from "../runtime/text/one-line.js";
import { searchMarks } from "./search/search-marks.js";
import type { ServerOptions } from "./serve-tools.js";
import type { ServedLists } from "./served-lists.js";
import type { ServedToolSource } from "./tool-source.js";

/** A build writes several files: changes within this time count as one. In milliseconds. */
const quietMs = 100;

type ListKind = "tools" | "prompts" | "resources";
const kinds: readonly ListKind[] = ["tools", "prompts", "resources"];

/**
 * Knows when the lists of a server have changed, and passes events on to the connections of a process. It begins to
 * watch only when a client has read a list or wants events, so that the start of a server doesn't wait for it.
 */
export class ListChanges {
  readonly #source: ServedToolSource;
  readonly #log: (line: string) => void;
  readonly #isSearch: boolean;
  readonly #listeners = new Set<(event: ServerEvent) => void>();
  #digests = new Map<ListKind, string>();
  #state: "idle" | "wanted" | "watching" | "closed" = "idle";
  #pending: NodeJS.Timeout | undefined;
  #stop = () => {};

  constructor(source: ServedToolSource, { log, search = false }: Pick<ServerOptions, "log" | "search">) {
    this.#source = source;
    this.#log = log;
    this.#isSearch = search;
  }

  publish(event: ServerEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Passes events on to a connection until the returned function is called. */
  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The same for a client that waits for events and need not have read a list. */
  listen(listener: (event: ServerEvent) => void): () => void {
    this.watch();
    return this.subscribe(listener);
  }

  /** Begins to watch once the answer that is being made is sent. */
  watchSoon(): void {
    if (this.#state !== "idle" || this.#source.watch === undefined) return;
    this.#state = "wanted";
    setImmediate(() => this.watch());
  }

  /** Begins to watch, unless it does. */
  watch(): void {
    if (this.#state === "watching" || this.#state === "closed") return;
    this.#state = "watching";
    try {
      this.#stop = this.#source.watch?.(() => this.#changed()) ?? this.#stop;
    } catch (error) {
      this.#log(`doesn't tell clients about changed tools, because their files can't be watched: ${oneLine(String(error))}`);
      return;
    }
    this.#digests = new Map(kinds.flatMap((kind) => this.#digest(kind)));
  }

  close(): void {
    this.#state = "closed";
    clearTimeout(this.#pending);
    this.#stop();
    this.#listeners.clear();
  }

  /** The lists that a client has read, which say that they want to know of changes. */
  watched(lists: ServedLists): ServedLists {
    const read = <Args extends readonly unknown[], List>(list: (...args: Args) => List) => {
      return (...args: Args): List => {
        this.watchSoon();
        return list(...args);
      };
    };
    return {
      tools: read(lists.tools),
      prompts: read(lists.prompts),
      resources: read(lists.resources),
      resourceTemplates: read(lists.resourceTemplates),
    };
  }

  #changed(): void {
    clearTimeout(this.#pending);
    this.#pending = setTimeout(() => this.#compare(), quietMs).unref();
  }

  #compare(): void {
    for (const kind of kinds)
      for (const [, digest] of this.#digest(kind)) {
        if (this.#digests.get(kind) === digest) continue;
        this.#digests.set(kind, digest);
        this.publish({ kind: `${kind}_list_changed` });
      }
  }

  #listsOf(kind: ListKind): readonly Uint8Array[] {
    return kind === "tools" && this.#isSearch ? [searchMarks(this.#source)] : listsOf(kind, this.#source);
  }

  /** None for a list that can't be read now: a build may be writing it. */
  #digest(kind: ListKind): readonly (readonly [ListKind, string])[] {
    try {
      const hash = createHash("sha256");
      for (const list of this.#listsOf(kind)) hash.update(list).update("\n");
      return [[kind, hash.digest("base64")]];
    } catch {
      return [];
    }
  }
}

function listsOf(kind: ListKind, { list, prompts, resources }: ServedToolSource): readonly Uint8Array[] {
  switch (kind) {
    case "tools":
      return [list("canonical"), list("open")];
    case "prompts":
      return prompts === undefined ? [] : [prompts.list()];
    case "resources":
      return resources === undefined ? [] : [resources.list(), resources.listTemplates()];
  }
}
