import { NameIndex, unknownTool } from "../../call/tool-index.js";
import type { ElicitationHandler } from "../../contract/confirmation.js";
import type { ToolMetadata } from "../../contract/risk.js";
import type { McpServerSettings } from "../mcp-connection.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import type { ToolEnvironment } from "../tool/tool-invocation.js";

/** A tool and its source. */
export interface CatalogueEntry {
  readonly tool: AnyDeclarativeTool;
  /** Other names that models use for it. */
  readonly aliases?: readonly string[];
  /** The risk that the caller declares at registration, instead of the tool's own. */
  readonly metadata?: ToolMetadata;
  readonly server?: { readonly name: string; readonly toolName: string };
  /** Its place in lists, whichever source was faster: providers cache requests by their beginnings. By default 0. */
  readonly rank?: number;
}

/** The offered tools, by their names. A name that ends with `*` matches all names with that prefix. */
export interface Selection {
  /** By default all. */
  readonly include?: readonly string[] | undefined;
  /** Overrides `include`. */
  readonly exclude?: readonly string[] | undefined;
}

/** A tool as a registry has it. */
export interface RegisteredTool {
  readonly tool: AnyDeclarativeTool;
  /** The risk declared at registration, else the tool's own; `undefined` if neither exists. */
  readonly metadata: ToolMetadata | undefined;
}

/** A tool, or the reason why there is none, for the model that requested it. */
export type FoundRegisteredTool =
  | {
      readonly ok: true;
      readonly tool: AnyDeclarativeTool;
      /** The risk declared at registration, if there is one. The tool's own isn't read for it. */
      readonly metadata?: ToolMetadata;
    }
  | { readonly ok: false; readonly message: string; readonly closest: readonly string[] };

/** Tools by their names, in the order of their registration, each with its source. */
export class ToolCatalogue {
  readonly #entries = new Map<string, CatalogueEntry & { readonly source: string | undefined }>();
  readonly #selection: Selection;
  readonly #onProblem: ReportProblem;
  /** Made when a name is first not found. */
  #index: NameIndex | undefined;

  constructor(selection: Selection, onProblem: ReportProblem) {
    this.#selection = selection;
    this.#onProblem = onProblem;
  }

