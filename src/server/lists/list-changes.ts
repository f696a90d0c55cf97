import { createHash } from "node:crypto";
import type { Server, ServerEvent } from "@modelcontextprotocol/server";
import { userSettingsFile } from "../../call/user-settings.js";
import { oneLine } from "../../contract/display-text.js";
import type { ServerOptions } from "../server-options.js";
import type { ServedToolSource } from "../tool-source.js";
import { markIfThere, watchFile } from "../watch-file.js";
import { searchMarks } from "./search-tools.js";
import { digestOf, type ListName, readList, type ServedLists } from "./served-lists.js";

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
  readonly #options: ServerOptions;
  readonly #listeners = new Set<(event: ServerEvent) => void>();
  #digests = new Map<ListKind, string>();
  #state: "idle" | "wanted" | "watching" | "closed" = "idle";
  #pending: NodeJS.Timeout | undefined;
  readonly #stops: (() => void)[] = [];

  constructor(source: ServedToolSource, options: ServerOptions) {
    this.#source = source;
    this.#options = options;
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

  /** Begins to watch once the answer that is being made is sent. A change until then is told too. */
  watchSoon(): void {
    if (this.#state !== "idle" || this.#source.watch === undefined) return;
    this.#state = "wanted";
    const before = this.#mark();
    setImmediate(() => {
      this.watch();
      if (this.#state === "closed" || this.#mark() === before) return;
      this.#digests.clear();
      this.#changed();
    });
  }

  #mark(): string {
    const settings = userSettingsFile(this.#options.env);
    return [this.#source.listMark?.() ?? "", settings === undefined ? "" : markIfThere(settings)].join("\n");
  }

  /** Begins to watch, unless it does. */
  watch(): void {
    if (this.#state === "watching" || this.#state === "closed") return;
    this.#state = "watching";
    const { watch } = this.#source;
    if (watch === undefined) return;
    const { env, lookMs } = this.#options;
    const settings = userSettingsFile(env);
    this.#watchBy("tools", (onChange) => watch(onChange, lookMs));
    if (settings !== undefined) this.#watchBy("settings", (onChange) => watchFile(settings, onChange, lookMs));
    this.#digests = new Map(kinds.flatMap((kind) => this.#digest(kind)));
  }

  close(): void {
    this.#state = "closed";
    clearTimeout(this.#pending);
    for (const stop of this.#stops.splice(0)) stop();
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

  #watchBy(what: string, watch: (onChange: () => void) => () => void): void {
    try {
      this.#stops.push(watch(() => this.#changed()));
    } catch (error) {
      this.#options.log(`doesn't tell clients about changed ${what}, because their files can't be watched: ${oneLine(String(error))}`);
    }
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

  /** The lists as clients get them by the user's settings, and what else decides which parts of them a client gets. */
  #listsOf(kind: ListKind): readonly (Uint8Array | string)[] {
    const source = this.#source;
    const read = (name: ListName) => readList(name, source, this.#options);
    switch (kind) {
      case "tools":
        return this.#options.search === true
          ? [searchMarks({ list: () => read("tools canonical"), groups: () => source.groups() })]
          : [read("tools canonical"), read("tools open"), JSON.stringify(source.groups())];
      case "prompts":
        return source.prompts === undefined ? [] : [read("prompts"), JSON.stringify(source.prompts.scopes())];
      case "resources":
        return source.resources === undefined
          ? []
          : [read("resources"), read("resourceTemplates"), JSON.stringify(source.resources.scopes())];
    }
  }

  /** None for a list that can't be read now: a build may be writing it. */
  #digest(kind: ListKind): readonly (readonly [ListKind, string])[] {
    try {
      const hash = createHash("sha256");
      for (const list of this.#listsOf(kind)) hash.update(typeof list === "string" ? list : digestOf(list)).update("\n");
      return [[kind, hash.digest("base64")]];
    } catch {
      return [];
    }
  }
}

const methods = {
  tools_list_changed: "notifications/tools/list_changed",
  prompts_list_changed: "notifications/prompts/list_changed",
  resources_list_changed: "notifications/resources/list_changed",
} as const;

/**
 * Sends a connection's client what changes, until it closes. A client of a revision up to 2025-11-25 gets everything
 * once it is initialized; one of 2026-07-28, on standard input and output, what it subscribed to, which the SDK sorts
 * out.
 */
export function followChanges(server: Server, changes: ListChanges, era: "legacy" | "modern"): void {
  const send = (event: ServerEvent) => {
    const capabilities = server.getCapabilities();
    if (event.kind === "resource_updated" || capabilities[listOf(event)]?.listChanged !== true) return;
    // A client that has gone doesn't need to know.
    server.notification({ method: methods[event.kind] }).catch(() => {});
  };
  let stop = () => {};
  const begin = () => {
    stop();
    stop = changes.subscribe(send);
  };
  if (era === "modern") begin();
  else server.oninitialized = begin;
  const { onclose } = server;
  server.onclose = () => {
    stop();
    onclose?.();
  };
}

type ListEvent = Exclude<ServerEvent["kind"], "resource_updated">;

const listNames = { tools_list_changed: "tools", prompts_list_changed: "prompts", resources_list_changed: "resources" } as const;
const listOf = ({ kind }: { readonly kind: ListEvent }) => listNames[kind];
