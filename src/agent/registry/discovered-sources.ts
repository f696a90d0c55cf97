import type { Approvals } from "../../call/approvals.js";
import { safeName } from "../../call/tool-index.js";
import { unknownServers } from "../../call/user-settings.js";
import type { McpServer } from "../mcp/mcp-server.js";
import type { McpServerSettings } from "../mcp-connection.js";
import { contextOf } from "../tool/tool-invocation.js";
import type { DiscoveredToolContext } from "./discovered-tool.js";
import type { Lifetime } from "./lifetime.js";
import {
  type CatalogueEntry,
  defaultRegistryLimits,
  type RegistryLimits,
  type ReportProblem,
  type ToolCatalogue,
  type ToolRegistryOptions,
} from "./tool-catalogue.js";

interface DiscoveredSourcesOptions {
  readonly options: ToolRegistryOptions;
  readonly tools: ToolCatalogue;
  readonly lifetime: Lifetime;
  readonly approvals: Approvals;
  readonly onProblem: ReportProblem;
}

const commandSource = "toolDiscoveryCommand";

/**
 * The tools of other programs: of the discovery command and of the MCP servers. Such a tool never replaces one from
 * elsewhere. If its name is taken, it gets one that shows its source.
 */
export class DiscoveredSources {
  readonly #options: ToolRegistryOptions;
  readonly #limits: RegistryLimits;
  readonly #tools: ToolCatalogue;
  readonly #lifetime: Lifetime;
  readonly #onProblem: ReportProblem;
  readonly #approvals: Approvals;
  #configured: Readonly<Record<string, McpServerSettings>> = {};
  readonly #servers = new Map<string, McpServer>();

  constructor({ options, tools, lifetime, approvals, onProblem }: DiscoveredSourcesOptions) {
    this.#options = options;
    this.#limits = { ...defaultRegistryLimits, ...options.limits };
    this.#tools = tools;
    this.#lifetime = lifetime;
    this.#approvals = approvals;
    this.#onProblem = onProblem;
  }

