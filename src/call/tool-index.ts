import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompiledTool, Selector, ToolKind } from "../contract/definition.js";
import type { SchemaChange } from "../contract/json-schema.js";
import { isJsonObject, type JsonObject, markStart } from "../contract/json-value.js";
import { closestNames, plain, visibleName, wordsOf } from "../contract/names.js";
import type { ToolRisk } from "../contract/risk.js";
import { corruptOutputMessage } from "./start-problem.late.js";

/**
 * The format of the generated files that programs read. It is increased when an older program would misunderstand a
 * newer file, or a newer program an older file: also when an optional member gets another name, because no reader would
 * miss it. Format 2 has `riskSettings` where format 1 had `consent`.
 */
export const moduleFormat = 2;

/** The exports of a file `generated/bin/tools/NAME.cjs`. */
export interface ToolModule extends CompiledTool {
  readonly format: number;
  /** The project's root, relative to `generated/bin`. */
  readonly project: string;
  /** True if checking short arguments takes no longer than starting a program, whatever they are. */
  readonly quickToCheck?: boolean;
}

/**
 * The content of `generated/bin/tools.json`: all tools, for `tools/list`, for programs that embed them, and for calls
 * of tools that aren't found by their own names. A tool has two lines, the second of which is its `listing`.
 */
export interface ToolList extends Omit<ToolIndex, "names"> {
  readonly tools: readonly ListedTool[];
}

/** A tool as other programs know it. */
export interface ListedTool {
  readonly kind: ToolKind;
  readonly risk: ToolRisk;
  /** Parameters that name the place of a call's effect. */
  readonly locations: DeclaredTool["locations"];
  /** The difference of the schema for clients that validate calls before they send them. */
  readonly open?: SchemaChange | undefined;
  /** The difference of the schema for programs that embed the tools. */
  readonly schema?: SchemaChange | undefined;
  /** The tool in `tools/list` of MCP. */
  readonly listing: JsonObject & {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: JsonObject;
  };
}

