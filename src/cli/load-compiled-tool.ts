import { createRequire } from "node:module";
import { posix } from "node:path";
import { compileFunction } from "node:vm";
import { invariant } from "../diagnostics/invariant.js";
import type { OutputFile } from "../emit/output-file.js";
import type { CompiledTool } from "../runtime/definition.js";

const nodeRequire = createRequire(import.meta.url);

/**
 * The tools that `bin/tools/NAME.cjs` of a compilation hold, run from memory: so the commands of toolgen and `generated/bin/call` answer by
 * the same code. The modules may require each other and Node's own, nothing else.
 */
export function toolLoader(files: readonly OutputFile[]): (name: string) => CompiledTool {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const loaded = new Map<string, { exports: unknown }>();
  const load = (path: string): unknown => {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const text = texts.get(path);
    invariant(text !== undefined, `${path} is generated`);
    const module: { exports: unknown } = { exports: {} };
    loaded.set(path, module);
    const require = (specifier: string): unknown =>
      specifier.startsWith("node:") ? nodeRequire(specifier) : load(posix.join(posix.dirname(path), specifier));
    compileFunction(text, ["module", "exports", "require"], { filename: path })(module, module.exports, require);
    return module.exports;
  };
  return (name) => {
    const tool = load(`bin/tools/${name}.cjs`);
    invariant(isCompiledTool(tool), `bin/tools/${name}.cjs exports a definition and a validator`);
    return tool;
  };
}

/** One tool of a compilation. */
export function loadCompiledTool(files: readonly OutputFile[], name: string): CompiledTool {
  return toolLoader(files)(name);
}

function isCompiledTool(value: unknown): value is CompiledTool {
  return (
    typeof value === "object" && value !== null && "definition" in value && "validate" in value && typeof value.validate === "function"
  );
}
