import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Approvals, type SaveApproval } from "../../call/approvals.js";
import { GeneratedFolder } from "../../call/find-tool.js";
import { saveUserApproval } from "../../call/save-user-approval.js";
import { endIdleProcesses } from "../../call/warm-processes.js";
import type { ToolMetadata } from "../../contract/risk.js";
import type { FunctionDeclaration } from "../../contract/tool-result.js";
import { callback, checkEnvironment, checkForm, checkOptions, map, number, type OptionForms, text, texts } from "../tool/check-options.js";
import { type AnyDeclarativeTool, aTool } from "../tool/declarative-tool.js";
import { safeCallback } from "../tool/host-callback.js";
import type { ToolClasses, ToolOf } from "../tool/tool-classes.js";
import { contextOf, type ToolEnvironment } from "../tool/tool-invocation.js";
import { DiscoveredSources } from "./discovered-sources.js";
import { GeneratedTool } from "./generated-tool.js";
import { Lifetime } from "./lifetime.js";
import {
  type DiscoveryResult,
  type FoundRegisteredTool,
  type RefreshResult,
  type RegisteredTool,
  type RegistrationOptions,
  type RegistryLimits,
  type RegistryProblem,
  type ReportProblem,
  ToolCatalogue,
  type ToolRegistryOptions,
} from "./tool-catalogue.js";

/**
 * The tools that an agent may use (Gemini CLI's `ToolRegistry`): a program's own, those that toolgen generated, and
 * those of a discovery command or MCP servers. Close it when it is no longer needed, or declare it by `await using`.
 *
 * `new ToolRegistry<typeof tools>()`, with `tools` of a generated index, knows the types of these tools by their names.
 */
export class ToolRegistry<out TTools extends ToolClasses = ToolClasses> {
  /** Is never set. It carries the types of the tools. */
  declare readonly toolClasses?: TTools;
  /** The user's approvals as long as the registry lives. */
  readonly approvals: Approvals;
  readonly #notify: ReportProblem | undefined;
  readonly #environment: ToolEnvironment;
  readonly #lifetime = new Lifetime();
  readonly #tools: ToolCatalogue;
  readonly #generated = new Map<string, GeneratedFolder>();
  readonly #discovered: DiscoveredSources;
  /** The last discovery: discoveries run one after the other. */
  #discovery: Promise<unknown> = Promise.resolve();
  /** Those of the running discovery. */
  #problems: RegistryProblem[] | undefined;