/** The names of all tools, and what a call needs to know of the project. */
export interface ToolIndex {
  readonly format: number;
  readonly project: string;
  /** True if the project logs calls (docs/audit.md). */
  readonly audit?: true;
  readonly names: readonly string[];
  /** The aliases of a tool, and its own name. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** A tool as its generated class describes it. */
export interface DeclaredTool {
  readonly displayName: string;
  readonly kind: ToolKind;
  readonly risk: ToolRisk;
  /** Parameters that name the place of a call's effect. */
  readonly locations: readonly { readonly path: Selector; readonly line?: Selector | undefined }[];
  /** With the canonical schema, because a program that embeds the tools repairs arguments itself. */
  readonly declaration: { readonly name: string; readonly description: string; readonly parametersJsonSchema: JsonObject };
}

/** The message for a file that another version of toolgen wrote. */
export function otherFormat(what: string, format: unknown): string {
  return `${what} was built in format ${String(format)}, and this program knows format ${moduleFormat}. Run 'toolgen build' with one version of toolgen for all of generated/.`;
}

/** Where tools are found: the folder of the `call` program, and the function that loads a module from it. */
export interface ToolFolder {
  readonly bin: string;
  load(path: string): unknown;
  /** Tools that exist, but can't be found by name here. */
  readonly excluded?: ReadonlySet<string>;
}

export type ToolLookupResult = { readonly ok: true; readonly tool: ToolModule } | { readonly ok: false; readonly message: string };

type ReadToolIndex = { readonly ok: true; readonly index: ToolIndex } | { readonly ok: false; readonly message: string };

/** Reads `tools.json` in the folder of the `call` program: the names and aliases of all tools. */
export function readToolIndex(bin: string): ReadToolIndex {
  const read = readToolList(bin);
  if (!read.ok) return read;
  return { ok: true, index: indexOf(read.list) };
}

export const indexOf = ({ tools, ...rest }: ToolList): ToolIndex => ({ ...rest, names: tools.map(({ listing }) => listing.name) });

type ReadToolList = { readonly ok: true; readonly list: ToolList } | { readonly ok: false; readonly message: string };

/** Reads all that `tools.json` in the folder of the `call` program says. */
export function readToolList(bin: string): ReadToolList {
  const list = parsed(join(bin, "tools.json"));
  if (list === undefined) return { ok: false, message: corruptOutputMessage("The list of tools, bin/tools.json, can't be read") };
  if (list.format !== moduleFormat) return { ok: false, message: otherFormat("The list of tools", list.format) };
  return { ok: true, list };
}

function parsed(path: string): ToolList | undefined {
  try {
    const list: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isList(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** For a newer format, only the version number can be checked. */
function isList(value: unknown): value is ToolList {
  const { format, tools, aliases } = Object(value) as Partial<ToolList>;
  if (typeof format !== "number") return false;
  return format !== moduleFormat || (Array.isArray(tools) && typeof aliases === "object" && aliases !== null);
}

/** Returns the message for an unknown name, with the tools that may have been meant. */
export function unknownTool(name: string, near: readonly string[]): string {
  const shown = `'${JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name).slice(1, -1)}'`;
  if (near.length === 0) return `There is no tool named ${shown}.`;
  return `There is no tool named ${shown}. Did you mean ${near.map((other) => `'${other}'`).join(" or ")}?`;
}

/**
 * Returns the names that a tool's misspelt name is close to, or all of whose words it has (`search_text_tool`): at most
 * three.
 */
export function nearNames(name: string, names: readonly string[]): readonly string[] {
  const close = closestNames(name, names);
  if (close.length > 0) return close;
  const given = wordsOf(name);
  const words = (other: string) => wordsOf(other).length;
  const within = names.filter((other) => words(other) > 0 && wordsOf(other).every((word) => given.includes(word)));
  return within.sort((one, other) => words(other) - words(one)).slice(0, 3);
}

/** Namespaces that APIs and hosts put before a tool's name: `functions.x`, `toolgen::x`, `server:x`, `to=x`. */
const namespaces = /^(?:[\w-]+(?:::|[.:/=]))+(?=[A-Za-z_])/;

/** Returns a name without a namespace, quotes around it, and the call's number or the chat's tokens behind it. */
export const nameWithoutHost = (name: string): string =>
  visibleName(name)
    .trim()
    .replace(/^["'`]+/, "")
    .replace(/["'`]{1,9}$/, "")
    .trim()
    .replace(/^(?:<\|\w{1,30}\|>)+/, "")
    .replace(/<\|[\s\S]*/, "")
    .replace(/:\d+$|\(\)$/, "")
    .replace(namespaces, "");

/** The tool of a server with `--search` that calls the others. */
export const callToolName = "call_tool";

/** A call as a client requests it. */
export interface NamedCall {
  readonly name: string;
  /** As the model wrote them: repair reads them. */
  readonly arguments?: unknown;
}

/** Returns the call that `call_tool` makes; any other call as it is, and one without a name too. */
export function requestedCall(call: NamedCall): NamedCall {
  const inner = call.name === callToolName && isJsonObject(call.arguments) ? call.arguments : undefined;
  // A long number, which is marked as a text, can't be a name.
  return typeof inner?.name === "string" && !inner.name.startsWith(markStart)
    ? { name: inner.name, arguments: inner.arguments ?? {} }
    : call;
}

/** A tool as look-up knows it. */
interface NamedTool {
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
    const similar = nearNames(bare, [...others.keys()]).map((name) => others.get(name) ?? name);
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

const longestNameChars = 64;

/**
 * Returns a name that every provider's API accepts (letters, digits, `_` and `-`, no digit or `-` first, at most 64
 * characters), as close to the given one as possible. A name that is too long ends with a hash of the whole.
 */
export function safeName(name: string): string {
  const sanitized = name.replaceAll(/[^A-Za-z0-9_-]/g, "_").replace(/^(?=[0-9-]|$)/, "_");
  if (sanitized.length <= longestNameChars) return sanitized;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${sanitized.slice(0, longestNameChars - hash.length - 1)}_${hash}`;
}
