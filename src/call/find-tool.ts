import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { changeSchema } from "../contract/json-schema.js";
import { fileBase } from "../contract/names.js";
import { findByAlias } from "./repair/find-by-alias.late.js";
import { corruptOutputMessage } from "./start-problem.late.js";
import {
  type DeclaredTool,
  indexOf,
  type ListedTool,
  moduleFormat,
  otherFormat,
  readToolList,
  type ToolFolder,
  type ToolIndex,
  type ToolList,
  type ToolLookupResult,
  type ToolModule,
} from "./tool-index.js";

const toolName = /^[A-Za-z_]\w*$/;
const longestName = 64;

/**
 * Finds a tool by its name, so that the usual call reads one small file however many tools there are. Aliases are
 * searched only if no tool has the name.
 */
export function findTool(name: string, folder: ToolFolder): ToolLookupResult {
  return loadTool(name, folder) ?? findByAlias(name, folder, (other) => loadTool(other, folder));
}

function loadTool(name: string, folder: ToolFolder): ToolLookupResult | undefined {
  if (name.length > longestName || !toolName.test(name) || folder.excluded?.has(name)) return undefined;
  const path = `${folder.bin}/tools/${fileBase(name)}.cjs`;
  if (!existsSync(path)) return undefined;
  // Written by a build of toolgen. The format, which is checked next, says whether that build is compatible.
  const tool = loadOrUndefined(path, folder) as Partial<ToolModule> | undefined;
  if (typeof tool?.format !== "number") return { ok: false, message: corruptOutputMessage(`The tool '${name}' can't be loaded`) };
  if (tool.format !== moduleFormat) return { ok: false, message: otherFormat(`The tool '${name}'`, tool.format) };
  if (!isWhole(tool)) return { ok: false, message: corruptOutputMessage(`The tool '${name}' can't be loaded`) };
  // On a case-insensitive file system, this can be another tool's file.
  return tool.definition.name === name ? { ok: true, tool } : undefined;
}

function loadOrUndefined(path: string, folder: ToolFolder): unknown {
  try {
    return folder.load(path);
  } catch {
    return undefined;
  }
}

/** A truncated file can still be a valid module. */
const isWhole = (tool: Partial<ToolModule>): tool is ToolModule => tool.definition !== undefined && typeof tool.validate === "function";

/**
 * The tools of a project's `generated` folder. Each part is read on first use: `bin/tools.json` for names and
 * declarations, `bin/tools/NAME.cjs` for a call. An unreadable part is an error that says what to do.
 */
export class GeneratedFolder {
  readonly bin: string;
  readonly #require: NodeJS.Require;
  #list: ToolList | undefined;
  #index: ToolIndex | undefined;
  #declared: ReadonlyMap<string, DeclaredTool> | undefined;
  readonly #modules = new Map<string, ToolModule>();

  constructor(folder: string) {
    this.bin = join(resolve(folder), "bin");
    this.#require = createRequire(join(this.bin, "tools.json"));
  }

  /** The names and aliases of all tools. */
  get index(): ToolIndex {
    this.#index ??= indexOf(this.#readList());
    return this.#index;
  }

  /** The root of the project that the specs belong to, absolute. */
  get projectDir(): string {
    return resolve(this.bin, this.index.project);
  }

  /** Returns the declaration of a tool. */
  declared(name: string): DeclaredTool {
    this.#declared ??= new Map(this.#readList().tools.map((tool) => [tool.listing.name, declaredTool(tool)]));
    const declared = this.#declared.get(name);
    if (declared === undefined) throw new Error(corruptOutputMessage(`The tool '${name}' is missing in bin/tools.json`));
    return declared;
  }

  /** Returns the definition and the validator of a tool. */
  module(name: string): ToolModule {
    const loaded = this.#modules.get(name);
    if (loaded !== undefined) return loaded;
    const found = findTool(name, { bin: this.bin, load: this.#require });
    if (!found.ok) throw new Error(found.message);
    this.#modules.set(name, found.tool);
    return found.tool;
  }

  #readList(): ToolList {
    this.#list ??= readList(this.bin);
    return this.#list;
  }

  /** Clears the cache, so that a new build is read. */
  forget(): void {
    this.#list = undefined;
    this.#index = undefined;
    this.#declared = undefined;
    const loaded = new Set<unknown>(this.#modules.values());
    for (const [path, module] of Object.entries(this.#require.cache)) if (loaded.has(module?.exports)) delete this.#require.cache[path];
    this.#modules.clear();
  }
}

function readList(bin: string): ToolList {
  const read = readToolList(bin);
  if (!read.ok) throw new Error(read.message);
  return read.list;
}

/** A tool as programs that embed it know it. */
function declaredTool({ kind, risk, locations, schema, listing: { name, title, description, inputSchema } }: ListedTool): DeclaredTool {
  const declaration = { name, description, parametersJsonSchema: changeSchema(inputSchema, schema) };
  return { displayName: title, kind, risk, locations, declaration };
}

/** The end of a tool's first line in `tools.json`. */
export const beforeListing = '"listing":';

/**
 * Returns `tools/list` of MCP from the text of `tools.json`: the second lines of the tools, without those that are
 * excluded. Only for the open form the lines are parsed.
 */
export function printToolList(text: string, form: "canonical" | "open", excluded: ReadonlySet<string>): string {
  const lines = text.split("\n");
  if (lines.some((line) => line.startsWith("<<<<<<< "))) throw new Error(corruptOutputMessage("bin/tools.json has merge conflicts"));
  const listed = lines.flatMap((line, i) => {
    const listing = lines[i + 1] ?? "";
    if (!line.endsWith(beforeListing) || excluded.has(/^\{"name":"([^"\\]*)"/.exec(listing)?.[1] ?? "")) return [];
    if (form === "canonical") return [listing];
    // Printed by a build of toolgen.
    const { open, listing: tool } = JSON.parse(`${line}${listing}}`) as ListedTool;
    return [JSON.stringify({ ...tool, inputSchema: changeSchema(tool.inputSchema, open) })];
  });
  return `[${listed.join(",")}]`;
}