  /** Queries all sources at once, and replaces each one's earlier tools. Returns the names. */
  async discover(): Promise<readonly string[]> {
    const { servers, problem } = await configuredServers(this.#options);
    this.#configured = servers;
    if (problem !== undefined) this.#onProblem({ source: "mcpServerCommand", message: problem });
    const byCommand = this.#attempt(commandSource, () => this.#byCommand());
    const ofServers = Object.keys(servers).map((name) => this.#attempt(`mcpServers.${name}`, () => this.#ofServer(name, byCommand)));
    const names = (await Promise.all([byCommand, ...ofServers])).flat();
    this.#tellOfSettings();
    return names;
  }

  /** Resolves when all servers are gone. */
  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
  }

  /** Reports user settings for a server that isn't configured: a misspelt name has no effect. */
  #tellOfSettings(): void {
    const servers = Object.keys(this.#configured);
    if (servers.length === 0) return;
    const { env } = contextOf(this.#options.environment ?? {});
    for (const message of unknownServers(servers, env)) this.#onProblem({ source: "the user's settings", message });
  }

  /** A source that fails has no tools, and doesn't affect the others. */
  async #attempt(source: string, work: () => Promise<readonly string[]>): Promise<readonly string[]> {
    try {
      return await work();
    } catch (error) {
      this.#tools.unregisterSource(source);
      this.#onProblem({ source, message: error instanceof Error ? error.message : String(error) });
      return [];
    }
  }

  async #byCommand(): Promise<readonly string[]> {
    const { toolDiscoveryCommand, toolCallCommand, environment = {} } = this.#options;
    if (toolDiscoveryCommand === undefined) return [];
    const [{ discoverByCommand }, { DiscoveredTool }] = await Promise.all([
      import("./discover-by-command.js"),
      import("./discovered-tool.js"),
    ]);
    const timeoutMs = this.#limits.discoveryMs;
    const { tools, problems } = await this.#lifetime.run(undefined, (signal) =>
      discoverByCommand(toolDiscoveryCommand, { environment, timeoutMs, signal }),
    );
    this.#tools.unregisterSource(commandSource);
    for (const message of problems) this.#onProblem({ source: commandSource, message });
    if (tools.length === 0) return [];
    if (toolCallCommand === undefined) throw new Error("It declares tools, but no toolCallCommand is configured to run them.");
    const context: DiscoveredToolContext = {
      toolCallCommand,
      environment,
      callMs: this.#limits.callMs,
      lifetime: this.#lifetime,
      approvals: this.#approvals,
      onProblem: this.#onProblem,
    };
    return this.#register(
      commandSource,
      tools.map((tool) => ({
        name: tool.name,
        otherwise: `discovered_tool_${tool.name}`,
        make: (name) => ({ tool: new DiscoveredTool(name, tool, context), aliases: name === tool.name ? [] : [tool.name], rank: 1 }),
      })),
    );
  }

  async #ofServer(serverName: string, before: Promise<unknown>): Promise<readonly string[]> {
    const source = `mcpServers.${serverName}`;
    const server = await this.#server(serverName);
    const [{ DiscoveredMCPTool }, { isOffered }] = await Promise.all([import("../discovered-mcp-tool.js"), import("../mcp/read-tools.js")]);
    const { tools, problems } = await server.listTools();
    // Names must not depend on which source is faster.
    await before;
    this.#tools.unregisterSource(source);
    for (const message of problems) this.#onProblem({ source, message });
    const { environment = {} } = this.#options;
    const offered = tools.filter(({ name }) => isOffered(name, server.settings));
    const declared = new Set(offered.map((tool) => tool.declared));
    const context = { server, environment, approvals: this.#approvals, lifetime: this.#lifetime, onProblem: this.#onProblem, declared };
    const serverNames = Object.keys(this.#configured);
    const isOnly = serverNames.length === 1;
    const rank = 2 + serverNames.indexOf(serverName);
    return this.#register(
      source,
      offered.map((tool) => {
        const otherwise = `${serverName}__${tool.name}`;
        const make = (name: string) => ({
          tool: new DiscoveredMCPTool(name, tool, context),
          server: { name: serverName, toolName: tool.name },
          rank,
        });
        return { name: isOnly ? tool.name : otherwise, otherwise, make };
      }),
    );
  }

  async #server(name: string): Promise<McpServer> {
    const configured = this.#servers.get(name);
    if (configured !== undefined) return configured;
    const settings = this.#configured[name];
    const address = settings?.httpUrl ?? settings?.url;
    if (settings === undefined || (settings.command === undefined && address === undefined))
      throw new Error("It has neither a command nor a url.");
    if (settings.command === undefined && !URL.canParse(address ?? "")) throw new Error(`Its url is invalid: ${address}`);
    const [{ McpServer }, { askFor }] = await Promise.all([import("../mcp/mcp-server.js"), import("../mcp/elicitation.js")]);
    const source = `mcpServers.${name}`;
    const { onElicitation } = this.#options;
    const ask = onElicitation && askFor(name, onElicitation, (message) => this.#onProblem({ source, message }));
    let isPending = false;
    const onToolsChanged = async () => {
      if (isPending || this.#lifetime.isOver) return;
      isPending = true;
      await this.#attempt(source, () => {
        isPending = false;
        return this.#ofServer(name, Promise.resolve());
      });
    };
    const server = new McpServer({
      name,
      settings,
      environment: this.#options.environment ?? {},
      connectMs: this.#limits.connectMs,
      callMs: this.#limits.callMs,
      lifetime: this.#lifetime,
      onToolsChanged,
      ask,
      onLost: (diagnosis) =>
        this.#onProblem({ source, message: `It has ended, and is started again when it is called. ${diagnosis}`.trim() }),
    });
    this.#servers.set(name, server);
    return server;
  }

  /**
   * Registers the tools of a source, each under its name if that is free, otherwise under the alternative. Returns the
   * names, in order.
   */
  #register(source: string, tools: readonly Named[]): readonly string[] {
    const renamed: string[] = [];
    const names = tools.map(({ name, otherwise, make }) => {
      const preferred = safeName(name);
      const holder = this.#tools.sourceOf(preferred);
      const free = holder === undefined || holder === source ? preferred : safeName(otherwise);
      if (free !== preferred) renamed.push(`'${preferred}' is '${free}'`);
      this.#tools.register(make(free), source);
      return free;
    });
    if (renamed.length > 0) {
      const shown = renamed.length > 20 ? [...renamed.slice(0, 20), `and ${renamed.length - 20} more`] : renamed;
      this.#onProblem({ source, message: `Some tool names are already in use; its tools were renamed: ${shown.join(", ")}.` });
    }
    return names;
  }
}

interface Named {
  readonly name: string;
  readonly otherwise: string;
  readonly make: (name: string) => CatalogueEntry;
}

/** The alias that Gemini CLI gives to the server of `mcpServerCommand`. */
const commandAlias = "mcp";

interface ConfiguredServers {
  /** By their aliases. */
  readonly servers: Readonly<Record<string, McpServerSettings>>;
  /** Why the server of `mcpServerCommand` isn't among them. */
  readonly problem?: string;
}

/**
 * The MCP servers of a registry's options. That of `mcpServerCommand` never replaces one in `mcpServers`, as it does in
 * Gemini CLI (0.61, `populateMcpServerCommand`).
 */
async function configuredServers({ mcpServers = {}, mcpServerCommand }: ToolRegistryOptions): Promise<ConfiguredServers> {
  if (mcpServerCommand === undefined) return { servers: mcpServers };
  if (Object.hasOwn(mcpServers, commandAlias))
    return { servers: mcpServers, problem: `Its server would be called ${commandAlias}, and mcpServers has one of that name.` };
  const { splitCommand } = await import("./split-command.js");
  const split = splitCommand(mcpServerCommand);
  if (!split.ok) return { servers: mcpServers, problem: split.message };
  return { servers: { ...mcpServers, [commandAlias]: { command: split.program, args: split.args } } };
}