  /** Throws a `TypeError` for invalid options. */
  constructor(options: ToolRegistryOptions = {}) {
    checkOptions<ToolRegistryOptions>("ToolRegistry", options, { forms: optionForms });
    checkOptions<RegistryLimits>("`limits` of ToolRegistry", options.limits ?? {}, { forms: limitForms });
    this.#environment = checkEnvironment(options.environment ?? {}, "`environment` of ToolRegistry");
    this.#notify = safeCallback("onProblem", options.onProblem?.bind(options));
    const notifySaved = safeCallback("onApprovalSaved", options.onApprovalSaved?.bind(options));
    const report = (problem: RegistryProblem) => this.#report(problem);
    this.#tools = new ToolCatalogue(options, report);
    const save: SaveApproval = async (subject) => {
      const problem = await saveUserApproval(contextOf(this.#environment).env)(subject);
      if (problem === undefined) notifySaved?.(subject.tool);
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
   * which `onProblem` reports. Throws a `TypeError` for anything but a tool.
   */
  registerTool(tool: AnyDeclarativeTool, options: RegistrationOptions = {}): void {
    checkForm("The tool of registerTool", tool, aTool);
    checkOptions<RegistrationOptions>("registerTool", options, { forms: { aliases: texts, metadata: map } });
    const { aliases = [], metadata } = options;
    this.#tools.register({ tool, aliases, ...(metadata && { metadata }) });
  }

  /**
   * Registers all tools of a folder that `toolgen build` wrote. A relative path is looked for in the workspace, then in
   * the folders from the program's to the nearest with a `package.json` or `toolgen.yaml`. Reads the tools' names;
   * everything else is read, and a tool's module loaded, on first use. Returns the names. Throws if there is no such
   * folder, and names those that it looked at.
   */
  registerGenerated(folder: string | URL): readonly string[] {
    const source = findGenerated(folder, this.#environment.workspace);
    return this.#registerFolder(source);
  }

  #registerFolder(source: string): readonly string[] {
    this.#generated.get(source)?.forget();
    const generated = new GeneratedFolder(source);
    const { names, aliases } = generated.index;
    this.#tools.unregisterSource(source);
    this.#generated.set(source, generated);
    const others = grouped(aliases);
    const context = { folder: generated, environment: this.#environment, lifetime: this.#lifetime };
    for (const name of names) this.#tools.register({ tool: new GeneratedTool(name, context), aliases: others.get(name) ?? [] }, source);
    return names;
  }

  /** Removes a tool. Returns whether it existed. */
  unregisterTool(name: string): boolean {
    return this.#tools.unregister(name);
  }

  /**
   * Returns the tool that a model means, if there is one: see `lookUpTool`. The second type is never given: by it, a
   * registry that knows names is one that knows none.
   */
  getTool<TName extends string, TClasses extends ToolClasses = TTools>(name: TName): ToolOf<TClasses, TName> | undefined {
    const found = this.lookUpTool(name);
    // The program says that its folder has the tools of `TTools`.
    return found.ok ? (found.tool as ToolOf<TClasses, TName>) : undefined;
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
    checkForm("The names of getFunctionDeclarationsFiltered", names, texts);
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

  /** Reads generated folders and discovers tools again. The result says which tools are new, and which are gone. */
  async refresh(): Promise<RefreshResult> {
    let before = new Set<string>();
    const result = await this.#oneByOne(async () => {
      before = new Set(this.#tools.names());
      const generated = [...this.#generated.keys()].flatMap((folder) => this.#registerAgain(folder));
      return [...generated, ...(await this.#discovered.discover())];
    });
    const after = new Set(this.#tools.names());
    return {
      ...result,
      added: [...after].filter((name) => !before.has(name)),
      removed: [...before].filter((name) => !after.has(name)),
    };
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

  #registerAgain(folder: string): readonly string[] {
    try {
      return this.#registerFolder(folder);
    } catch (error) {
      this.#tools.unregisterSource(folder);
      this.#report({ source: folder, message: error instanceof Error ? error.message : String(error) });
      return [];
    }
  }

  #report(problem: RegistryProblem): void {
    this.#problems?.push(problem);
    this.#notify?.(problem);
  }
}

const optionForms: OptionForms<ToolRegistryOptions> = {
  include: texts,
  exclude: texts,
  environment: map,
  toolDiscoveryCommand: text,
  toolCallCommand: text,
  mcpServers: map,
  mcpServerCommand: text,
  limits: map,
  onElicitation: callback,
  onProblem: callback,
  onApprovalSaved: callback,
};

const milliseconds = { is: (value: unknown) => number.is(value) && (value as number) > 0, words: "a number of milliseconds above 0" };
const limitForms: OptionForms<RegistryLimits> = { discoveryMs: milliseconds, connectMs: milliseconds, callMs: milliseconds };

/**
 * Returns the absolute path of a folder that a build wrote. A service is often started in another folder than that of
 * its project, but its program is in the project.
 */
function findGenerated(folder: string | URL, workspace = "."): string {
  if (folder instanceof URL) return existing([fileURLToPath(folder)]);
  checkForm("The folder of registerGenerated", folder, text);
  if (isAbsolute(folder)) return existing([folder]);
  const above = foldersOfProgram().map((path) => resolve(path, folder));
  return existing([...new Set([resolve(workspace, folder), ...above])]);
}

/** The folders from that of the program up to its project's root; the program's own if it is in no project. */
function foldersOfProgram(): readonly string[] {
  const folders: string[] = [];
  for (let path = dirname(resolve(process.argv[1] ?? "x")); ; path = dirname(path)) {
    folders.push(path);
    if (["package.json", "toolgen.yaml"].some((name) => existsSync(join(path, name)))) return folders;
    if (dirname(path) === path) return folders.slice(0, 1);
  }
}

function existing(folders: readonly string[]): string {
  const found = folders.find((folder) => existsSync(join(folder, "bin", "tools.json")));
  if (found !== undefined) return found;
  throw new Error(
    `There is no folder that toolgen has built: bin/tools.json was looked for in ${folders.join(", ")}. ` +
      `Run 'npx toolgen build', or give the folder as new URL("generated", import.meta.url).`,
  );
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
