import { resolve } from "node:path";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import type { FunctionDeclaration } from "../tool/function-declaration.js";
import type { Surroundings } from "../tool/surroundings.js";
import { GeneratedFolder } from "./generated-folder.js";
import { GeneratedTool } from "./generated-tool.js";
import { Lifetime } from "./lifetime.js";
import type { RegistryProblem } from "./problem.js";
import type { ToolRegistryOptions } from "./registry-options.js";
import { type FoundRegisteredTool, ToolCatalogue } from "./tool-catalogue.js";

/**
 * The tools that an agent may use (Gemini CLI's `ToolRegistry`): those of a program's own, those that toolgen generated, those that a command or MCP
 * servers tell of. Close it when it is done with, or declare it by `await using`.
 */
export class ToolRegistry {
  readonly #options: ToolRegistryOptions;
  readonly #surroundings: Surroundings;
  readonly #lifetime = new Lifetime();
  readonly #tools: ToolCatalogue;
  readonly #generated = new Map<string, GeneratedFolder>();

  constructor(options: ToolRegistryOptions = {}) {
    this.#options = options;
    this.#surroundings = options.surroundings ?? {};
    this.#tools = new ToolCatalogue(options, (problem) => this.#tell(problem));
  }

  /** Registers a tool, with other names that models use for it. One of the same name is replaced, which `onProblem` is told of. */
  registerTool(tool: AnyDeclarativeTool, { aliases = [] }: { readonly aliases?: readonly string[] } = {}): void {
    this.#tools.register({ tool, aliases });
  }

  /**
   * Registers all tools of a folder that `toolgen build` wrote. Reads their names; everything else is read, and a tool's module loaded, when it is first
   * asked for. Throws if the folder isn't one.
   */
  registerGenerated(folder: string): void {
    const source = resolve(this.#surroundings.workspace ?? ".", folder);
    this.#generated.get(source)?.forget();
    const generated = new GeneratedFolder(source);
    const { names, aliases } = generated.index;
    this.#tools.unregisterSource(source);
    this.#generated.set(source, generated);
    const others = grouped(aliases);
    const context = { folder: generated, surroundings: this.#surroundings, lifetime: this.#lifetime };
    for (const name of names) this.#tools.register({ tool: new GeneratedTool(name, context), aliases: others.get(name) ?? [] }, source);
  }

  /** Takes a tool away; answers whether it was there. */
  unregisterTool(name: string): boolean {
    return this.#tools.unregister(name);
  }

  /** The tool that a model means, if there is one: see `findTool`. */
  getTool(name: string): AnyDeclarativeTool | undefined {
    const found = this.findTool(name);
    return found.ok ? found.tool : undefined;
  }

  /**
   * Looks a tool up by its name, by another name that it has, in another case or with other separators, and with what hosts put before names; what
   * isn't found so is answered with the closest names, in words for the model.
   */
  findTool(name: string): FoundRegisteredTool {
    return this.#tools.find(name);
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

  /** What a model is told of the tools. */
  getFunctionDeclarations(modelId?: string): FunctionDeclaration[] {
    return this.getAllTools().map((tool) => tool.getSchema(modelId));
  }

  /** What a model is told of some tools, in the order of these names; names that no tool has are left out. */
  getFunctionDeclarationsFiltered(names: readonly string[], modelId?: string): FunctionDeclaration[] {
    const tools = new Set(names.map((name) => this.getTool(name)).filter((tool) => tool !== undefined));
    return [...tools].map((tool) => tool.getSchema(modelId));
  }

  /** Reads generated folders anew, as far as they changed. */
  async refresh(): Promise<void> {
    for (const folder of this.#generated.keys()) this.registerGenerated(folder);
  }

  /** Ends what is under way and all children. Resolves when they are gone; may be called again. */
  async close(): Promise<void> {
    await this.#lifetime.end();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #tell(problem: RegistryProblem): void {
    this.#options.onProblem?.(problem);
  }
}

/** Other names by the name that they stand for. */
function grouped(aliases: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const others = new Map<string, string[]>();
  for (const [alias, name] of Object.entries(aliases)) {
    const known = others.get(name);
    if (known === undefined) others.set(name, [alias]);
    else known.push(alias);
  }
  return others;
}
