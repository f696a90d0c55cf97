import { join, resolve, sep } from "node:path";
import { Approvals, type SaveApproval } from "../../call/approvals.js";
import { GeneratedFolder } from "../../call/find-tool.js";
import { saveUserApproval } from "../../call/save-user-approval.js";
import { endIdleProcesses } from "../../call/warm-processes.js";
import type { ToolMetadata } from "../../contract/risk.js";
import type { FunctionDeclaration } from "../../contract/tool-result.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import { contextOf, type ToolEnvironment } from "../tool/tool-invocation.js";
import { DiscoveredSources } from "./discovered-sources.js";
import { GeneratedTool } from "./generated-tool.js";
import { Lifetime } from "./lifetime.js";
import {
  type DiscoveryResult,
  type FoundRegisteredTool,
  type RegisteredTool,
  type RegistrationOptions,
  type RegistryProblem,
  ToolCatalogue,
  type ToolRegistryOptions,
} from "./tool-catalogue.js";

/**
 * The tools that an agent may use (Gemini CLI's `ToolRegistry`): a program's own, those that toolgen generated, and
 * those of a discovery command or MCP servers. Close it when it is no longer needed, or declare it by `await using`.
 */
export class ToolRegistry {
  /** The user's approvals as long as the registry lives. */
  readonly approvals: Approvals;
  readonly #options: ToolRegistryOptions;
  readonly #environment: ToolEnvironment;
  readonly #lifetime = new Lifetime();
  readonly #tools: ToolCatalogue;
  readonly #generated = new Map<string, GeneratedFolder>();
  readonly #discovered: DiscoveredSources;
  /** The last discovery: discoveries run one after the other. */
  #discovery: Promise<unknown> = Promise.resolve();
  /** Those of the running discovery. */
  #problems: RegistryProblem[] | undefined;

  constructor(options: ToolRegistryOptions = {}) {
    this.#options = options;
    this.#environment = options.environment ?? {};
    const report = (problem: RegistryProblem) => this.#report(problem);
    this.#tools = new ToolCatalogue(options, report);
    const save: SaveApproval = async (subject) => {
      const problem = await saveUserApproval(contextOf(this.#environment).env)(subject);
      if (problem === undefined) this.#options.onApprovalSaved?.(subject.tool);
      return problem;
    };
    this.approvals = new Approvals({ save, onProblem: (tool, message) => report({ source: tool, message }) });
    this.#discovered = new DiscoveredSources({
      options,
      tools: this.#tools,
      lifetime: this.#lifetime,
      approvals: this.approvals,
      onProblem: report,
    });
  }

  /**
   * Registers a tool, with its aliases, and its risk if that differs from its own. It replaces a tool of the same name,
   * which `onProblem` reports.
   */
  registerTool(tool: AnyDeclarativeTool, { aliases = [], metadata }: RegistrationOptions = {}): void {
    this.#tools.register({ tool, aliases, ...(metadata && { metadata }) });
  }

