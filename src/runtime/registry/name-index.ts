import { nameWithoutHost } from "../lookup/unknown-tool.js";
import { closestNames, plain } from "../text/closest.js";

/** A tool as look-up knows it. */
export interface NamedTool {
  readonly name: string;
  /** Its aliases. */
  readonly aliases: readonly string[];
  /** Its MCP server, and the server's name for it. */
  readonly server?: { readonly name: string; readonly toolName: string } | undefined;
}

/**
 * Finds the tool that a model means: by its name, by an alias, by either with a host's prefix, or in another case or
 * with other separators. An ambiguous name matches no tool. More names are taken here than by `findByAlias`, because
 * the program that owns the registry decides about the tool that was found.
 */
export class NameIndex {
  readonly #tools: ReadonlyMap<string, NamedTool>;
  readonly #aliases = new Map<string, string>();
  /** `undefined`: it could be several. */
  readonly #plain = new Map<string, string | undefined>();
  readonly #servers: ReadonlySet<string>;

  constructor(tools: readonly NamedTool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#servers = new Set(tools.flatMap(({ server }) => (server === undefined ? [] : [plain(server.name)])));
    for (const { name } of tools) this.#addPlain(name, name);
    for (const { name, aliases, server } of tools) {
      for (const alias of aliases) if (!this.#aliases.has(alias)) this.#aliases.set(alias, name);
      for (const other of server === undefined ? aliases : [...aliases, server.toolName]) this.#addOtherPlain(other, name);
    }
  }

  /** Returns the name of the tool; `undefined` if none is meant for certain. */
  find(wanted: string): string | undefined {
    const shortName = nameWithoutHost(wanted);
    const server = /^([\w-]+)[.:/]/.exec(wanted.trim())?.[1];
    const candidates = [
      { name: wanted },
      server === undefined ? { name: shortName } : { name: shortName, server },
      ...withoutHost(shortName),
    ];
    return this.#first(candidates, (name) => this.#exactly(name)) ?? this.#first(candidates, (name) => this.#plain.get(plain(name)));
  }

  /** Returns tools whose names or aliases are close; at most three. */
  near(wanted: string): readonly string[] {
    const shortName = nameWithoutHost(wanted);
    const bare = withoutHost(shortName).at(-1)?.name ?? shortName;
    const others = new Map(
      [...this.#tools.values()].flatMap(({ name, server }) => [[name, name] as const, [server?.toolName ?? name, name]]),
    );
    const similar = closestNames(bare, [...others.keys()]).map((name) => others.get(name) ?? name);
    const same = [...this.#tools.values()].filter(({ server }) => server?.toolName === bare).map(({ name }) => name);
    return [...new Set([...same, ...similar])].slice(0, 3);
  }

  #exactly(name: string): string | undefined {
    return this.#tools.has(name) ? name : this.#aliases.get(name);
  }

  /**
   * A prefix with a configured server's alias selects only its own tools. Other server names are names of this program
   * in a host.
   */
  #first(candidates: readonly Candidate[], look: (name: string) => string | undefined): string | undefined {
    for (const { name, server } of candidates) {
      const found = look(name);
      if (found === undefined) continue;
      if (server === undefined || !this.#servers.has(plain(server))) return found;
      if (plain(this.#tools.get(found)?.server?.name ?? "") === plain(server)) return found;
    }
    return undefined;
  }

  #addPlain(name: string, tool: string): void {
    const key = plain(name);
    this.#plain.set(key, this.#plain.has(key) && this.#plain.get(key) !== tool ? undefined : tool);
  }

  /** A tool's own name wins over another's aliases. */
  #addOtherPlain(other: string, tool: string): void {
    const indexed = this.#plain.get(plain(other));
    if (indexed === undefined || plain(indexed) !== plain(other)) this.#addPlain(other, tool);
  }
}

interface Candidate {
  readonly name: string;
  readonly server?: string;
}

/**
 * Returns a name without a host's prefix: Gemini CLI `discovered_tool_` and `mcp_SERVER_`, Claude Code `mcp__SERVER__`,
 * registries `SERVER__`.
 */
function withoutHost(name: string): readonly Candidate[] {
  if (name.startsWith("discovered_tool_")) return [{ name: name.slice("discovered_tool_".length) }];
  const split = /^mcp__(.+?)__(.+)$/.exec(name) ?? /^mcp_([^_]+)_(.+)$/.exec(name) ?? /^(.+?)__(.+)$/.exec(name);
  const [, server, bare] = split ?? [];
  if (server === undefined || bare === undefined) return [];
  return [{ name: `${server}__${bare}` }, { name: bare, server }];
}