  /** Registers a tool. It replaces one of the same name, which is reported. */
  register(entry: CatalogueEntry, source?: string): void {
    const { name } = entry.tool;
    if (this.#entries.delete(name))
      this.#onProblem({ source: name, message: `A tool named '${name}' was registered before; the new one replaces it.` });
    this.#entries.set(name, { ...entry, source });
    this.#index = undefined;
  }

  unregister(name: string): boolean {
    this.#index = undefined;
    return this.#entries.delete(name);
  }

  /** Removes all tools of a source. */
  unregisterSource(source: string): void {
    for (const [name, entry] of this.#entries) if (entry.source === source) this.unregister(name);
  }

  /** Returns the source of a name's tool; `undefined` if there is no such tool. */
  sourceOf(name: string): string | undefined {
    const entry = this.#entries.get(name);
    return entry === undefined ? undefined : (entry.source ?? "");
  }

  /** Returns the names of all tools, offered or not. */
  names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Returns the offered tools. */
  active(): readonly CatalogueEntry[] {
    const active = [...this.#entries.values()].filter((entry) => this.#isActive(entry));
    return active.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  }

  find(wanted: string): FoundRegisteredTool {
    const exact = this.#entries.get(wanted);
    const entry = exact ?? this.#entries.get(this.#names().find(wanted) ?? "");
    if (entry === undefined) {
      const closest = this.#names()
        .near(wanted)
        .filter((name) => this.#isActiveName(name));
      return { ok: false, message: unknownTool(wanted, closest), closest };
    }
    const { tool, metadata } = entry;
    if (this.#isActive(entry)) return { ok: true, tool, ...(metadata && { metadata }) };
    return { ok: false, message: `The tool '${entry.tool.name}' is not offered here: it was excluded by settings.`, closest: [] };
  }

  #names(): NameIndex {
    this.#index ??= new NameIndex(
      [...this.#entries.values()].map(({ tool, aliases = [], server }) => ({ name: tool.name, aliases, server })),
    );
    return this.#index;
  }

  #isActiveName(name: string): boolean {
    const entry = this.#entries.get(name);
    return entry !== undefined && this.#isActive(entry);
  }

  #isActive({ tool, server }: CatalogueEntry): boolean {
    const { include, exclude } = this.#selection;
    if (include === undefined && exclude === undefined) return true;
    const names = server === undefined ? [tool.name] : [tool.name, `${server.name}__${server.toolName}`];
    const isIn = (list: readonly string[]) => list.some((pattern) => names.some((name) => matchesPattern(pattern, name)));
    return (include === undefined || isIn(include)) && (exclude === undefined || !isIn(exclude));
  }
}

const matchesPattern = (pattern: string, name: string) =>
  pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** The options of a registry. The names are those of Gemini CLI's settings. */
export interface ToolRegistryOptions extends Selection {
  /** Where calls, commands and servers run: by default in the process's own folder and environment. */
  readonly environment?: ToolEnvironment;
  /**
   * A program and its arguments, quoted as for a shell though none runs: prints the tools as JSON. Run in the
   * workspace.
   */
  readonly toolDiscoveryCommand?: string;
  /** The path or name of one program: started with a tool's name, it gets the arguments as JSON on standard input. */
  readonly toolCallCommand?: string;
  /** MCP servers by their aliases. */
  readonly mcpServers?: Readonly<Record<string, McpServerSettings>>;
  /**
   * A program that speaks MCP, and its arguments, quoted as in `toolDiscoveryCommand`: one more server, called `mcp`.
   */
  readonly mcpServerCommand?: string;
  readonly limits?: Partial<RegistryLimits>;
  /**
   * Asks the user what an MCP server wants to know during a call of one of its tools. Without it, servers are told that
   * they can't ask.
   */
  readonly onElicitation?: ElicitationHandler;
  /**
   * Called for each problem that doesn't stop the registry, as it happens. By default only the caller gets problems.
   */
  readonly onProblem?: (problem: RegistryProblem) => void;
  /** Called with a tool for which an "always" was saved in the user's settings, under `risk` and this name. */
  readonly onApprovalSaved?: (tool: string) => void;
}

/** The options of registering a tool. */
export interface RegistrationOptions {
  /** Other names that models use for it. */
  readonly aliases?: readonly string[];
  /** Its risk, instead of the tool's own. */
  readonly metadata?: ToolMetadata;
}

/** The time limits of a registry, in milliseconds. */
export interface RegistryLimits {
  /** The discovery command: 60,000. */
  readonly discoveryMs: number;
  /** From starting a server to the list of its tools: 30,000. */
  readonly connectMs: number;
  /** A call of a discovered tool: 600,000. Generated tools have limits of their own. */
  readonly callMs: number;
}

export const defaultRegistryLimits: RegistryLimits = { discoveryMs: 60_000, connectMs: 30_000, callMs: 600_000 };

/** The result of discovery. */
export interface DiscoveryResult {
  /** The names of the tools that were registered, also of those that were there before. */
  readonly registered: readonly string[];
  readonly problems: readonly RegistryProblem[];
}

/** The result of `refresh`. */
export interface RefreshResult extends DiscoveryResult {
  /** The names that are new. */
  readonly added: readonly string[];
  /** The names that no tool has any more. */
  readonly removed: readonly string[];
}

/** A problem of a source of tools, for users. Everything else keeps working. */
export interface RegistryProblem {
  /** `toolDiscoveryCommand`, `mcpServers.NAME`, the `generated` folder, or the name of a tool. */
  readonly source: string;
  readonly message: string;
}

/** Receives problems. */
export type ReportProblem = (problem: RegistryProblem) => void;