  /**
   * Registers all tools of a folder that `toolgen build` wrote. Reads their names; everything else is read, and a
   * tool's module loaded, on first use. Throws if the folder isn't one.
   */
  registerGenerated(folder: string): void {
    const source = resolve(this.#environment.workspace ?? ".", folder);
    this.#generated.get(source)?.forget();
    const generated = new GeneratedFolder(source);
    const { names, aliases } = generated.index;
    this.#tools.unregisterSource(source);
    this.#generated.set(source, generated);
    const others = grouped(aliases);
    const context = { folder: generated, environment: this.#environment, lifetime: this.#lifetime };
    for (const name of names) this.#tools.register({ tool: new GeneratedTool(name, context), aliases: others.get(name) ?? [] }, source);
  }

  /** Removes a tool. Returns whether it existed. */
  unregisterTool(name: string): boolean {
    return this.#tools.unregister(name);
  }

  /** Returns the tool that a model means, if there is one: see `lookUpTool`. */
  getTool(name: string): AnyDeclarativeTool | undefined {
    const found = this.lookUpTool(name);
    return found.ok ? found.tool : undefined;
  }

  /**
   * Looks a tool up by its name, by an alias, in another case or with other separators, and without a host's prefix. If
   * none is found, returns the closest names, in words for the model.
   */
  lookUpTool(name: string): FoundRegisteredTool {
    return this.#tools.find(name);
  }

  /** Returns the tool that a model means and what is known of its risk, if there is one: see `lookUpTool`. */
  get(name: string): RegisteredTool | undefined {
    const found = this.lookUpTool(name);
    // A tool may be another program's class with the same methods.
    return found.ok ? { tool: found.tool, metadata: found.metadata ?? (found.tool.metadata as ToolMetadata | undefined) } : undefined;
  }

  getAllTools(): AnyDeclarativeTool[] {
    return this.#tools.active().map(({ tool }) => tool);
  }

  getAllToolNames(): string[] {
    return this.#tools.active().map(({ tool }) => tool.name);
  }

  /** The tools of one MCP server, by its alias. */
  getToolsByServer(serverName: string): AnyDeclarativeTool[] {
    return this.#tools
      .active()
      .filter(({ server }) => server?.name === serverName)
      .map(({ tool }) => tool);
  }

  /** Returns the tools' declarations for a model. */
  getFunctionDeclarations(modelId?: string): FunctionDeclaration[] {
    return this.getAllTools().map((tool) => tool.getSchema(modelId));
  }

  /** Returns the declarations of some tools for a model, in the order of these names. Unknown names are left out. */
  getFunctionDeclarationsFiltered(names: readonly string[], modelId?: string): FunctionDeclaration[] {
    const tools = new Set(names.map((name) => this.getTool(name)).filter((tool) => tool !== undefined));
    return [...tools].map((tool) => tool.getSchema(modelId));
  }

  /**
   * Queries the discovery command and all MCP servers at once, and replaces their earlier tools. Never rejects because
   * one of them fails: the result has the problem, and the tools of the others.
   */
  discoverAllTools(): Promise<DiscoveryResult> {
    return this.#oneByOne(() => this.#discovered.discover());
  }

  /** Reads generated folders and discovers tools again. */
  refresh(): Promise<DiscoveryResult> {
    return this.#oneByOne(async () => {
      for (const folder of this.#generated.keys()) this.#registerAgain(folder);
      return this.#discovered.discover();
    });
  }

  /**
   * Ends all running work and all children: commands, calls, servers. Resolves when they are gone; may be called again.
   */
  async close(): Promise<void> {
    const ended = this.#lifetime.end();
    await this.#discovered.close();
    await ended;
    const projects = [...this.#generated.values()].map(({ projectDir }) => join(projectDir, sep));
    await endIdleProcesses((bundle) => projects.some((project) => bundle.startsWith(project)));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #oneByOne(work: () => Promise<readonly string[]>): Promise<DiscoveryResult> {
    const discovery = this.#discovery.then(async () => {
      const problems: RegistryProblem[] = [];
      this.#problems = problems;
      const registered = await work();
      this.#problems = undefined;
      return { registered, problems };
    });
    this.#discovery = discovery.catch(() => {});
    return discovery;
  }

  #registerAgain(folder: string): void {
    try {
      this.registerGenerated(folder);
    } catch (error) {
      this.#tools.unregisterSource(folder);
      this.#report({ source: folder, message: error instanceof Error ? error.message : String(error) });
    }
  }

  #report(problem: RegistryProblem): void {
    this.#problems?.push(problem);
    this.#options.onProblem?.(problem);
  }
}

/** Aliases by the name that they stand for. */
function grouped(aliases: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const others = new Map<string, string[]>();
  for (const [alias, name] of Object.entries(aliases)) {
    const registered = others.get(name);
    if (registered === undefined) others.set(name, [alias]);
    else registered.push(alias);
  }
  return others;
}
