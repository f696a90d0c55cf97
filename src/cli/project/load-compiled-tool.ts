import { createRequire } from "node:module";
import { posix, resolve } from "node:path";
import { compileFunction } from "node:vm";
import { invariant } from "../../diagnostics/invariant.js";
import type { OutputFile } from "../../emit/output-file.js";
import type { CompiledTool } from "../../runtime/contract/definition.js";
import { handlerFile } from "./handler-file.js";

const nodeRequire = createRequire(import.meta.url);

/**
 * Loads the tools in `bin/tools/NAME.cjs` of a compilation from memory, so that toolgen's commands and
 * `generated/bin/call` use the same code. The modules can require each other and Node's own, nothing else. Handlers,
 * which run in a Node process of their own, are written to files for it.
 */
export function toolLoader(files: readonly OutputFile[], projectDir: string): (name: string) => CompiledTool {
  const load = moduleLoader(files, projectDir);
  return (name) => load(`bin/tools/${name}.cjs`);
}

/** The same for any module of a tool, by its path. */
export function moduleLoader(files: readonly OutputFile[], projectDir: string): (path: string) => CompiledTool {
  // A text is printed when it is read.
  const known = new Map(files.map((file) => [file.path, file]));
  const loaded = new Map<string, { exports: unknown }>();
  const load = (path: string): unknown => {
    const cached = loaded.get(path);
    if (cached !== undefined) return cached.exports;
    const text = known.get(path)?.text;
    invariant(text !== undefined, `${path} is generated`);
    const module: { exports: unknown } = { exports: {} };
    loaded.set(path, module);
    const require = (specifier: string): unknown =>
      specifier.startsWith("node:") ? nodeRequire(specifier) : load(posix.join(posix.dirname(path), specifier));
    compileFunction(text, ["module", "exports", "require"], { filename: path })(module, module.exports, require);
    return module.exports;
  };
  return (path) => {
    const tool = load(path);
    invariant(isCompiledTool(tool), `${path} exports a definition and a validator`);
    const { command, project } = tool.definition;
    if (command?.handler === undefined) return tool;
    const handler = handlerFile(files, { name: command.handler, outputDir: resolve(projectDir, project.output) });
    return { ...tool, definition: { ...tool.definition, command: { ...command, handler } } };
  };
}

/** One tool of a compilation. */
export function loadCompiledTool(files: readonly OutputFile[], name: string, projectDir: string): CompiledTool {
  return toolLoader(files, projectDir)(name);
}

function isCompiledTool(value: unknown): value is CompiledTool {
  return (
    typeof value === "object" && value !== null && "definition" in value && "validate" in value && typeof value.validate === "function"
  );
}
