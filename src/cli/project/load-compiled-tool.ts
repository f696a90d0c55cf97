import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compileFunction } from "node:vm";
import type { OutputFile } from "../../compiler/output-file.js";
import type { CompiledTool } from "../../contract/definition.js";
import { invariant } from "../../contract/diagnostic.js";
import { fileBase } from "../../contract/names.js";
import { packageRoot } from "../command.js";

const nodeRequire = createRequire(import.meta.url);

/**
 * Loads the tools in `bin/tools/NAME.cjs` of a compilation from memory, so that toolgen's commands and
 * `generated/bin/call` use the same code. The modules can require each other and Node's own, nothing else. Handlers,
 * which run in a Node process of their own, are written to files for it.
 */
export function toolLoader(files: readonly OutputFile[], projectDir: string): (name: string) => CompiledTool {
  const load = moduleLoader(files, projectDir);
  return (name) => load(`bin/tools/${fileBase(name)}.cjs`);
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

let folder: string | undefined;

/**
 * Writes a handler's bundle to a file, which exists until this process ends, and returns its path. Its errors have the
 * same positions as those of the bundle in the outputs.
 */
export function handlerFile(
  files: readonly OutputFile[],
  { name, outputDir }: { readonly name: string; readonly outputDir: string },
): string {
  const textOf = (path: string) => files.find((candidate) => candidate.path === path)?.text;
  const [code, map] = [textOf(`bin/handlers/${name}`), textOf(`bin/handlers/${name}.map`)];
  invariant(code !== undefined, `bin/handlers/${name} is generated`);
  const path = join(handlersFolder(), "handlers", name);
  const sourceRoot = `${pathToFileURL(join(outputDir, "bin/handlers")).href}/`;
  if (map !== undefined) replace(`${path}.map`, JSON.stringify({ ...(JSON.parse(map) as object), sourceRoot }));
  replace(path, code);
  for (const file of ["http.cjs", "kept.cjs", "mcp-call.cjs", "mcp-client.cjs"]) {
    const beside = textOf(`bin/${file}`);
    if (beside !== undefined) replace(join(handlersFolder(), file), beside);
  }
  // Whatever `features` says: it is there.
  replace(join(handlersFolder(), "proxy.cjs"), `module.exports = require(${JSON.stringify(packagedProxy())});\n`);
  return path;
}

const packagedProxy = () => fileURLToPath(new URL("dist/assets/proxy.cjs", packageRoot));

const written = new Map<string, string>();

/** Calls of one tool run concurrently: none of them may find a half-written handler. */
function replace(path: string, text: string): void {
  if (written.get(path) === text) return;
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
  written.set(path, text);
}

function handlersFolder(): string {
  if (folder !== undefined) return folder;
  const made = mkdtempSync(join(tmpdir(), "toolgen-handlers-"));
  mkdirSync(join(made, "handlers"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}
